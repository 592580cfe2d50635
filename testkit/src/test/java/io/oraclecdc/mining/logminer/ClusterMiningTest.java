package io.oraclecdc.mining.logminer;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.database.DatabaseInfo;
import io.oraclecdc.database.DatabaseSession;
import io.oraclecdc.database.DatabaseSettings;
import io.oraclecdc.database.OracleErrors;
import io.oraclecdc.database.SessionFactory;
import io.oraclecdc.database.SessionRole;
import io.oraclecdc.errors.RetriableException;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.mining.MiningStep;
import io.oraclecdc.mining.StepEnd;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.schema.CapturedObjects;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The library's reader of redo over several threads and over several containers. */
class ClusterMiningTest {
  private @Nullable OracleSimulator oracle;
  private @Nullable DatabaseSession metadata;
  private @Nullable LogMinerSource source;
  private MiningStart at = new MiningStart(Scn.ZERO, Map.of());
  private final Map<TransactionKey, List<String>> open = new HashMap<>();
  private final List<String> delivered = new ArrayList<>();
  private final Set<String> seen = new HashSet<>();

  private record Tables(List<Long> objectIds) implements CapturedObjects {
    @Override
    public int revision() {
      return 0;
    }

    @Override
    public List<TableId> tablesByName() {
      return List.of();
    }

    @Override
    public boolean capturesLobs() {
      return false;
    }
  }

  private OracleSimulator oracle() {
    return java.util.Objects.requireNonNull(oracle);
  }

  private void open(OracleSimulator started, List<Long> objectIds) throws SQLException {
    SessionFactory sessions =
        new SessionFactory(
            DatabaseSettings.builder()
                .url(started.url())
                .user(OracleSimulator.CAPTURE_USER)
                .password(OracleSimulator.CAPTURE_PASSWORD)
                .build(),
            OracleErrors.standard());
    DatabaseSession session = new DatabaseSession(sessions, SessionRole.METADATA);
    metadata = session;
    source =
        new LogMinerSource(
            sessions,
            MiningSettings.defaults(),
            new Tables(objectIds),
            DatabaseInfo.read(session),
            System::nanoTime);
    at = new MiningStart(session.currentScn(), Map.of());
  }

  @AfterEach
  void stop() throws SQLException {
    if (source != null) {
      source.close();
    }
    if (metadata != null) {
      metadata.close();
    }
    oracle().close();
  }

  /** Reads to the end and keeps the changes of committed transactions in commit order. */
  private void read() {
    LogMinerSource reader = java.util.Objects.requireNonNull(source);
    boolean caughtUp = false;
    int failures = 0;
    while (!caughtUp) {
      try (MiningStep step = reader.open(at)) {
        for (MinedRow row = step.next(); row != null; row = step.next()) {
          take(row);
        }
        StepEnd end = step.finish();
        at = new MiningStart(Scn.max(at.lowestScn(), end.nextLowestScn()), end.cursors());
        caughtUp = end.caughtUp();
      } catch (RetriableException e) {
        // the instance it mined on is down, or a log was switched meanwhile
        failures++;
        assertThat(failures).as(e.getMessage()).isLessThan(20);
      }
    }
  }

  private void take(MinedRow row) {
    TransactionKey key = row.transaction();
    String place =
        row.thread() + "/" + row.address() + "/" + row.ssn() + "/" + row.operation() + "/" + key;
    if (key == null || !seen.add(place + "/" + row.rowId() + "/" + row.rollback())) {
      return; // a step reads whole logs again
    }
    if (row.operation() == OperationCode.COMMIT) {
      List<String> changes = open.remove(key);
      if (changes != null) {
        delivered.addAll(changes);
      }
    } else if (row.operation() == OperationCode.ROLLBACK) {
      open.remove(key);
    } else if (row.operation() == OperationCode.INSERT || row.operation() == OperationCode.DELETE) {
      List<String> changes = open.computeIfAbsent(key, k -> new ArrayList<>());
      if (row.rollback()) {
        changes.remove(changes.size() - 1);
      } else if (row.operation() == OperationCode.INSERT) {
        changes.add(number(String.valueOf(row.sqlRedo())));
      }
    }
  }

  private static String number(String insert) {
    int from = insert.indexOf("values ('") + "values ('".length();
    return insert.substring(from, insert.indexOf('\'', from));
  }

  @ParameterizedTest
  @CsvSource({"2, 1,", "3, 2,", "3, 3, PRIVATE_STRANDS", "3, 4, THREADS_LOG_BY_LOG"})
  void everyCommittedRowOfEveryThreadIsDelivered(
      int threads, long seed, @Nullable RedoBehaviour variant) throws SQLException {
    OracleSimulator started =
        OracleSimulator.builder("cluster-mining")
            .threads(threads)
            .redoOptions(
                o ->
                    o.behaviours(variant == null ? List.of() : List.of(variant))
                        .logSizeBytes(16_384))
            .start();
    oracle = started;
    app(
        "CREATE TABLE t (id NUMBER(9) PRIMARY KEY, v VARCHAR2(100))",
        "ALTER TABLE t ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    open(
        started,
        List.of(Long.valueOf(one("SELECT OBJECT_ID FROM DBA_OBJECTS WHERE OBJECT_NAME = 'T'"))));
    Random random = new Random(seed);
    Workers workers = new Workers(started, threads, random, variant);
    for (int i = 0; i < 400; i++) {
      workers.step();
      int choice = random.nextInt(60);
      if (choice < 8) {
        read();
      } else if (choice == 8) {
        started.redo().switchLog(1 + random.nextInt(threads));
      } else if (choice == 9) {
        workers.bounce();
      }
    }
    workers.finish();
    read();
    Set<Integer> expected = new TreeSet<>();
    try (Connection connection = started.connectApp();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT id FROM t")) {
      while (rows.next()) {
        expected.add(rows.getInt(1));
      }
    }
    assertThat(delivered).doesNotHaveDuplicates();
    assertThat(delivered.stream().map(Integer::valueOf))
        .containsExactlyInAnyOrderElementsOf(expected);
    assertThat(expected).hasSizeGreaterThan(50);
  }

  /** Sessions on all instances, one transaction each at a time. */
  private static final class Workers {
    private final OracleSimulator simulator;
    private final Random random;
    private final int threads;
    private final Map<Integer, Connection> connections = new HashMap<>();
    private final boolean crashes;
    private int next;

    Workers(
        OracleSimulator simulator, int threads, Random random, @Nullable RedoBehaviour variant) {
      // undo that another thread wrote would come before what it undoes
      crashes = variant != RedoBehaviour.THREADS_LOG_BY_LOG;
      this.simulator = simulator;
      this.threads = threads;
      this.random = random;
    }

    private Connection connection(int instance) throws SQLException {
      Connection connection = connections.get(instance);
      if (connection == null || connection.isClosed()) {
        connection = simulator.connect(instance, "APP", "app");
        connection.setAutoCommit(false);
        connections.put(instance, connection);
      }
      return connection;
    }

    void step() throws SQLException {
      List<Integer> running = simulator.cluster().running();
      Connection connection = connection(running.get(random.nextInt(running.size())));
      int choice = random.nextInt(10);
      if (choice < 6) {
        try (Statement statement = connection.createStatement()) {
          next++;
          statement.execute("INSERT INTO t VALUES (" + next + ", '" + "x".repeat(90) + "')");
        }
      } else if (choice < 9) {
        connection.commit();
      } else {
        connection.rollback();
      }
    }

    /** An instance that is not the first goes down, in order or not, or comes back. */
    void bounce() throws SQLException {
      int instance = 2 + random.nextInt(threads - 1);
      if (!simulator.cluster().running().contains(instance)) {
        simulator.cluster().startup(instance);
      } else if (!crashes || random.nextBoolean()) {
        simulator.cluster().shutdown(instance);
        connections.remove(instance);
      } else {
        simulator.cluster().crash(instance);
        simulator.cluster().recover();
        connections.remove(instance);
      }
    }

    void finish() throws SQLException {
      for (int instance : simulator.cluster().running()) {
        connection(instance).commit();
      }
    }
  }

  @Test
  void theRootOfAContainerDatabaseGivesTheRowsOfItsPluggableDatabases() throws SQLException {
    OracleSimulator started =
        OracleSimulator.builder("cdb-mining").containerDatabase("ONE", "TWO").start();
    oracle = started;
    for (String pdb : started.pdbs()) {
      try (Connection app = started.connectApp(pdb);
          Statement statement = app.createStatement()) {
        statement.execute("CREATE TABLE t (id NUMBER(9) PRIMARY KEY, v VARCHAR2(20))");
        statement.execute("ALTER TABLE t ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      }
    }
    open(
        started,
        List.of(
            Long.valueOf(
                one("SELECT DISTINCT OBJECT_ID FROM CDB_OBJECTS WHERE OBJECT_NAME = 'T'"))));
    List<Connection> both = List.of(started.connectApp("ONE"), started.connectApp("TWO"));
    for (Connection connection : both) {
      connection.setAutoCommit(false);
    }
    for (int i = 0; i < 40; i++) {
      try (Statement statement = both.get(i % 2).createStatement()) {
        statement.execute("INSERT INTO t VALUES (" + (1000 * (i % 2) + i) + ", 'x')");
      }
      if (i % 5 == 4) {
        both.get(0).commit();
      }
      if (i % 7 == 6) {
        both.get(1).commit();
        started.switchLog();
        read();
      }
    }
    for (Connection connection : both) {
      connection.close();
    }
    read();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      expected.add(Integer.toString(1000 * (i % 2) + i));
    }
    assertThat(delivered).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(seen).anyMatch(s -> s.contains("3")).anyMatch(s -> s.contains("4"));
  }

  private void app(String... statements) throws SQLException {
    try (Connection app = oracle().connectApp();
        Statement statement = app.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private String one(String query) throws SQLException {
    try (Connection sys = oracle().connectSys();
        Statement statement = sys.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      assertThat(row.next()).isTrue();
      return row.getString(1);
    }
  }
}
