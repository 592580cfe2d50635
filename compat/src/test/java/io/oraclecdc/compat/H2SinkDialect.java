package io.oraclecdc.compat;

import io.debezium.connector.jdbc.JdbcSinkConnectorConfig;
import io.debezium.connector.jdbc.JdbcSinkRecord;
import io.debezium.connector.jdbc.dialect.DatabaseDialect;
import io.debezium.connector.jdbc.dialect.DatabaseDialectProvider;
import io.debezium.connector.jdbc.dialect.GeneralDatabaseDialect;
import io.debezium.connector.jdbc.relational.TableDescriptor;
import java.util.stream.Collectors;
import org.hibernate.SessionFactory;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.H2Dialect;

/** What Debezium's sink lacks for H2: its own dialect of all databases knows no upsert. */
public final class H2SinkDialect extends GeneralDatabaseDialect {

  /** Found by the sink's ServiceLoader. */
  public static final class Provider implements DatabaseDialectProvider {
    @Override
    public boolean supports(Dialect dialect) {
      return dialect instanceof H2Dialect;
    }

    @Override
    public Class<?> name() {
      return H2SinkDialect.class;
    }

    @Override
    public DatabaseDialect instantiate(JdbcSinkConnectorConfig config, SessionFactory sessions) {
      return new H2SinkDialect(config, sessions);
    }
  }

  private H2SinkDialect(JdbcSinkConnectorConfig config, SessionFactory sessions) {
    super(config, sessions);
  }

  @Override
  public String getUpsertStatement(TableDescriptor table, JdbcSinkRecord item) {
    String key =
        item.keyFieldNames().stream()
            .map(name -> toIdentifier(resolveColumnNameFromField(name)))
            .collect(Collectors.joining(","));
    return getInsertStatement(table, item)
        .replaceFirst(
            "^INSERT INTO (.*?\\(.*?\\)) VALUES", "MERGE INTO $1 KEY(" + key + ") VALUES");
  }
}
