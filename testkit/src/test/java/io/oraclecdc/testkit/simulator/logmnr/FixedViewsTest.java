package io.oraclecdc.testkit.simulator.logmnr;

import static io.oraclecdc.testkit.simulator.logmnr.MiningBench.num;
import static io.oraclecdc.testkit.simulator.logmnr.MiningBench.number;
import static io.oraclecdc.testkit.simulator.logmnr.SimTables.insert;
import static io.oraclecdc.testkit.simulator.logmnr.SimTables.rowId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.dictionary.SimTable.SupplementalLogging;
import io.oraclecdc.testkit.simulator.redo.RedoOptions;
import io.oraclecdc.testkit.simulator.redo.RedoTransaction;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FixedViewsTest {
  private final SimTable emp = SimTables.emp(SupplementalLogging.ALL);
  private final SteppingClock clock = new SteppingClock();
  private MiningBench bench;

  @BeforeEach
  void open() throws SQLException {
    bench = new MiningBench(RedoOptions.builder().clock(clock).build());
    bench.know(emp);
  }

  @AfterEach
  void close() throws SQLException {
    bench.close();
  }

  @Test
  void everyDeclaredViewCanBeReadUnderBothNames() throws SQLException {
    bench.mineOnline(16);
    for (Map.Entry<String, Set<String>> view : VViewColumns.columnsByView().entrySet()) {
      List<String> columns = new ArrayList<>();
      view.getValue().forEach(c -> columns.add("\"" + c + "\""));
      String list = String.join(", ", columns);
      bench.query("SELECT " + list + " FROM \"" + view.getKey() + "\"");
      bench.query("SELECT %s FROM SYS.\"%s\"".formatted(list, view.getKey().replace("V$", "V_$")));
    }
    assertThat(VViewColumns.columnsByView()).hasSizeGreaterThan(24);
  }

  @Test
  void theDatabaseTellsItsModeAndScn() throws SQLException {
    Map<String, Object> database = bench.query("SELECT * FROM V$DATABASE").get(0);

    assertThat(database)
        .containsEntry("NAME", "FREE")
        .containsEntry("LOG_MODE", "ARCHIVELOG")
        .containsEntry("CDB", "NO")
        .containsEntry("DATABASE_ROLE", "PRIMARY")
        .containsEntry("OPEN_MODE", "READ WRITE")
        .containsEntry("SUPPLEMENTAL_LOG_DATA_MIN", "YES")
        .containsEntry("SUPPLEMENTAL_LOG_DATA_ALL", "NO");
    assertThat(number(database, "CURRENT_SCN")).isEqualTo(bench.redo().currentScn());
  }

  @Test
  void openTransactionsShowTheirStart() throws SQLException {
    RedoTransaction transaction = bench.begin();
    assertThat(bench.query("SELECT * FROM V$TRANSACTION")).isEmpty();
    bench.change(transaction, insert(emp, rowId(emp, 1, 0), num(1), "a", null));

    Map<String, Object> row = bench.query("SELECT * FROM GV$TRANSACTION").get(0);

    assertThat(number(row, "START_SCN")).isEqualTo(transaction.startScn());
    assertThat(number(row, "XIDSQN")).isEqualTo(572);
    assertThat(number(row, "INST_ID")).isEqualTo(1);
    assertThat(row).containsEntry("START_TIME", "02/28/26 12:00:00");
    assertThat((byte[]) row.get("XID")).hasSize(8);
    bench.commit(transaction);
    assertThat(bench.query("SELECT * FROM V$TRANSACTION")).isEmpty();
  }

  @Test
  void sessionsParametersAndNlsAreShown() throws SQLException {
    assertThat(bench.query("SELECT SID, USERNAME, STATUS FROM V$SESSION ORDER BY SID"))
        .extracting(r -> r.get("USERNAME") + " " + r.get("STATUS"))
        .containsExactly("APP INACTIVE", "C##CDC ACTIVE");
    assertThat(bench.query("SELECT VALUE FROM V$PARAMETER WHERE NAME = 'undo_retention'").get(0))
        .containsEntry("VALUE", "1800");
    assertThat(
            bench
                .query("SELECT VALUE FROM V$NLS_PARAMETERS WHERE PARAMETER = 'NLS_CHARACTERSET'")
                .get(0))
        .containsEntry("VALUE", "AL32UTF8");
    assertThat(bench.query("SELECT BANNER FROM V$VERSION").get(0).toString())
        .contains("Oracle Database 19c Enterprise Edition Release 19.0.0.0.0 - Production");
    assertThat(
            bench.query(
                "SELECT P.PGA_USED_MEM FROM V$PROCESS P JOIN V$SESSION S ON S.PADDR = P.ADDR WHERE"
                    + " S.SID = 33"))
        .hasSize(1);
    assertThat(bench.query("SELECT * FROM V$PDBS")).isEmpty();
  }

  @Test
  void viewsCannotBeChangedAndWrongColumnsFail() {
    assertThatThrownBy(() -> bench.h2().createStatement().execute("DELETE FROM V$LOG"))
        .isInstanceOf(SQLException.class);
    assertThatThrownBy(() -> bench.query("SELECT SEQUENCE FROM V$LOG"))
        .isInstanceOf(SQLException.class);
  }

  @Test
  void theScnTicksWithTheSecondsAndMapsToTime() throws SQLException {
    final long before = bench.redo().currentScn();
    clock.step(Duration.ofSeconds(10));

    long after = bench.redo().currentScn();

    assertThat(after).isEqualTo(before + 10);
    assertThat(bench.redo().timeOfScn(before)).isEqualTo(LocalDateTime.of(2026, 2, 28, 12, 0, 0));
    assertThat(bench.redo().timeOfScn(after)).isEqualTo(LocalDateTime.of(2026, 2, 28, 12, 0, 10));
    assertThat(bench.redo().scnOfTime(LocalDateTime.of(2026, 2, 28, 12, 0, 3)))
        .isEqualTo(before + 3);
    assertThatThrownBy(() -> bench.redo().timeOfScn(1)).hasMessageStartingWith("ORA-08181");
    assertThatThrownBy(() -> bench.redo().timeOfScn(after + 1)).hasMessageStartingWith("ORA-08181");
    assertThatThrownBy(() -> bench.redo().scnOfTime(LocalDateTime.of(2020, 1, 1, 0, 0)))
        .hasMessageStartingWith("ORA-08180");
  }

  @Test
  void aCommitIsAboveEveryScnHandedOutBefore() throws SQLException {
    RedoTransaction transaction = bench.begin();
    bench.change(transaction, insert(emp, rowId(emp, 1, 0), num(1), "a", null));
    long read = bench.redo().currentScn();

    long commitScn = bench.commit(transaction);

    assertThat(commitScn).isGreaterThan(read).isLessThanOrEqualTo(bench.redo().currentScn());
    assertThat(bench.redo().commit(bench.begin(), () -> {})).isZero();
  }

  /** A clock that a test moves. */
  private static final class SteppingClock extends Clock {
    private Instant now = Instant.parse("2026-02-28T12:00:00Z");

    void step(Duration duration) {
      now = now.plus(duration);
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Instant instant() {
      return now;
    }
  }
}
