package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.Partitioning;
import io.oraclecdc.testkit.simulator.dictionary.Partitioning.Interval;
import io.oraclecdc.testkit.simulator.dictionary.Partitioning.Method;
import io.oraclecdc.testkit.simulator.dictionary.Partitioning.Partition;
import io.oraclecdc.testkit.simulator.dictionary.SimColumn;
import io.oraclecdc.testkit.simulator.dictionary.SimType;
import io.oraclecdc.testkit.simulator.dictionary.TableDraft;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry.Trait;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** PARTITION BY and the descriptions of partitions; bounds are computed once, by H2. */
final class PartitionClauses {
  private final TokenCursor cursor;
  private final DdlTarget target;
  private final TableDraft draft;

  PartitionClauses(TokenCursor cursor, DdlTarget target, TableDraft draft) {
    this.cursor = cursor;
    this.target = target;
    this.draft = draft;
  }

  /** What follows PARTITION BY. */
  void define() throws SQLException {
    Method method =
        switch (cursor.next().value()) {
          case "RANGE" -> Method.RANGE;
          case "LIST" -> Method.LIST;
          case "HASH" -> Method.HASH;
          default -> throw FromParser.unsupported();
        };
    List<String> columns = columns();
    if (method == Method.LIST && columns.size() > 1) {
      throw FromParser.unsupported();
    }
    Interval interval = null;
    if (cursor.accept("INTERVAL")) {
      interval = interval();
    }
    if (cursor.isAny("AUTOMATIC", "STORE", "SUBPARTITION")) {
      throw FromParser.unsupported();
    }
    List<Partition> partitions = new ArrayList<>();
    if (cursor.accept("PARTITIONS")) {
      int count = cursor.integer();
      for (int i = 0; i < count; i++) {
        long id = target.dictionary().nextObjectId();
        partitions.add(new Partition("SYS_P" + id, id, id, List.of(), List.of(), ""));
      }
    } else {
      cursor.expectOpen();
      do {
        cursor.expectWord("PARTITION");
        partitions.add(partition(method, columns));
      } while (cursor.accept(","));
      cursor.expectClose();
    }
    if (partitions.isEmpty()) {
      throw OraErrors.of(14004, "missing PARTITION keyword");
    }
    draft.traits().add(Trait.PARTITIONED);
    draft.storage(
        draft.storage().withPartitioning(new Partitioning(method, columns, partitions, interval)));
  }

  private List<String> columns() throws SQLException {
    cursor.expectOpen();
    List<String> columns = new ArrayList<>();
    do {
      String name = cursor.next().value();
      SimColumn column = draft.column(name).orElseThrow(() -> FromParser.invalid(name));
      if (column.virtual()) {
        throw FromParser.unsupported();
      }
      columns.add(name);
    } while (cursor.accept(","));
    cursor.expectClose();
    return columns;
  }

  private Interval interval() throws SQLException {
    cursor.expectOpen();
    Expr value = expression();
    cursor.expectClose();
    Object step = target.value(value.sql(), value.kind());
    if (step instanceof Integer months && value.kind() == Kind.INTERVAL_YM) {
      return new Interval(null, months, 0);
    }
    if (step instanceof Duration duration) {
      return new Interval(null, 0, (int) duration.toDays());
    }
    if (step instanceof BigDecimal number && number.signum() > 0) {
      return new Interval(number, 0, 0);
    }
    throw OraErrors.of(14752, "Interval expression is not a constant of the correct type");
  }

  private Expr expression() throws SQLException {
    Parsing parsing = new Parsing(cursor, target.session(), Binds.ofDefinition());
    return parsing.expressions().expression(new Scope(null));
  }

  /** A partition's name, values and physical clauses. */
  Partition partition(Method method, List<String> columns) throws SQLException {
    boolean unnamed = cursor.is("VALUES") || cursor.is(",") || cursor.is(")");
    long id = target.dictionary().nextObjectId();
    String name = unnamed ? "SYS_P" + id : cursor.name(14006, "invalid partition name");
    List<Optional<Object>> bound = List.of();
    List<Optional<Object>> values = List.of();
    int mark = cursor.mark();
    if (method != Method.HASH) {
      cursor.expectWord("VALUES");
      if (method == Method.RANGE) {
        cursor.expectWord("LESS");
        cursor.expectWord("THAN");
        mark = cursor.mark();
        bound = bounds(columns);
      } else {
        mark = cursor.mark();
        values = values(columns.get(0));
      }
    }
    String high = method == Method.HASH ? "" : inner(cursor.textSince(mark));
    physical();
    return new Partition(name, id, id, bound, values, high);
  }

  private static String inner(String parenthesized) {
    String text = parenthesized.strip();
    return text.startsWith("(") && text.endsWith(")")
        ? text.substring(1, text.length() - 1).strip()
        : text;
  }

  private void physical() throws SQLException {
    while (ColumnClauses.startsTail(cursor)) {
      TableDraft ignored = new TableDraft(draft.freeze(target.dictionary().logging()));
      PhysicalClauses.skip(cursor, ignored, target);
    }
  }

  /** {@code (value | MAXVALUE, ..)} for the key columns. */
  List<Optional<Object>> bounds(List<String> columns) throws SQLException {
    cursor.expectOpen();
    List<Optional<Object>> bounds = new ArrayList<>();
    do {
      if (bounds.size() == columns.size()) {
        throw OraErrors.of(14019, "partition bound element must be a literal or MAXVALUE");
      }
      bounds.add(
          cursor.accept("MAXVALUE")
              ? Optional.empty()
              : Optional.ofNullable(constant(columns.get(bounds.size()))));
    } while (cursor.accept(","));
    cursor.expectClose();
    return bounds;
  }

  /** {@code (value | NULL, ..)} or {@code (DEFAULT)}. */
  List<Optional<Object>> values(String column) throws SQLException {
    cursor.expectOpen();
    List<Optional<Object>> values = new ArrayList<>();
    if (!cursor.accept("DEFAULT")) {
      do {
        values.add(Optional.ofNullable(constant(column)));
      } while (cursor.accept(","));
    }
    cursor.expectClose();
    return values;
  }

  private @Nullable Object constant(String column) throws SQLException {
    SimType type = draft.column(column).orElseThrow().type();
    Expr value = Conversions.assign(expression(), type);
    return target.value(value.sql(), Kind.of(type));
  }
}
