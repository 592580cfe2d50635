package io.oraclecdc.position;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.position.SnapshotProgress.Kind;
import io.oraclecdc.position.SnapshotProgress.Request;
import io.oraclecdc.position.SnapshotProgress.TableRead;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SnapshotProgressTest {
  private static final TableId ORDERS = TableId.of("APP", "ORDERS");
  private static final TableId ODD = new TableId("PDB 1", "A%P", "né\n\"w\" -");
  private static final Position START =
      Position.startingAt(new Incarnation(7, new Scn(1)), new Scn(100), new Scn(100));

  private static SnapshotProgress progress() {
    Request initial =
        Request.initial()
            .of(
                List.of(
                    TableRead.of(ORDERS, null)
                        .advanced(
                            "key:a:varchar2,b:number",
                            List.of("x \u0000%é", "-1.5", ""),
                            12,
                            false),
                    TableRead.of(ODD, null).advanced("rowid", List.of(), 3, true)));
    Request signal =
        new Request(
            "s 1",
            Kind.INCREMENTAL,
            true,
            true,
            new Scn(-5),
            List.of(TableRead.of(ORDERS, "A = '-'")));
    return SnapshotProgress.NONE
        .adding(initial)
        .adding(signal)
        .handled("s 1")
        .handled("p")
        .paused(true)
        .withoutStream();
  }

  @Test
  void everythingComesBackFromTheFieldsOfAPosition() {
    Position position = START.withSnapshot(progress());
    Map<String, String> fields = PositionCodec.encode(position, Map.of());
    assertThat(PositionCodec.decode(fields).position()).isEqualTo(position);
    assertThat(PositionCodec.decode(fields).unknown()).isEmpty();
    assertThat(fields.keySet())
        .filteredOn(name -> name.startsWith("snapshot."))
        .hasSizeGreaterThan(5);
    assertThat(fields.values()).noneMatch(text -> text.contains("\n"));
  }

  @Test
  void positionsWithoutAreReadAsBefore() {
    Map<String, String> fields = PositionCodec.encode(START, Map.of());
    assertThat(fields.keySet()).noneMatch(name -> name.startsWith("snapshot"));
    assertThat(PositionCodec.decode(fields).position().snapshot()).isNull();
  }

  @Test
  void damageAndNewerVersionsAreToldApart() {
    Map<String, String> fields =
        new TreeMap<>(PositionCodec.encode(START.withSnapshot(progress()), Map.of()));
    fields.put("snapshot.v", "2");
    assertThatThrownBy(() -> PositionCodec.decode(fields))
        .isInstanceOf(CdcException.class)
        .hasMessageContaining("version 2");
    fields.put("snapshot.v", "1");
    fields.put("snapshot.request.0.table.0", "APP");
    assertThatThrownBy(() -> PositionCodec.decode(fields))
        .isInstanceOf(CdcException.class)
        .hasMessageContaining("CDC-3002");
  }

  @Test
  void aRequestThatIsDoneMakesRoomForTheNext() {
    SnapshotProgress progress = progress();
    TableRead done =
        progress
            .requests()
            .get(0)
            .table(ORDERS)
            .orElseThrow()
            .advanced("whole", List.of(), 1, true);
    SnapshotProgress after = progress.begun().with(done);
    assertThat(after.requests().get(0).id()).isEqualTo("s 1");
    assertThat(after.known()).isEqualTo(Set.of(ORDERS, ODD));
  }

  @Test
  void textsShowNoValues() {
    assertThat(START.withSnapshot(progress()).toString())
        .doesNotContain("-1.5")
        .contains("APP.ORDERS");
  }
}
