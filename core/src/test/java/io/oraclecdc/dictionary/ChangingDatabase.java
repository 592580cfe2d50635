package io.oraclecdc.dictionary;

import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.errors.RetriableException;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.mining.MiningStep;
import io.oraclecdc.mining.RedoSource;
import io.oraclecdc.mining.StepEnd;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.RowId;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.model.Xid;
import io.oraclecdc.schema.DictionaryTable;
import io.oraclecdc.schema.SegmentRef;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * A database of one table that statements of DDL change while sessions write to it, made from a
 * seed. Redo is printed when it is read, with the dictionary of that moment: rows of an older
 * layout have numbers for names. A statement of DDL is in the redo before it is committed, and the
 * dictionary shows it only then. The dictionary moves on while it is read.
 */
final class ChangingDatabase implements TableDirectory, RedoSource {
  private static final RedoThread THREAD = new RedoThread(1);
  private static final TableId T = TableId.of("APP", "T");
  private static final long OBJECT = 7;
  private static final int SESSIONS = 3;

  private final SplittableRandom random;
  private final List<Entry> redo = new ArrayList<>();
  private final List<Layout> layouts = new ArrayList<>();
  private final List<TableRow> rows = new ArrayList<>();
  private final Session[] sessions = new Session[SESSIONS];
  private final List<String> committed = new ArrayList<>();
  private @Nullable Pending pending;
  private long scn = 1000;
  private int transactions;
  private int names;
  private boolean quiet = true;

  /** A column for as long as it exists, whatever its name. */
  private static final class Col {
    private final String letter;

    Col(String letter) {
      this.letter = letter;
    }
  }

  /**
   * A layout.
   *
   * @param columns in internal order
   * @param names of the columns, null of those set unused
   * @param lengths of the columns
   * @param key columns of the primary key
   * @param structure rises with what makes LogMiner lose the names of older rows
   */
  private record Layout(
      List<Col> columns,
      Map<Col, String> names,
      Map<Col, Integer> lengths,
      List<Col> key,
      int structure) {}

  private record Entry(
      OperationCode kind,
      long scn,
      int transaction,
      @Nullable Layout layout,
      String verb,
      Map<Col, String> before,
      Map<Col, String> after,
      int rowNumber,
      String text) {}

  private record Pending(Layout after, int transaction) {}

  private static final class TableRow {
    private final int number;
    private final Map<Col, String> values = new HashMap<>();
    private int owner;

    TableRow(int number) {
      this.number = number;
    }
  }

  private static final class Session {
    private int transaction;
    private long startScn;
    private final List<String> changes = new ArrayList<>();
  }

  /** How often a statement does something else than its text says, of a hundred. */
  private final int lies;

  ChangingDatabase(long seed, int lies) {
    random = new SplittableRandom(seed);
    this.lies = lies;
    Col id = new Col("ID");
    Col a = new Col("A");
    Col b = new Col("B");
    layouts.add(
        new Layout(
            List.of(id, a, b),
            Map.of(id, "ID", a, "A", b, "B"),
            Map.of(id, 20, a, 20, b, 20),
            List.of(id),
            0));
    for (int i = 0; i < SESSIONS; i++) {
      sessions[i] = new Session();
    }
  }

  /** What has to be delivered so far. */
  List<String> committed() {
    return committed;
  }

  int statements() {
    return layouts.size() - 1;
  }

  /** From now on the database works also while it is read. */
  void wake() {
    quiet = false;
  }

  void advance(int actions) {
    for (int i = 0; i < actions; i++) {
      act();
    }
  }

  /** Ends everything that is open. */
  void quiesce() {
    quiet = true;
    if (pending != null) {
      endDdl();
    }
    for (Session session : sessions) {
      commit(session);
    }
    scn++;
  }

  private Layout dictionary() {
    return layouts.get(layouts.size() - 1);
  }

  private void act() {
    scn += random.nextInt(3) + 1;
    if (pending != null) {
      if (random.nextInt(3) == 0) {
        endDdl();
      }
      return; // the table is locked
    }
    int roll = random.nextInt(100);
    Session session = sessions[random.nextInt(SESSIONS)];
    if (roll < 10) {
      beginDdl();
    } else if (roll < 35) {
      commit(session);
    } else {
      write(session);
    }
  }

  private void commit(Session session) {
    if (session.transaction == 0) {
      return;
    }
    scn++;
    add(OperationCode.COMMIT, session.transaction, "");
    committed.addAll(session.changes);
    session.changes.clear();
    for (TableRow row : rows) {
      row.owner = row.owner == session.transaction ? 0 : row.owner;
    }
    session.transaction = 0;
  }

  private void add(OperationCode kind, int transaction, String text) {
    redo.add(new Entry(kind, scn, transaction, null, "", Map.of(), Map.of(), 0, text));
  }

  private void write(Session session) {
    if (session.transaction == 0) {
      session.transaction = ++transactions;
      session.startScn = scn;
      add(OperationCode.START, session.transaction, "");
    }
    Layout layout = dictionary();
    List<TableRow> free =
        rows.stream().filter(r -> r.owner == 0 || r.owner == session.transaction).toList();
    int roll = random.nextInt(10);
    if (free.isEmpty() || roll < 5) {
      TableRow row = new TableRow(++names);
      layout.columns().forEach(column -> set(layout, row, column));
      row.values.put(layout.columns().get(0), String.valueOf(row.number));
      rows.add(row);
      write(session, row, OperationCode.INSERT, Map.of());
    } else if (roll < 9) {
      TableRow row = free.get(random.nextInt(free.size()));
      Map<Col, String> before = new HashMap<>(row.values);
      Col column = layout.columns().get(random.nextInt(layout.columns().size()));
      if (column == layout.columns().get(0) || layout.names().get(column) == null) {
        return;
      }
      row.values.put(column, "w" + ++names);
      write(session, row, OperationCode.UPDATE, before);
    } else {
      TableRow row = free.get(random.nextInt(free.size()));
      rows.remove(row);
      write(session, row, OperationCode.DELETE, new HashMap<>(row.values));
    }
  }

  private void set(Layout layout, TableRow row, Col column) {
    if (layout.names().get(column) != null && random.nextInt(4) != 0) {
      row.values.put(column, "v" + ++names);
    }
  }

  private void write(Session session, TableRow row, OperationCode kind, Map<Col, String> before) {
    row.owner = session.transaction;
    Layout layout = dictionary();
    Map<Col, String> after = kind == OperationCode.DELETE ? Map.of() : new HashMap<>(row.values);
    redo.add(
        new Entry(
            kind, scn, session.transaction, layout, kind.name(), before, after, row.number, ""));
    Map<Col, String> shown = kind == OperationCode.DELETE ? before : after;
    StringJoiner text = new StringJoiner(" ", kind + " ", " key " + keyOf(layout));
    for (Col column : layout.columns()) {
      String name = layout.names().get(column);
      if (name != null) {
        text.add(name + "=" + shown.get(column));
      }
    }
    session.changes.add(text.toString());
  }

  private static List<String> keyOf(Layout layout) {
    return layout.key().stream().map(column -> layout.names().get(column)).toList();
  }

  private void beginDdl() {
    Layout now = dictionary();
    List<Col> columns = new ArrayList<>(now.columns());
    Map<Col, String> named = new HashMap<>(now.names());
    Map<Col, Integer> lengths = new HashMap<>(now.lengths());
    List<Col> key = now.key();
    List<Col> free = columns.stream().skip(1).filter(c -> named.get(c) != null).toList();
    Col some = free.isEmpty() ? null : free.get(random.nextInt(free.size()));
    int structure = now.structure() + 1;
    String text;
    int roll = random.nextInt(12);
    if (roll < 3 || some == null) {
      text = "ALTER TABLE \"APP\".\"T\" ADD (";
      int more = 1 + random.nextInt(2);
      for (int i = 0; i < more; i++) {
        Col column = new Col("C");
        columns.add(column);
        named.put(column, "C" + ++names);
        lengths.put(column, 30);
        text += (i == 0 ? "" : ", ") + named.get(column) + " VARCHAR2(30) /* ); */";
      }
      text += ")";
    } else if (roll < 5) {
      text = "alter table app.t drop column " + named.get(some) + " cascade constraints";
      columns.remove(some);
      columns.removeIf(c -> named.get(c) == null);
      named.remove(some);
      forget(some);
    } else if (roll < 6) {
      text = "ALTER TABLE app.t SET UNUSED (\"" + named.get(some) + "\")";
      named.remove(some);
      forget(some);
    } else if (roll < 8) {
      String name = some.letter + "R" + ++names;
      text = "ALTER TABLE t RENAME COLUMN " + named.get(some) + " TO " + name;
      named.put(some, name);
    } else if (roll < 9) {
      lengths.merge(some, 10, Integer::sum);
      text = "ALTER TABLE t MODIFY " + named.get(some) + " VARCHAR2(" + lengths.get(some) + ")";
    } else if (roll < 10) {
      structure--;
      if (key.isEmpty()) {
        key = List.of(columns.get(0));
        text = "ALTER TABLE t ADD CONSTRAINT pk" + ++names + " PRIMARY KEY (id)";
      } else {
        key = List.of();
        text = "ALTER TABLE t DROP PRIMARY KEY";
      }
    } else {
      structure--;
      text = roll < 11 ? "COMMENT ON TABLE t IS 'alter'" : "ALTER TABLE t MOVE";
    }
    if (random.nextInt(100) < lies) {
      text = "ALTER TABLE t ADD (x" + ++names + " VARCHAR2(5))";
    }
    int transaction = ++transactions;
    add(OperationCode.START, transaction, "");
    scn++;
    add(OperationCode.DDL, transaction, text);
    pending =
        new Pending(
            new Layout(
                List.copyOf(columns), Map.copyOf(named), Map.copyOf(lengths), key, structure),
            transaction);
    if (random.nextBoolean()) {
      endDdl();
    }
  }

  private void forget(Col column) {
    rows.forEach(row -> row.values.remove(column));
  }

  private void endDdl() {
    Pending ending = pending;
    if (ending != null) {
      scn++;
      layouts.add(ending.after());
      add(OperationCode.COMMIT, ending.transaction(), "");
      pending = null;
    }
  }

  // The dictionary.

  private void letTheDatabaseWork() {
    if (!quiet && random.nextInt(3) == 0) {
      advance(random.nextInt(12));
    }
  }

  private DictionaryTable described() {
    Layout layout = dictionary();
    List<DictionaryTable.DictionaryColumn> columns = new ArrayList<>();
    for (Col column : layout.columns()) {
      String name = layout.names().get(column);
      int number = columns.size() + 1;
      int length = layout.lengths().getOrDefault(column, 0);
      columns.add(
          new DictionaryTable.DictionaryColumn(
              name == null ? "SYS_C%05d_26113012:00:00$".formatted(number) : name,
              "VARCHAR2",
              null,
              length,
              length,
              false,
              null,
              null,
              !layout.key().contains(column),
              name == null,
              false,
              false,
              false,
              number,
              null));
    }
    return new DictionaryTable(
        T,
        OBJECT,
        List.of(OBJECT),
        DictionaryTable.Organization.HEAP,
        false,
        false,
        columns,
        keyOf(layout),
        layout.key().isEmpty() ? List.of() : List.of(keyOf(layout)),
        List.of(new DictionaryTable.LogGroup("ALL COLUMN LOGGING", java.util.Set.of())));
  }

  @Override
  public List<DictionaryTable> capturedTables() {
    letTheDatabaseWork();
    return List.of(described());
  }

  @Override
  public Optional<DictionaryTable> capturedTable(TableId table) {
    letTheDatabaseWork();
    return table.equals(T) ? Optional.of(described()) : Optional.empty();
  }

  @Override
  public Optional<DictionaryTable> tableOfObject(long objectId) {
    return objectId == OBJECT ? Optional.of(described()) : Optional.empty();
  }

  @Override
  public long highestObjectId() {
    return OBJECT;
  }

  @Override
  public boolean isCaptured(TableId table) {
    return table.equals(T);
  }

  @Override
  public Scn currentScn() {
    letTheDatabaseWork();
    return new Scn(scn);
  }

  // The redo.

  @Override
  public MiningStep open(MiningStart start) {
    int end = redo.size();
    RedoAddress cursor = start.cursors().get(THREAD);
    int from = cursor == null ? 0 : (int) cursor.block();
    if (!quiet && random.nextInt(3) == 0) {
      end = Math.min(end, from + random.nextInt(15));
    }
    int failAt = !quiet && random.nextInt(8) == 0 ? random.nextInt(20) : -1;
    long active = pending == null ? scn + 1 : redo.get(redo.size() - 2).scn();
    for (Session session : sessions) {
      active = session.transaction == 0 ? active : Math.min(active, session.startScn);
    }
    List<MinedRow> printed = new ArrayList<>();
    for (int i = 0; i < end; i++) {
      if (redo.get(i).scn() >= start.lowestScn().value()) {
        printed.add(row(i, redo.get(i)));
      }
    }
    return new Step(printed, end, from, failAt, active);
  }

  @Override
  public void close() {}

  private MinedRow row(int index, Entry entry) {
    Layout layout = entry.layout();
    boolean isRow = layout != null;
    boolean named = layout != null && layout.structure() == dictionary().structure();
    boolean isDdl = entry.kind() == OperationCode.DDL;
    return new MinedRow(
        new Scn(entry.scn()),
        THREAD,
        new RedoAddress(1, index + 1, 16),
        0,
        new TransactionKey(0, new Xid(1, entry.transaction() % 30_000, entry.transaction())),
        entry.kind(),
        0,
        false,
        isRow || isDdl ? new SegmentRef(0, "APP", "T", OBJECT) : new SegmentRef(0, null, null, 0),
        isRow ? new RowId("AAAR2dAAEAAA%06d".formatted(entry.rowNumber())) : null,
        false,
        !isRow || named ? 0 : 2,
        isDdl ? "USER DDL (PlSql=0 RecDep=0)" : !isRow || named ? null : "Dictionary Mismatch",
        LocalDateTime.of(2026, 1, 1, 0, 0),
        "APP",
        0,
        layout != null ? sql(entry, layout, named) : isDdl ? entry.text() : null);
  }

  private static String sql(Entry entry, Layout layout, boolean named) {
    return switch (entry.kind()) {
      case INSERT -> {
        StringJoiner names = new StringJoiner(",", "(", ")");
        StringJoiner values = new StringJoiner(",", "(", ")");
        for (Col column : used(layout)) {
          names.add(name(layout, column, named));
          values.add(literal(entry.after().get(column), named));
        }
        yield "insert into \"APP\".\"T\"" + names + " values " + values;
      }
      case UPDATE -> {
        StringJoiner set = new StringJoiner(", ");
        for (Col column : used(layout)) {
          if (!java.util.Objects.equals(entry.before().get(column), entry.after().get(column))) {
            set.add(
                name(layout, column, named) + " = " + literal(entry.after().get(column), named));
          }
        }
        yield "update \"APP\".\"T\" set " + set + " where " + where(entry, layout, named);
      }
      default -> "delete from \"APP\".\"T\" where " + where(entry, layout, named);
    };
  }

  private static String where(Entry entry, Layout layout, boolean named) {
    StringJoiner where = new StringJoiner(" and ");
    for (Col column : used(layout)) {
      String value = entry.before().get(column);
      where.add(
          name(layout, column, named)
              + (value == null ? " IS NULL" : " = " + literal(value, named)));
    }
    return where.toString();
  }

  private static List<Col> used(Layout layout) {
    return layout.columns().stream().filter(c -> layout.names().get(c) != null).toList();
  }

  private static String name(Layout layout, Col column, boolean named) {
    return '"'
        + (named
            ? String.valueOf(layout.names().get(column))
            : "COL " + (layout.columns().indexOf(column) + 1))
        + '"';
  }

  private static String literal(@Nullable String value, boolean named) {
    if (value == null) {
      return "NULL";
    }
    return named
        ? "'" + value + "'"
        : "HEXTORAW('" + HexFormat.of().formatHex(value.getBytes(StandardCharsets.US_ASCII)) + "')";
  }

  private final class Step implements MiningStep {
    private final List<MinedRow> printed;
    private final int end;
    private final int from;
    private final int failAt;
    private final long active;
    private int next;

    Step(List<MinedRow> printed, int end, int from, int failAt, long active) {
      this.printed = printed;
      this.end = end;
      this.from = from;
      this.failAt = failAt;
      this.active = active;
    }

    @Override
    public @Nullable MinedRow next() {
      if (next == failAt) {
        throw new RetriableException(ErrorCode.MINING_STEP_RETRY, "the step fails", null);
      }
      return next < printed.size() ? printed.get(next++) : null;
    }

    @Override
    public StepEnd finish() {
      int reached = Math.max(end, from);
      long passed = scn;
      long lowest = active;
      for (Entry entry : redo.subList(reached, redo.size())) {
        lowest = Math.min(lowest, entry.scn());
        if (entry.kind() == OperationCode.COMMIT) {
          passed = Math.min(passed, entry.scn() - 1);
        }
      }
      return new StepEnd(
          reached == 0 ? Map.of() : Map.of(THREAD, new RedoAddress(1, reached, 16)),
          Map.of(THREAD, new Scn(passed)),
          new Scn(lowest),
          reached == redo.size());
    }

    @Override
    public void close() {}
  }
}
