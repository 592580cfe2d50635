package io.oraclecdc.testkit.simulator.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class LocksTest {

  @Test
  void aBlockedSessionIsSeenWithItsBlocker() throws Exception {
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try (OracleSimulator simulator = OracleSimulator.start("locks");
        SqlConsole holder = console(simulator.connectApp());
        SqlConsole waiter = console(simulator.connectApp());
        SqlConsole sys = new SqlConsole(simulator.connect("SYS", "oracle"))) {
      holder.run(
          "CREATE TABLE t (id NUMBER PRIMARY KEY, n NUMBER)",
          "INSERT INTO t VALUES (1, 1)",
          "COMMIT");
      assertThat(sys.rows("SELECT * FROM V$LOCK")).isEmpty();
      String holding = holder.value("SYS_CONTEXT('USERENV', 'SID')");
      String waiting = waiter.value("SYS_CONTEXT('USERENV', 'SID')");
      holder.run("UPDATE t SET n = 2");
      Future<?> blocked =
          threads.submit(
              () -> {
                waiter.run("UPDATE t SET n = 3");
                return true;
              });

      Awaitility.await()
          .atMost(Duration.ofSeconds(20))
          .untilAsserted(
              () ->
                  assertThat(
                          sys.rows(
                              "SELECT SID, BLOCKING_SESSION FROM V$SESSION WHERE BLOCKING_SESSION IS NOT NULL"))
                      .containsExactly(waiting + "|" + holding));

      assertThat(
              sys.rows(
                  "SELECT SID, TYPE, LMODE, REQUEST, BLOCK FROM V$LOCK ORDER BY TYPE, REQUEST"))
          .containsExactly(holding + "|TM|3|0|0", holding + "|TX|6|0|1", waiting + "|TX|0|6|0");
      assertThat(
              sys.one(
                  "SELECT O.OBJECT_NAME, L.SESSION_ID, L.ORACLE_USERNAME, L.LOCKED_MODE FROM"
                      + " V$LOCKED_OBJECT L JOIN DBA_OBJECTS O ON O.OBJECT_ID = L.OBJECT_ID"))
          .isEqualTo("T|" + holding + "|APP|3");
      assertThat(
              sys.one(
                  "SELECT COUNT(*) FROM V$LOCK L JOIN V$TRANSACTION T ON L.ID2 = T.XIDSQN AND"
                      + " TRUNC(L.ID1 / 65536) = T.XIDUSN WHERE L.REQUEST = 6"))
          .isEqualTo("1");
      assertThat(sys.one("SELECT EVENT, STATE FROM V$SESSION_WAIT"))
          .isEqualTo("enq: TX - row lock contention|WAITING");
      assertThat(sys.one("SELECT WAITING_SESSION, HOLDING_SESSION, LOCK_TYPE FROM DBA_WAITERS"))
          .isEqualTo(waiting + "|" + holding + "|Transaction");
      assertThat(sys.one("SELECT HOLDING_SESSION FROM DBA_BLOCKERS")).isEqualTo(holding);

      holder.run("COMMIT");
      blocked.get(20, TimeUnit.SECONDS);
      assertThat(sys.rows("SELECT SID FROM GV$LOCK WHERE REQUEST > 0")).isEmpty();
      waiter.run("ROLLBACK");
    } finally {
      threads.shutdownNow();
    }
  }

  private static SqlConsole console(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    return new SqlConsole(connection);
  }
}
