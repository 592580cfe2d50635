package io.oraclecdc.mining.logminer;

import io.oraclecdc.database.DatabaseInfo;
import io.oraclecdc.database.DatabaseSession;
import io.oraclecdc.database.DatabaseSettings;
import io.oraclecdc.database.OracleErrors;
import io.oraclecdc.database.SessionFactory;
import io.oraclecdc.database.SessionRole;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.mining.RedoSource;
import io.oraclecdc.mining.RedoSourceContract;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.CapturedObjects;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The promises of a redo source, kept over two redo threads. */
class ClusterRedoSourceContractTest extends RedoSourceContract {
  private OracleSimulator oracle;
  private SessionFactory sessions;
  private DatabaseInfo database;
  private MiningStart beginning;
  private int grown;
  private int next;

  private record AllTables(TableId table) implements CapturedObjects {
    @Override
    public int revision() {
      return 0;
    }

    @Override
    public List<Long> objectIds() {
      return List.of();
    }

    @Override
    public List<TableId> tablesByName() {
      return List.of(table);
    }

    @Override
    public boolean capturesLobs() {
      return false;
    }
  }

  @BeforeEach
  void start() throws SQLException {
    oracle =
        OracleSimulator.builder("cluster-contract")
            .threads(2)
            .redoOptions(o -> o.logSizeBytes(8192))
            .start();
    sessions =
        new SessionFactory(
            DatabaseSettings.builder()
                .url(oracle.url())
                .user(OracleSimulator.CAPTURE_USER)
                .password(OracleSimulator.CAPTURE_PASSWORD)
                .build(),
            OracleErrors.standard());
    try (DatabaseSession metadata = new DatabaseSession(sessions, SessionRole.METADATA)) {
      database = DatabaseInfo.read(metadata);
      beginning = new MiningStart(metadata.currentScn(), Map.of());
    }
    try (Connection app = oracle.connectApp();
        Statement statement = app.createStatement()) {
      statement.execute("CREATE TABLE t (id NUMBER(9) PRIMARY KEY, v VARCHAR2(100))");
      statement.execute("ALTER TABLE t ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    }
    write();
  }

  @AfterEach
  void stop() throws SQLException {
    oracle.close();
  }

  private void write() throws SQLException {
    for (int instance = 1; instance <= 2; instance++) {
      try (Connection app = oracle.connect(instance, "APP", "app");
          Statement statement = app.createStatement()) {
        app.setAutoCommit(false);
        for (int i = 0; i < 4; i++) {
          next++;
          statement.execute("INSERT INTO t VALUES (" + next + ", '" + "x".repeat(90) + "')");
        }
        app.commit();
      }
    }
  }

  @Override
  protected RedoSource newSource() {
    return new LogMinerSource(
        sessions,
        MiningSettings.defaults(),
        new AllTables(TableId.of("APP", "T")),
        database,
        System::nanoTime);
  }

  @Override
  protected MiningStart beginning() {
    return beginning;
  }

  @Override
  protected boolean grow() {
    if (grown == 12) {
      return false;
    }
    grown++;
    try {
      write();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return true;
  }
}
