package io.oraclecdc.mining.logminer;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.database.OracleSql;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.CapturedObjects;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class MiningSqlTest {
  private static final CapturedObjects NOTHING = new Objects(List.of(), List.of(), false);

  @Test
  void everyTextIsOracles() {
    CapturedObjects many =
        new Objects(
            LongStream.range(70_000, 70_005).boxed().toList(),
            List.of(TableId.of("APP", "P"), TableId.of("O'NEIL", "T")),
            true);
    OracleSql.assertOracle(
        MiningSql.all(
            MiningSql.contents(NOTHING, settings(1000)),
            MiningSql.contents(new Objects(List.of(1L), List.of(), false), settings(1000)),
            MiningSql.contents(many, settings(2, "BATCH", "O'NEIL"))));
  }

  @Test
  void objectIdsAreSplitOverListsOfTheAllowedLength() {
    String sql =
        MiningSql.contents(new Objects(List.of(1L, 2L, 3L, 4L, 5L), List.of(), false), settings(2));
    assertThat(sql)
        .contains("C.DATA_OBJ# IN (1, 2) OR C.DATA_OBJ# IN (3, 4) OR C.DATA_OBJ# IN (5)");
  }

  @Test
  void NAM_08_everyOfManyTablesIsAskedFor() {
    List<Long> ids = LongStream.range(100_000, 102_500).boxed().toList();
    String sql = MiningSql.contents(new Objects(ids, List.of(), false), settings(1000));
    List<Long> asked = new ArrayList<>();
    Matcher lists = Pattern.compile("C\\.DATA_OBJ# IN \\(([^)]*)\\)").matcher(sql);
    while (lists.find()) {
      String[] list = lists.group(1).split(", ");
      assertThat(list).as("ORA-01795 begins at 1001").hasSizeLessThanOrEqualTo(1000);
      for (String id : list) {
        asked.add(Long.valueOf(id));
      }
    }
    assertThat(asked).isEqualTo(ids);
  }

  @Test
  void transactionRowsAndDdlAreAskedForEvenWithoutTables() {
    assertThat(MiningSql.contents(NOTHING, settings(1000)))
        .contains("C.OPERATION_CODE IN (6, 7, 34, 36)", "C.OPERATION_CODE = 5")
        .doesNotContain("DATA_OBJ# IN");
  }

  @Test
  void rowsOfAllUsersComeUnlessSomeAreExcludedAndThenTransactionRowsStillDo() {
    CapturedObjects one = new Objects(List.of(1L), List.of(), false);
    assertThat(MiningSql.contents(one, settings(1000))).doesNotContain("C.USERNAME IS NULL");
    String sql = MiningSql.contents(one, settings(1000, "BATCH"));
    assertThat(sql)
        .contains("(C.USERNAME IS NULL OR C.USERNAME NOT IN ('BATCH'))")
        .contains("(C.OPERATION_CODE IN (6, 7, 34, 36) OR ");
  }

  @Test
  void lobRowsAreAskedForOnlyWhenALobIsCaptured() {
    assertThat(MiningSql.contents(new Objects(List.of(1L), List.of(), false), settings(1000)))
        .contains("C.OPERATION_CODE IN (1, 2, 3, 24, 91, 92, 93, 255)");
    assertThat(MiningSql.contents(new Objects(List.of(1L), List.of(), true), settings(1000)))
        .contains("255, 9, 10, 11, 28, 29, 68, 70, 71)");
  }

  @Test
  void nothingIsSortedByTheDatabase() {
    assertThat(MiningSql.contents(NOTHING, settings(1000))).doesNotContain("ORDER BY");
  }

  @Test
  void rowsOfEachContainerAreAskedForByItsOwnIds() {
    CapturedObjects both =
        new Containers(
            Map.of(
                3, new Objects(List.of(7L), List.of(), false),
                4, new Objects(List.of(7L, 9L), List.of(), true)));
    String sql = MiningSql.contents(both, settings(1000));
    OracleSql.assertOracle(List.of(sql));
    assertThat(sql)
        .contains("WHERE (C.OPERATION_CODE = 34 OR ")
        .contains("(C.SRC_CON_ID = 3 AND (C.OPERATION_CODE IN (6, 7, 34, 36) OR ")
        .contains("(C.SRC_CON_ID = 4 AND (");
    assertThat(sql.indexOf("C.DATA_OBJ# IN (7, 9)")).isGreaterThan(sql.indexOf("C.SRC_CON_ID ="));
  }

  private record Containers(Map<Integer, CapturedObjects> byContainer) implements CapturedObjects {
    @Override
    public int revision() {
      return 1;
    }

    @Override
    public List<Long> objectIds() {
      return List.of();
    }

    @Override
    public List<TableId> tablesByName() {
      return List.of();
    }

    @Override
    public boolean capturesLobs() {
      return true;
    }
  }

  private static MiningSettings settings(int inListMax, String... users) {
    return new MiningSettings(
        Duration.ofSeconds(2),
        8,
        100,
        Duration.ofMinutes(1),
        Duration.ofHours(1),
        inListMax,
        List.of(users),
        null);
  }

  private record Objects(List<Long> objectIds, List<TableId> tablesByName, boolean capturesLobs)
      implements CapturedObjects {
    @Override
    public int revision() {
      return 1;
    }
  }
}
