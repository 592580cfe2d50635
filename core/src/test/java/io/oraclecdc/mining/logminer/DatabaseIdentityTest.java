package io.oraclecdc.mining.logminer;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.config.CaptureMode;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.Scn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatabaseIdentityTest {
  private static final Incarnation OURS = new Incarnation(7, new Scn(100));

  @ParameterizedTest
  @CsvSource({
    "PRIMARY, READ WRITE, ONLINE, true",
    "PRIMARY, READ WRITE, ARCHIVE_ONLY, true",
    "PRIMARY, MOUNTED, ONLINE, false",
    "PRIMARY, READ ONLY, ARCHIVE_ONLY, false",
    "PHYSICAL STANDBY, READ ONLY WITH APPLY, ARCHIVE_ONLY, true",
    "PHYSICAL STANDBY, READ ONLY, ARCHIVE_ONLY, true",
    "PHYSICAL STANDBY, READ ONLY WITH APPLY, ONLINE, false",
    "PHYSICAL STANDBY, MOUNTED, ARCHIVE_ONLY, false",
    "LOGICAL STANDBY, READ WRITE, ARCHIVE_ONLY, false",
    "SNAPSHOT STANDBY, READ WRITE, ONLINE, false",
  })
  void roleAndOpenModeFitTheRedoThatIsRead(
      String role, String openMode, CaptureMode mode, boolean fits) {
    DatabaseIdentity identity = new DatabaseIdentity(OURS, role, openMode);
    if (fits) {
      assertThatCode(() -> identity.require(OURS, mode)).doesNotThrowAnyException();
    } else {
      assertThatThrownBy(() -> identity.require(OURS, mode))
          .isInstanceOfSatisfying(
              CdcException.class,
              e ->
                  org.assertj.core.api.Assertions.assertThat(e.code())
                      .isEqualTo(ErrorCode.TOPOLOGY))
          .hasMessageContainingAll(role, openMode);
    }
  }

  @Test
  void anotherIncarnationIsRefusedBeforeTheRoleIsLookedAt() {
    DatabaseIdentity other =
        new DatabaseIdentity(new Incarnation(7, new Scn(101)), "LOGICAL STANDBY", "MOUNTED");
    assertThatThrownBy(() -> other.require(OURS, CaptureMode.ONLINE))
        .hasMessageContainingAll("CDC-5001", "101");
  }
}
