package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.dictionary.LobStorage;
import io.oraclecdc.testkit.simulator.dictionary.SimColumn;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.redo.ColumnKind;
import io.oraclecdc.testkit.simulator.redo.Compensation;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import io.oraclecdc.testkit.simulator.redo.RowChange;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Prints SQL_REDO and SQL_UNDO of row changes, for one mining session's NLS parameters and options.
 * Needs no database: tests use it to turn a {@link RowChange} into text. Immutable, thread-safe.
 */
public final class SqlRedoRenderer {
  private static final int LARGEST_SHOWN = 1000;
  private static final int USUAL_LENGTH = 400;

  /** Table versions whose plans are kept, a power of two. */
  private static final int PLANS = 16;

  private final RenderOptions options;
  private final LiteralRenderer literals;
  private final AtomicReferenceArray<@Nullable Plan> plans = new AtomicReferenceArray<>(PLANS);

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
    return redo(change, plan(change.table()).ownNames());
  }

  /** SQL_UNDO of a change, likewise. */
  public String undo(RowChange change) {
    return undo(change, plan(change.table()).ownNames());
  }

  /** SQL_REDO of the ROLLBACK = 1 row that undoes {@code original}; null when it has no text. */
  public @Nullable String compensation(RowChange original) {
    return compensating(Compensation.of(original), plan(original.table()).ownNames());
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
    Plan plan = plan(table);
    StringBuilder text = new StringBuilder(USUAL_LENGTH);
    text.append(names.equals(plan.ownNames()) ? plan.insertHead() : insertHead(plan, names));
    BitSet listed = plan.listed();
    String separator = "";
    for (int i = listed.nextSetBit(0); i >= 0; i = listed.nextSetBit(i + 1)) {
      SimColumn column = table.columns().get(i);
      text.append(separator);
      separator = ",";
      switch (plan.kinds().get(i)) {
        case LOB -> {
          LobStorage storage = table.storage().lob(column.name());
          boolean told = !storage.basicFile() || storage.inRow() || isEmpty(values[i]);
          text.append(told ? emptyLob(column, names) : "NULL");
        }
        case EXTENDED -> text.append(values[i] instanceof String ? "'LM_EMPTY_STRING'" : "NULL");
        default -> value(text, column, values[i], names);
      }
    }
    return delimited(text.append(')'));
  }

  private static boolean isEmpty(@Nullable Object value) {
    return (value instanceof String text && text.isEmpty())
        || (value instanceof byte[] bytes && bytes.length == 0);
  }

  private static String insertHead(Plan plan, PrintedNames names) {
    return insertHead(plan.table(), plan.listed(), names);
  }

  private static String insertHead(SimTable table, BitSet listed, PrintedNames names) {
    StringBuilder head = new StringBuilder("insert into ").append(names.table()).append('(');
    String separator = "";
    for (int i = listed.nextSetBit(0); i >= 0; i = listed.nextSetBit(i + 1)) {
      String name = names.column(table.columns().get(i));
      head.append(separator).append('"').append(name).append('"');
      separator = ",";
    }
    return head.append(") values (").toString();
  }

  private String delimited(StringBuilder text) {
    return (options.delimiter() ? text.append(';') : text).toString();
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
    Plan plan = plan(table);
    BitSet logged = (BitSet) set.clone();
    logged.or(plan.loggedAnyway());
    logged.and(plan.loggable());
    return logged;
  }

  private BitSet loggable(SimTable table) {
    return plan(table).loggable();
  }

  private BitSet listed(SimTable table) {
    return plan(table).listed();
  }

  @SuppressWarnings("ReferenceEquality") // a version is one object
  private Plan plan(SimTable table) {
    int at = (int) (table.objectId() + 31L * table.containerId()) & (PLANS - 1);
    Plan plan = plans.get(at);
    if (plan == null || plan.table() != table) {
      plan = Plan.of(table, options.has(RedoBehaviour.UNUSED_COLUMNS_SHOWN));
      plans.set(at, plan);
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
      text = new StringBuilder(USUAL_LENGTH).append(head);
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
      List<ColumnKind> kinds = plan(table).kinds();
      for (int i = columns.nextSetBit(0); i >= 0; i = columns.nextSetBit(i + 1)) {
        SimColumn column = table.columns().get(i);
        and().append(prefix).append('"').append(names.column(column)).append('"');
        if (kinds.get(i) == ColumnKind.LOB) {
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
      return delimited(text);
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
   * @param kinds of its columns
   * @param loggable columns that a WHERE can hold
   * @param listed columns that an INSERT lists
   * @param loggedAnyway columns that the primary key and log groups add to a WHERE
   * @param ownNames names of the version itself
   * @param insertHead an INSERT with them, up to its values
   */
  private record Plan(
      SimTable table,
      List<ColumnKind> kinds,
      BitSet loggable,
      BitSet listed,
      BitSet loggedAnyway,
      PrintedNames ownNames,
      String insertHead) {
    static Plan of(SimTable table, boolean unusedColumns) {
      List<ColumnKind> kinds = new ArrayList<>();
      BitSet loggable = new BitSet();
      BitSet listed = new BitSet();
      BitSet loggedAnyway = new BitSet();
      boolean logsKey = table.logging() == SimTable.SupplementalLogging.PRIMARY_KEY;
      for (int i = 0; i < table.columns().size(); i++) {
        SimColumn column = table.columns().get(i);
        String name = column.name();
        ColumnKind kind = ColumnKind.of(column.type());
        kinds.add(kind);
        boolean isStored = !column.virtual() && (unusedColumns || !column.isUnused());
        loggable.set(i, isStored && (kind == ColumnKind.SCALAR || kind == ColumnKind.UNPRINTABLE));
        listed.set(i, isStored && kind != ColumnKind.UNLISTED && kind != ColumnKind.UNSUPPORTED);
        loggedAnyway.set(
            i,
            (logsKey && table.primaryKey().contains(name))
                || table.logGroupColumns().contains(name));
      }
      PrintedNames names = PrintedNames.of(table);
      String head = SqlRedoRenderer.insertHead(table, listed, names);
      return new Plan(table, kinds, loggable, listed, loggedAnyway, names, head);
    }
  }
}
