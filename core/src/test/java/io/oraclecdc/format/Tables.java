package io.oraclecdc.format;

import io.oraclecdc.model.Container;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.OracleType;
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.RecordKey;
import io.oraclecdc.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Tables of tests: columns are declared as in CREATE TABLE. */
final class Tables {
  private static final Pattern NUMBERS = Pattern.compile("\\((\\*|-?\\d+)(?:\\s*,\\s*(-?\\d+))?");

  private Tables() {}

  /** A table {@code APP.T} without containers whose first column is the key. */
  static Builder table(String... columns) {
    return new Builder(TableId.of("APP", "T"), new Container(0, "ORCL"), columns);
  }

  static Builder named(TableId id, String... columns) {
    return new Builder(
        id, id.pdb().isEmpty() ? new Container(0, "ORCL") : new Container(3, id.pdb()), columns);
  }

  /** The type of a declaration such as {@code NUMBER(10,2)}. */
  static OracleType type(String declaration) {
    String upper = declaration.strip();
    Matcher matcher = NUMBERS.matcher(upper);
    Integer first = null;
    Integer second = null;
    if (matcher.find()) {
      first = matcher.group(1).equals("*") ? null : Integer.valueOf(matcher.group(1));
      second = matcher.group(2) == null ? null : Integer.valueOf(matcher.group(2));
    }
    if (upper.startsWith("INTERVAL DAY")) {
      Matcher seconds = Pattern.compile("SECOND\\((\\d)\\)").matcher(upper);
      return new OracleType(
          Kind.INTERVAL_DAY_TO_SECOND,
          upper,
          0,
          first,
          seconds.find() ? Integer.valueOf(seconds.group(1)) : Integer.valueOf(6));
    }
    if (upper.startsWith("INTERVAL YEAR")) {
      return new OracleType(Kind.INTERVAL_YEAR_TO_MONTH, upper, 0, first, null);
    }
    if (upper.startsWith("TIMESTAMP")) {
      Kind kind =
          upper.endsWith("WITH LOCAL TIME ZONE")
              ? Kind.TIMESTAMP_WITH_LOCAL_TIME_ZONE
              : upper.endsWith("WITH TIME ZONE") ? Kind.TIMESTAMP_WITH_TIME_ZONE : Kind.TIMESTAMP;
      return new OracleType(kind, upper, 0, null, first == null ? Integer.valueOf(6) : first);
    }
    String word = upper.replaceAll("\\(.*", "").strip();
    return switch (word) {
      case "INTEGER" -> new OracleType(Kind.NUMBER, upper, 0, null, 0);
      case "NUMBER" ->
          new OracleType(
              Kind.NUMBER,
              upper,
              0,
              first,
              second != null ? second : first != null ? Integer.valueOf(0) : null);
      case "FLOAT" ->
          new OracleType(Kind.FLOAT, upper, 0, first == null ? Integer.valueOf(126) : first, null);
      case "LONG RAW" -> new OracleType(Kind.LONG_RAW, upper, 0, null, null);
      default -> new OracleType(Kind.valueOf(word), upper, first == null ? 0 : first, null, null);
    };
  }

  /** Collects what tests change. */
  static final class Builder {
    private final TableId id;
    private final Container container;
    private final List<Column> columns = new ArrayList<>();
    private RecordKey key = new RecordKey(RecordKey.Kind.COLUMNS, List.of(0));
    private int version = 1;

    private Builder(TableId id, Container container, String... declarations) {
      this.id = id;
      this.container = container;
      for (String declaration : declarations) {
        add(declaration, null, Column.Use.CAPTURED);
      }
    }

    Builder withDefault(String declaration, String expression) {
      return add(declaration, expression, Column.Use.CAPTURED);
    }

    Builder with(String declaration, Column.Use use) {
      return add(declaration, null, use);
    }

    private Builder add(String declaration, @Nullable String expression, Column.Use use) {
      int end =
          declaration.startsWith("\"") ? declaration.indexOf('"', 1) + 1 : declaration.indexOf(' ');
      String name = declaration.substring(0, end).replace("\"", "");
      String rest = declaration.substring(end).strip();
      boolean notNull = rest.endsWith("NOT NULL");
      columns.add(
          new Column(
              name,
              type(rest.replace("NOT NULL", "").strip()),
              !notNull && !columns.isEmpty(),
              columns.size() + 1,
              use,
              expression));
      return this;
    }

    Builder key(Integer... indexes) {
      key = new RecordKey(RecordKey.Kind.COLUMNS, List.of(indexes));
      return this;
    }

    Builder key(RecordKey other) {
      key = other;
      return this;
    }

    Builder version(int number) {
      version = number;
      return this;
    }

    TableSchema build() {
      return new TableSchema(
          id, container, 7001, version, false, columns, key, TableSchema.SupplementalLogging.ALL);
    }
  }
}
