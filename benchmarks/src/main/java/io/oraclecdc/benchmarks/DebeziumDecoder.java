package io.oraclecdc.benchmarks;

import io.debezium.config.Configuration;
import io.debezium.connector.oracle.OracleConnection;
import io.debezium.connector.oracle.OracleConnectorConfig;
import io.debezium.connector.oracle.OracleValueConverters;
import io.debezium.connector.oracle.logminer.parser.LogMinerDmlEntry;
import io.debezium.connector.oracle.logminer.parser.LogMinerDmlParser;
import io.debezium.relational.Column;
import io.debezium.relational.Table;
import io.debezium.relational.ValueConverter;
import java.util.List;
import oracle.sql.CharacterSet;
import org.apache.kafka.connect.data.Field;
import org.jspecify.annotations.Nullable;

/**
 * What the peer does from SQL_REDO to values: its parser, then its converter of each column, with
 * its defaults. No schema, struct or envelope is made of them, which it does besides.
 */
final class DebeziumDecoder {
  private final LogMinerDmlParser parser;
  private final Table table;
  private final ValueConverter[] converters;

  DebeziumDecoder(Table table) {
    OracleConnectorConfig settings = settings();
    OracleValueConverters provider = converters(settings);
    this.table = table;
    this.parser = new LogMinerDmlParser(settings);
    List<Column> columns = table.columns();
    this.converters = new ValueConverter[columns.size()];
    for (int i = 0; i < converters.length; i++) {
      Column column = columns.get(i);
      Field field = new Field(column.name(), i, provider.schemaBuilder(column).optional().build());
      converters[i] = provider.converter(column, field);
    }
  }

  /** Defaults, and what the peer refuses to be without. */
  static OracleConnectorConfig settings() {
    return new OracleConnectorConfig(
        Configuration.create()
            .with("topic.prefix", "bench")
            .with("database.hostname", "none")
            .with("database.port", 1521)
            .with("database.user", "none")
            .with("database.password", "none")
            .with("database.dbname", "FREE")
            .build());
  }

  /** The converters of all columns. */
  static OracleValueConverters converters(OracleConnectorConfig settings) {
    return new OracleValueConverters(settings, new CharacterSets(settings));
  }

  /**
   * The values of a statement.
   *
   * @param before converted values of WHERE, null for an insert
   * @param after converted values of the new row, null for a delete
   */
  @SuppressWarnings("ArrayRecordComponent") // The peer's own form, not compared as a record.
  record Values(Object @Nullable [] before, Object @Nullable [] after) {}

  /** Parses a statement: what the peer keeps of a change until its transaction ends. */
  LogMinerDmlEntry parse(String sql) {
    return parser.parse(sql, table);
  }

  /** Parses a statement and converts the values of both images. */
  Values decode(String sql) {
    LogMinerDmlEntry entry = parser.parse(sql, table);
    return switch (entry.getEventType()) {
      case INSERT -> new Values(null, convert(entry.getNewValues()));
      case DELETE -> new Values(convert(entry.getOldValues()), null);
      default -> new Values(convert(entry.getOldValues()), convert(entry.getNewValues()));
    };
  }

  private Object[] convert(Object[] texts) {
    Object[] values = new Object[texts.length];
    for (int i = 0; i < texts.length; i++) {
      values[i] = converters[i].convert(texts[i]);
    }
    return values;
  }

  /** The converters ask a connection for two character sets and for nothing else. */
  private static final class CharacterSets extends OracleConnection {

    CharacterSets(OracleConnectorConfig settings) {
      super(settings, settings.getJdbcConfig(), false);
    }

    @Override
    public CharacterSet getDatabaseCharacterSet() {
      return CharacterSet.make(CharacterSet.AL32UTF8_CHARSET);
    }

    @Override
    public CharacterSet getNationalCharacterSet() {
      return CharacterSet.make(CharacterSet.AL16UTF16_CHARSET);
    }
  }
}
