package io.oraclecdc.mining.logminer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.Scn;
import io.oraclecdc.position.Position;
import io.oraclecdc.position.Position.CapturedContainer;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StartPositionTest {
  private static final Position START =
      Position.startingAt(new Incarnation(7, new Scn(1)), new Scn(100), Scn.ZERO);
  private static final Position SALES =
      StartPosition.inContainers(START, Set.of(pdb(3, 77, "SALES")));

  private static CapturedContainer pdb(int id, long dbid, String name) {
    return new CapturedContainer(id, dbid, name);
  }

  @ParameterizedTest
  @CsvSource({"3, 78, SALES", "4, 78, SALES", "4, 77, SALES", "3, 78, OTHER"})
  void aPluggableDatabaseThatTookThePlaceOfAnotherIsRefused(int id, long dbid, String name) {
    assertThatThrownBy(() -> StartPosition.inContainers(SALES, Set.of(pdb(id, dbid, name))))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOPOLOGY))
        .hasMessageContainingAll("SALES", "DBID 77", "DBID " + dbid);
  }

  @Test
  void theSameOneAndNewOnesAreAccepted() {
    Position more =
        StartPosition.inContainers(SALES, Set.of(pdb(3, 77, "SALES"), pdb(5, 9, "NEW")));
    assertThat(more.containers()).hasSize(2);
    assertThat(StartPosition.inContainers(SALES, Set.of(pdb(3, 77, "RENAMED"))).containers())
        .extracting(CapturedContainer::name)
        .containsExactly("RENAMED");
    // A position of a release that did not note them.
    assertThat(StartPosition.inContainers(START, Set.of(pdb(3, 99, "SALES"))).containers())
        .hasSize(1);
  }
}
