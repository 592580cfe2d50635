package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.dictionary.CatalogContainer;
import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.UUID;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.schema.Schema;
import org.h2.schema.Sequence;

/** The H2 database that stores the rows of one container. Thread-safe. */
final class Storage {
  private static final String SETTINGS =
      ";MODE=Oracle;DEFAULT_NULL_ORDERING=HIGH;OPTIMIZE_REUSE_RESULTS=0"
          + ";LOCK_TIMEOUT=200;DB_CLOSE_DELAY=-1;QUERY_CACHE_SIZE=64"
          + ";NON_KEYWORDS=VALUE,KEY,DAY,MONTH,YEAR,HOUR,MINUTE,SECOND,IF,QUALIFY,END";

  private final String url;
  private final Connection admin;

  private Storage(String url, Connection admin) {
    this.url = url;
    this.admin = admin;
  }

  /** A new one, in memory. */
  static Storage create() throws SQLException {
    String url = "jdbc:h2:mem:oracle_simulator_" + UUID.randomUUID() + SETTINGS;
    return new Storage(url, DriverManager.getConnection(url, "sa", ""));
  }

  /**
   * The connection of the database itself, in autocommit mode; used under the dictionary's lock.
   */
  Connection admin() {
    return admin;
  }

  /** One more connection, in autocommit mode. */
  Connection connect() throws SQLException {
    return DriverManager.getConnection(url, "sa", "");
  }

  /** Where a sequence is; empty when it is not there. */
  Optional<CatalogContainer.SequencePosition> position(ObjectKey key) {
    if (((JdbcConnection) admin).getSession() instanceof SessionLocal session) {
      Schema schema = session.getDatabase().findSchema(key.owner());
      Sequence sequence = schema == null ? null : schema.findSequence(key.name());
      if (sequence != null) {
        return Optional.of(
            new CatalogContainer.SequencePosition(
                sequence.getStartValue(), sequence.getBaseValue()));
      }
    }
    return Optional.empty();
  }

  /** Makes the schema of a user, if it is not there. */
  void createSchema(String name) throws SQLException {
    execute("CREATE SCHEMA IF NOT EXISTS " + InnerNames.quoted(name));
  }

  /** Forgets everything; its connections are closed. */
  void shutdown() throws SQLException {
    execute("SHUTDOWN IMMEDIATELY");
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = admin.createStatement()) {
      statement.execute(sql);
    }
  }
}
