package io.oraclecdc.mining.logminer;

import io.oraclecdc.database.DatabaseInfo;
import io.oraclecdc.database.DatabaseSession;
import io.oraclecdc.database.DatabaseSettings;
import io.oraclecdc.database.OracleErrors;
import io.oraclecdc.database.SessionFactory;
import io.oraclecdc.database.SessionRole;
import io.oraclecdc.dictionary.DictionarySchemaCatalog;
import io.oraclecdc.dictionary.Layouts;
import io.oraclecdc.dictionary.OracleDictionary;
import io.oraclecdc.dictionary.TableSelection;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.mining.RedoSource;
import io.oraclecdc.mining.RedoSourceContract;
import io.oraclecdc.position.Position;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** LogMiner of the simulator, read by the production source while an application works. */
@ParameterizedClass
@ValueSource(longs = {1, 3, 4, 7})
class LogMinerRedoSourceContractTest extends RedoSourceContract {
  private static final int GROWTHS = 12;
  private static final int SESSIONS = 3;

  private final Random random;
  private final OracleSimulator oracle;
  private final Connection[] application = new Connection[SESSIONS];
  private final SessionFactory sessions;
  private final DatabaseSession metadata;
  private final DatabaseInfo database;
  private final DictionarySchemaCatalog catalog;
  private final MiningStart beginning;
  private int growths = GROWTHS;
  private int keys;

  LogMinerRedoSourceContractTest(long seed) throws SQLException {
    random = new Random(seed);
    oracle =
        OracleSimulator.builder("contract" + seed)
            .redoOptions(
                o -> o.logSizeBytes(seed % 2 == 0 ? 8192 : 64 << 10).behaviours(behaviours(seed)))
            .start();
    for (int i = 0; i < SESSIONS; i++) {
      application[i] = oracle.connectApp();
      application[i].setAutoCommit(false);
    }
    app(
        0,
        "CREATE TABLE orders (id NUMBER(9) PRIMARY KEY, state VARCHAR2(100))",
        "ALTER TABLE orders ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    sessions =
        new SessionFactory(
            DatabaseSettings.builder()
                .url(oracle.url())
                .user(OracleSimulator.CAPTURE_USER)
                .password(OracleSimulator.CAPTURE_PASSWORD)
                .build(),
            OracleErrors.standard());
    metadata = new DatabaseSession(sessions, SessionRole.METADATA);
    database = DatabaseInfo.read(metadata);
    TableSelection selection = TableSelection.including(List.of("APP\\..*")).build();
    Position position = StartPosition.determine(metadata, database, Optional.empty(), null);
    catalog =
        DictionarySchemaCatalog.load(
            new OracleDictionary(metadata, selection), new Layouts(selection, database));
    beginning = new MiningStart(position.resumeScn(), Map.of());
    work(30);
    for (Connection session : application) {
      session.commit();
    }
  }

  /** The first two as they come; each other seed with some of the variants. */
  private static Set<RedoBehaviour> behaviours(long seed) {
    Set<RedoBehaviour> chosen = EnumSet.noneOf(RedoBehaviour.class);
    Random random = new Random(seed);
    for (RedoBehaviour behaviour : RedoBehaviour.values()) {
      if (seed > 2 && random.nextInt(3) == 0) {
        chosen.add(behaviour);
      }
    }
    if (seed % 4 == 3) {
      chosen.add(RedoBehaviour.PRIVATE_STRANDS);
    }
    return chosen;
  }

  @AfterEach
  void stop() throws SQLException {
    metadata.close();
    for (Connection session : application) {
      session.close();
    }
    oracle.close();
  }

  private void app(int session, String... statements) throws SQLException {
    try (Statement statement = application[session].createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private void work(int steps) throws SQLException {
    for (int i = 0; i < steps; i++) {
      int session = random.nextInt(SESSIONS);
      switch (random.nextInt(10)) {
        case 0, 1 -> application[session].commit();
        case 2 -> application[session].rollback();
        case 3 -> app(session, "SAVEPOINT s", insert(), insert(), "ROLLBACK TO s");
        case 4 ->
            app(
                session,
                insert(),
                "UPDATE orders SET state = state || '!' WHERE id = " + keys,
                "DELETE FROM orders WHERE id = " + keys);
        case 5 -> {
          if (random.nextInt(4) == 0) {
            oracle.switchLog();
          }
        }
        default -> app(session, insert());
      }
    }
  }

  private String insert() {
    keys++;
    return "INSERT INTO orders VALUES (" + keys + ", 'state of " + keys + "')";
  }

  @Override
  protected RedoSource newSource() {
    return new LogMinerSource(
        sessions, MiningSettings.defaults(), catalog.objects(), database, System::nanoTime);
  }

  @Override
  protected MiningStart beginning() {
    return beginning;
  }

  @Override
  protected boolean grow() {
    growths--;
    try {
      if (growths > 0) {
        work(growths % 4 == 0 ? 25 : 5);
      } else if (growths == 0) {
        for (Connection session : application) {
          session.commit();
        }
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return growths >= 0;
  }
}
