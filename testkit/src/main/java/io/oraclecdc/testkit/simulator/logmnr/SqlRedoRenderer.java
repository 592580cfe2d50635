package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.dictionary.LobStorage;
import io.oraclecdc.testkit.simulator.dictionary.SimColumn;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.redo.ColumnKind;
import io.oraclecdc.testkit.simulator.redo.Compensation;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import io.oraclecdc.testkit.simulator.redo.RowChange;
import java.sql.SQLException;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Prints SQL_REDO and SQL_UNDO of row changes, for one mining session's NLS parameters and options.
 * Needs no database: tests use it to turn a {@link RowChange} into text. Immutable, thread-safe.
 */
public final class SqlRedoRenderer {
  private static final int LARGEST_SHOWN = 1000;

  private final RenderOptions options;
  private final LiteralRenderer literals;
  private volatile @Nullable Plan lastPlan;

  /**
   * A renderer.
   *
   * @throws SQLException ORA-01821 when an NLS mask is not understood
   */
  public SqlRedoRenderer(RenderOptions options) throws SQLException {
    this.options = options;
    literals = new LiteralRenderer(options);
  }

  /** SQL_REDO of a change with the names of its own table version. */
  public String redo(RowChange change) {
    return redo(change, PrintedNames.of(change.table()));
  }

  /** SQL_UNDO of a change, likewise. */
  public String undo(RowChange change) {
    return undo(change, PrintedNames.of(change.table()));
  }

  /** SQL_REDO of the ROLLBACK = 1 row that undoes {@code original}; null when it has no text. */
  public @Nullable String compensation(RowChange original) {
    return compensating(Compensation.of(original), PrintedNames.of(original.table()));
  }

  String redo(RowChange change, PrintedNames names) {
    return switch (change.kind()) {
      case INSERT -> insert(change.table(), names, required(change.after()));
      case DELETE ->
          delete(names)
              .conditions(change.table(), loggable(change.table()), required(change.before()))
              .rowId(change.rowId(), options.rowIdCondition())
              .end();
      case UPDATE -> {
        BitSet set = updatedColumns(change);
        yield update(names)
            .assignments(change.table(), set, required(change.after()))
            .conditions(
                change.table(), loggedBefore(change.table(), set), required(change.before()))
            .rowId(change.rowId(), options.rowIdCondition())
            .end();
      }
    };
  }

  String undo(RowChange change, PrintedNames names) {
    SimTable table = change.table();
    return switch (change.kind()) {
      case INSERT ->
          delete(names)
              .conditions(
                  table,
                  names.generic() ? listed(table) : loggable(table),
                  required(change.after()))
              .rowId(change.rowId(), options.rowIdCondition())
              .end();
      case DELETE -> insert(table, names, withoutLobs(table, required(change.before())));
      case UPDATE -> {
        BitSet set = updatedColumns(change);
        yield update(names)
            .assignments(table, set, withoutLobs(table, required(change.before())))
            .conditions(table, loggedBefore(table, set), required(change.after()))
            .rowId(change.rowId(), options.rowIdCondition())
            .end();
      }
    };
  }

  /** The condition of a row about a single value: the columns that the table's logging logs. */
  String where(
      SimTable table, PrintedNames names, @Nullable Object[] row, String rowId, String prefix) {
    Statement statement = new Statement("", names, prefix);
    return statement
        .conditions(table, loggedBefore(table, new BitSet()), row)
        .rowId(rowId, options.rowIdCondition())
        .text
        .toString();
  }

  /** Text of an undo row; {@code change} is what the rollback does. Null when nothing is left. */
  @Nullable String compensating(RowChange change, PrintedNames names) {
    return switch (change.kind()) {
      case INSERT -> insert(change.table(), names, required(change.after()));
      case DELETE -> delete(names).rowId(change.rowId(), true).end();
      case UPDATE -> {
        BitSet set = (BitSet) change.assigned().clone();
        set.and(listed(change.table()));
        yield set.isEmpty()
            ? null
            : update(names)
                .assignments(
                    change.table(), set, withoutLarge(change.table(), required(change.after())))
                .rowId(change.rowId(), options.rowIdCondition())
                .end();
      }
    };
  }

  /** The old value of a large LOB is never in the redo: an undo row shows it as empty. */
  private static @Nullable Object[] withoutLarge(SimTable table, @Nullable Object[] values) {
    @Nullable Object[] copy = values.clone();
    for (int i = 0; i < copy.length; i++) {
      ColumnKind kind = ColumnKind.of(table.columns().get(i).type());
      if (kind == ColumnKind.LOB && copy[i] instanceof String text) {
        copy[i] = text.length() > LARGEST_SHOWN ? "" : text;
      } else if (kind == ColumnKind.LOB && copy[i] instanceof byte[] bytes) {
        copy[i] = bytes.length > LARGEST_SHOWN ? new byte[0] : bytes;
      } else if (kind == ColumnKind.EXTENDED) {
        copy[i] = null;
      }
    }
    return copy;
  }

  /** A control statement or DDL text. */
  String delimited(String text) {
    return options.delimiter() ? text + ";" : text;
  }

  private String insert(SimTable table, PrintedNames names, @Nullable Object[] values) {
    StringBuilder columns = new StringBuilder("insert into ").append(names.table()).append('(');
    StringBuilder list = new StringBuilder(") values (");
    BitSet listed = listed(table);
    String separator = "";
    for (int i = listed.nextSetBit(0); i >= 0; i = listed.nextSetBit(i + 1)) {
      SimColumn column = table.columns().get(i);
      columns.append(separator).append('"').append(names.column(column)).append('"');
      list.append(separator);
      separator = ",";
      ColumnKind kind = ColumnKind.of(column.type());
      LobStorage storage = table.storage().lob(column.name());
      if (kind == ColumnKind.LOB) {
        boolean told = !storage.basicFile() || storage.inRow();
        list.append(told ? emptyLob(column, names) : "NULL");
      } else if (kind == ColumnKind.EXTENDED) {
        list.append(values[i] instanceof String ? "'LM_EMPTY_STRING'" : "NULL");
      } else {
        value(list, column, values[i], names);
      }
    }
    return delimited(columns.append(list).append(')').toString());
  }

  private static String emptyLob(SimColumn column, PrintedNames names) {
    if (names.generic()) {
      return "HEXTORAW('')";
    }
    return column.type().name().equals("BLOB") ? "EMPTY_BLOB()" : "EMPTY_CLOB()";
  }

  private void value(
      StringBuilder text, SimColumn column, @Nullable Object value, PrintedNames names) {
    if (value == null) {
      text.append("NULL");
    } else if (names.generic()) {
      LiteralRenderer.hex(text, InternalEncoding.of(column.type(), value));
    } else if (column.type().name().equals("VARCHAR2")
        && value instanceof String string
        && ColumnKind.of(column.type()) == ColumnKind.EXTENDED) {
      text.append(options.quotedExtended(string));
    } else {
      literals.append(text, column.type(), value);
    }
  }

  /** SET: assigned and changed columns; all when nothing changed and all are logged. */
  private BitSet updatedColumns(RowChange change) {
    SimTable table = change.table();
    BitSet set = Compensation.setColumns(change);
    if (table.logging() == SimTable.SupplementalLogging.ALL
        && Compensation.changedColumns(change).isEmpty()
        && loggable(table).intersects(set)) { // a LOB assigned alone is a change of its own
      set.or(loggable(table));
    }
    set.and(listed(table));
    return set;
  }

  /** Columns whose old value an UPDATE record holds. */
  private BitSet loggedBefore(SimTable table, BitSet set) {
    boolean keyIsAll =
        table.logging() == SimTable.SupplementalLogging.PRIMARY_KEY && table.primaryKey().isEmpty();
    if (table.logging() == SimTable.SupplementalLogging.ALL || keyIsAll) {
      return loggable(table);
    }
    BitSet logged = (BitSet) set.clone();
    for (int i = 0; i < table.columns().size(); i++) {
      String name = table.columns().get(i).name();
      boolean isKey =
          table.logging() == SimTable.SupplementalLogging.PRIMARY_KEY
              && table.primaryKey().contains(name);
      if (isKey || table.logGroupColumns().contains(name)) {
        logged.set(i);
      }
    }
    logged.and(loggable(table));
    return logged;
  }

  private BitSet loggable(SimTable table) {
    return plan(table).loggable();
  }

  private BitSet listed(SimTable table) {
    return plan(table).listed();
  }

  @SuppressWarnings("ReferenceEquality") // rows of one table come in runs
  private Plan plan(SimTable table) {
    Plan plan = lastPlan;
    if (plan == null || plan.table() != table) {
      plan = Plan.of(table, options.has(RedoBehaviour.UNUSED_COLUMNS_SHOWN));
      lastPlan = plan;
    }
    return plan;
  }

  private static @Nullable Object[] withoutLobs(SimTable table, @Nullable Object[] values) {
    @Nullable Object[] copy = values.clone();
    for (int i = 0; i < copy.length; i++) {
      if (ColumnKind.of(table.columns().get(i).type()) == ColumnKind.LOB) {
        copy[i] = null;
      }
    }
    return copy;
  }

  private static @Nullable Object[] required(@Nullable Object @Nullable [] values) {
    if (values == null) {
      throw new IllegalArgumentException("a row change lacks the values of its kind");
    }
    return values;
  }

  private Statement update(PrintedNames names) {
    String alias = names.isAliased() ? " a" : "";
    return new Statement("update " + names.table() + alias + " set ", names, names.prefix());
  }

  private Statement delete(PrintedNames names) {
    String alias = names.isAliased() ? " a" : "";
    return new Statement("delete from " + names.table() + alias, names, names.prefix());
  }

  /** An UPDATE or DELETE that grows from left to right. */
  private final class Statement {
    private final StringBuilder text;
    private final PrintedNames names;
    private final String prefix;
    private boolean hasCondition;

    Statement(String head, PrintedNames names, String prefix) {
      text = new StringBuilder(head);
      this.names = names;
      this.prefix = prefix;
    }

    Statement assignments(SimTable table, BitSet columns, @Nullable Object[] values) {
      String separator = "";
      for (int i = columns.nextSetBit(0); i >= 0; i = columns.nextSetBit(i + 1)) {
        SimColumn column = table.columns().get(i);
        text.append(separator)
            .append(prefix)
            .append('"')
            .append(names.column(column))
            .append("\" = ");
        value(text, column, values[i], names);
        separator = ", ";
      }
      return this;
    }

    Statement conditions(SimTable table, BitSet columns, @Nullable Object[] values) {
      for (int i = columns.nextSetBit(0); i >= 0; i = columns.nextSetBit(i + 1)) {
        SimColumn column = table.columns().get(i);
        and().append(prefix).append('"').append(names.column(column)).append('"');
        if (ColumnKind.of(column.type()) == ColumnKind.LOB) {
          text.append(" = HEXTORAW('')");
        } else if (values[i] == null) {
          text.append(" IS NULL");
        } else {
          value(text.append(" = "), column, values[i], names);
        }
      }
      return this;
    }

    Statement rowId(String rowId, boolean wanted) {
      if (wanted) {
        and().append(prefix).append("ROWID = '").append(rowId).append('\'');
      }
      return this;
    }

    String end() {
      return delimited(text.toString());
    }

    private StringBuilder and() {
      text.append(hasCondition ? " and " : " where ");
      hasCondition = true;
      return text;
    }
  }

  /**
   * What a statement on a table can name.
   *
   * @param table the version
   * @param loggable columns that a WHERE can hold
   * @param listed columns that an INSERT lists
   */
  private record Plan(SimTable table, BitSet loggable, BitSet listed) {
    static Plan of(SimTable table, boolean unusedColumns) {
      BitSet loggable = new BitSet();
      BitSet listed = new BitSet();
      for (int i = 0; i < table.columns().size(); i++) {
        SimColumn column = table.columns().get(i);
        ColumnKind kind = ColumnKind.of(column.type());
        boolean isStored = !column.virtual() && (unusedColumns || !column.isUnused());
        loggable.set(i, isStored && (kind == ColumnKind.SCALAR || kind == ColumnKind.UNPRINTABLE));
        listed.set(i, isStored && kind != ColumnKind.UNLISTED && kind != ColumnKind.UNSUPPORTED);
      }
      return new Plan(table, loggable, listed);
    }
  }
}
