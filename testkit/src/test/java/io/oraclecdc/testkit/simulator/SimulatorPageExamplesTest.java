package io.oraclecdc.testkit.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.mining.MiningStep;
import io.oraclecdc.mining.RedoSource;
import io.oraclecdc.model.Scn;
import io.oraclecdc.testkit.model.ExpectedTransaction;
import io.oraclecdc.testkit.model.ModelBehaviour;
import io.oraclecdc.testkit.model.ModelOptions;
import io.oraclecdc.testkit.model.RedoModel;
import io.oraclecdc.testkit.simulator.faults.FaultPlan.Call;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import io.oraclecdc.testkit.simulator.served.ServedSimulator;
import io.oraclecdc.testkit.simulator.served.SimulatorServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/simulator.md shows, word for word; SimulatorPageTest compares the two. */
class SimulatorPageExamplesTest {

  @Test
  void anApplicationWritesAndACaptureMines() throws SQLException {
    StringBuilder printed = new StringBuilder();
    try (OracleSimulator oracle = OracleSimulator.start("shop")) {
      try (Connection app = oracle.connectApp(); // APP / app
          Statement sql = app.createStatement()) {
        sql.execute("CREATE TABLE t (id NUMBER(9) PRIMARY KEY, name VARCHAR2(50))");
        sql.execute("ALTER TABLE t ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
        sql.execute("INSERT INTO t VALUES (1, 'first')"); // autocommit
      }
      try (Connection capture = oracle.connectCapture(); // C##CDC / cdc
          Statement sql = capture.createStatement()) {
        sql.execute(
            "DECLARE f VARCHAR2(200); BEGIN SELECT F.MEMBER INTO f FROM V$LOG L, V$LOGFILE F"
                + " WHERE L.GROUP# = F.GROUP# AND L.STATUS = 'CURRENT';"
                + " DBMS_LOGMNR.ADD_LOGFILE(f, DBMS_LOGMNR.NEW);"
                + " DBMS_LOGMNR.START_LOGMNR("
                + "OPTIONS => DBMS_LOGMNR.DICT_FROM_ONLINE_CATALOG); END;");
        try (ResultSet rows =
            sql.executeQuery(
                "SELECT SQL_REDO FROM V$LOGMNR_CONTENTS"
                    + " WHERE TABLE_NAME = 'T' AND OPERATION = 'INSERT'")) {
          while (rows.next()) {
            printed.append(rows.getString(1));
          }
        }
      }
    }
    assertThat(printed)
        .hasToString("insert into \"APP\".\"T\"(\"ID\",\"NAME\") values ('1','first');");
  }

  @Test
  void faultsAreOrdered() throws SQLException {
    try (OracleSimulator oracle =
        OracleSimulator.builder("faulty")
            .release(19)
            .redoOptions(o -> o.behaviour(RedoBehaviour.PRIVATE_STRANDS).logSizeBytes(1_000_000))
            .start()) {
      oracle.faults().on(Call.EXECUTE).containing("V$LOG").raise(1555, "snapshot too old");
      oracle.faults().on(Call.NEXT_ROW).row(100).run(oracle::switchLog);
      oracle.faults().on(Call.COMMITTED).by("APP").call(3).breakConnection();

      try (Connection app = oracle.connectApp();
          Statement sql = app.createStatement()) {
        sql.execute("CREATE TABLE t (id NUMBER)");
        sql.execute("INSERT INTO t VALUES (1)");
        assertThatThrownBy(() -> sql.execute("INSERT INTO t VALUES (2)"))
            .isInstanceOfSatisfying(
                SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(17002));
      }
      try (SqlConsole app = new SqlConsole(oracle.connectApp())) {
        assertThat(app.one("SELECT COUNT(*) FROM t")).isEqualTo("2");
      }
    }
  }

  @Test
  void aDirectoryOutlivesItsSimulator(@TempDir Path directory) throws SQLException {
    try (OracleSimulator oracle =
            OracleSimulator.builder("shop").directory(directory.resolve("shop")).start();
        SqlConsole app = new SqlConsole(oracle.connectApp())) {
      app.run("CREATE TABLE t (id NUMBER)", "INSERT INTO t VALUES (1)");
    }
    try (OracleSimulator oracle =
            OracleSimulator.builder("shop").directory(directory.resolve("shop")).start();
        SqlConsole app = new SqlConsole(oracle.connectApp())) {
      assertThat(app.one("SELECT COUNT(*) FROM t")).isEqualTo("1");
    }
  }

  @Test
  void aServedSimulatorIsReachedByItsUrl() throws Exception {
    try (OracleSimulator behind = OracleSimulator.start("served-page");
        SimulatorServer process = SimulatorServer.start(behind, 0)) {
      try (Connection app = DriverManager.getConnection(process.url(), "app", "app");
          ServedSimulator oracle = ServedSimulator.at(process.url())) {
        oracle.faults().on(Call.EXECUTE).by("APP").raise(12541, "no listener");
        assertThatThrownBy(() -> app.createStatement().execute("SELECT 1 FROM DUAL"))
            .hasMessageContaining("ORA-12541");
        oracle.switchLog();
      }
    }
  }

  @Test
  void aModelMakesRowsAndTellsWhatMustComeOut() {
    RedoModel model = RedoModel.of(7, ModelOptions.plain().with(ModelBehaviour.PARTIAL_XIDS));
    model.advance(1_000); // statements, commits, log switches
    model.quiesce();
    int rows = 0;
    try (RedoSource source = model.source();
        MiningStep step = source.open(new MiningStart(Scn.ZERO, Map.of()))) {
      for (MinedRow row = step.next(); row != null; row = step.next()) {
        rows++;
      }
      step.finish();
    }
    List<ExpectedTransaction> expected = model.committed(); // in the order of delivery
    assertThat(rows).isGreaterThan(1_000);
    assertThat(expected).isNotEmpty();
  }
}
