package io.oraclecdc.testkit.simulator.replay;

import io.oraclecdc.testkit.simulator.replay.RedoText.Statement;
import io.oraclecdc.testkit.simulator.replay.RedoText.Verb;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An interpreter of redo text: runs the statements of a transaction when its COMMIT comes, on
 * tables of its own, and refuses whatever does not fit: a WHERE that does not hold, an insert where
 * a row is, an undo row that does not undo exactly the newest change, a SQL_UNDO that does not lead
 * back, a rolled back transaction that leaves something behind.
 */
final class RedoReplay {
  private static final Pattern ADD =
      Pattern.compile("(?is)alter table (\\w+) add \\(?(\\w+) (?:varchar2|number)[^ ]*");
  private static final Pattern DROP =
      Pattern.compile("(?is)alter table (\\w+) (?:drop|set unused) column (\\w+)");
  private static final Pattern RENAME =
      Pattern.compile("(?is)alter table (\\w+) rename column (\\w+) to (\\w+)");
  private static final Pattern TRUNCATE = Pattern.compile("(?is)truncate table (\\w+)");

  /** Told of every commit before it is applied, and of its SCN. */
  interface Listener {
    void beforeCommit(long scn);
  }

  private final Map<String, TableForm> forms = new LinkedHashMap<>();
  private final Map<String, Map<String, Map<String, String>>> rows = new LinkedHashMap<>();
  private final Map<String, List<MinedText>> open = new HashMap<>();
  private final Listener listener;
  private int statements;

  RedoReplay(List<TableForm> tables, Listener listener) {
    tables.forEach(
        table -> {
          forms.put(table.name(), table.copy());
          rows.put(table.name(), new TreeMap<>());
        });
    this.listener = listener;
  }

  /** Content of all tables: table, ROWID, column, value. */
  Map<String, Map<String, Map<String, String>>> content() {
    return rows;
  }

  int statements() {
    return statements;
  }

  int openTransactions() {
    return open.size();
  }

  /** Takes the next row of the redo. */
  void accept(MinedText row) {
    switch (row.operation()) {
      case 6 -> start(row);
      case 1, 2, 3 -> {
        if (forms.containsKey(row.table())) {
          require(row.status() == 0, row, "status " + row.status());
          List<MinedText> texts = open.get(row.xid());
          require(texts != null, row, "no START came before");
          texts.add(row);
        }
      }
      case 5 -> ddl(row);
      case 7 -> {
        listener.beforeCommit(row.scn());
        end(row, true);
      }
      case 36 -> end(row, false);
      default -> {
        // rows without a change of a table
      }
    }
  }

  private void start(MinedText row) {
    if (!row.xid().matches("0+")) {
      require(open.put(row.xid(), new ArrayList<>()) == null, row, "started twice");
    }
  }

  private void end(MinedText row, boolean committed) {
    List<MinedText> texts = open.remove(row.xid());
    if (texts == null) {
      return; // a transaction without changes
    }
    List<Change> live = new ArrayList<>();
    Map<Place, Map<String, String>> own = new HashMap<>();
    texts.forEach(text -> apply(text, live, own));
    require(committed || live.isEmpty(), row, "left by a rollback: " + live);
    for (Change change : live) {
      Map<String, Map<String, String>> table = rows.get(change.place().table());
      String rowId = change.place().rowId();
      require(Objects.equals(table.get(rowId), change.before()), row, "does not fit: " + change);
      if (change.after() == null) {
        table.remove(rowId);
      } else {
        table.put(rowId, change.after());
      }
    }
  }

  private record Place(String table, String rowId) {}

  /** What a statement did to a row; null where there is none. */
  private record Change(Place place, Map<String, String> before, Map<String, String> after) {}

  /**
   * Runs a statement of a transaction on its own view of the rows. The place of a row that it
   * inserted and undid can belong to another transaction meanwhile, so what is inserted is only
   * compared with what others left when all that was undone is gone.
   */
  private void apply(MinedText text, List<Change> live, Map<Place, Map<String, String>> own) {
    statements++;
    Place place = new Place(text.table(), text.rowId());
    Map<String, String> before =
        own.containsKey(place)
            ? own.get(place)
            : text.operation() == 1 ? null : rows.get(text.table()).get(text.rowId());
    if (text.rollback()) {
      require(!live.isEmpty(), text, "nothing is left to undo");
      Change undone = live.remove(live.size() - 1);
      require(undone.place().equals(place), text, "does not undo the newest change " + undone);
      Map<String, String> after =
          text.redo() == null ? undone.before() : after(text, text.redo(), before);
      require(
          Objects.equals(after, undone.before()),
          text,
          "leads to " + after + " and not back to " + undone.before());
      if (live.stream().anyMatch(change -> change.place().equals(place))) {
        own.put(place, after);
      } else {
        own.remove(place);
      }
      return;
    }
    Map<String, String> after = after(text, text.redo(), before);
    own.put(place, after);
    live.add(new Change(place, before, after));
    if (text.undo() != null) {
      require(
          Objects.equals(after(text, text.undo(), after), before),
          text,
          "is not undone by " + text.undo());
    }
  }

  /** The row after a statement, null for none. */
  private Map<String, String> after(MinedText source, String text, Map<String, String> before) {
    Statement statement = RedoText.parse(text);
    require(
        statement.owner().equals(source.owner()) && statement.table().equals(source.table()),
        source,
        "names another table");
    require(
        statement.rowId().isEmpty() || statement.rowId().equals(source.rowId()),
        source,
        "names another ROWID");
    Map<String, ColumnForm> columns = forms.get(source.table()).columns();
    if (statement.verb() == Verb.INSERT) {
      require(before == null, source, "a row is there already");
      Map<String, String> row = new HashMap<>();
      columns.keySet().forEach(column -> row.put(column, null));
      require(
          statement.assigned().keySet().equals(columns.keySet()),
          source,
          "does not list the columns " + columns.keySet());
      assign(source, columns, statement, row);
      return row;
    }
    require(before != null, source, "no such row");
    statement
        .conditions()
        .forEach(
            (column, literal) -> {
              String value = form(source, columns, column).of(literal);
              require(
                  Objects.equals(value, before.get(column)),
                  source,
                  column + " is " + before.get(column) + ", not " + value);
            });
    if (statement.verb() == Verb.DELETE) {
      return null;
    }
    Map<String, String> row = new HashMap<>(before);
    assign(source, columns, statement, row);
    return row;
  }

  private static void assign(
      MinedText source,
      Map<String, ColumnForm> columns,
      Statement statement,
      Map<String, String> row) {
    statement
        .assigned()
        .forEach((column, literal) -> row.put(column, form(source, columns, column).of(literal)));
  }

  private static ColumnForm form(MinedText source, Map<String, ColumnForm> columns, String column) {
    ColumnForm form = columns.get(column);
    require(form != null, source, "no column " + column);
    return form;
  }

  private void ddl(MinedText row) {
    String text = row.redo().replaceAll(";$", "").strip();
    Matcher matcher = ADD.matcher(text);
    if (matcher.matches()) {
      ColumnForm form =
          text.toUpperCase(java.util.Locale.ROOT).contains("NUMBER")
              ? ColumnForm.NUMBER
              : ColumnForm.TEXT;
      change(matcher, table -> forms.get(table).with(upper(matcher, 2), form));
      change(
          matcher, table -> rows.get(table).values().forEach(r -> r.put(upper(matcher, 2), null)));
      return;
    }
    Matcher drop = DROP.matcher(text);
    if (drop.matches()) {
      change(drop, table -> forms.get(table).drop(upper(drop, 2)));
      change(drop, table -> rows.get(table).values().forEach(r -> r.remove(upper(drop, 2))));
      return;
    }
    Matcher rename = RENAME.matcher(text);
    if (rename.matches()) {
      change(rename, table -> forms.get(table).rename(upper(rename, 2), upper(rename, 3)));
      change(
          rename,
          table ->
              rows.get(table)
                  .values()
                  .forEach(r -> r.put(upper(rename, 3), r.remove(upper(rename, 2)))));
      return;
    }
    Matcher truncate = TRUNCATE.matcher(text);
    if (truncate.matches()) {
      change(truncate, table -> rows.get(table).clear());
    }
  }

  private interface TableStep {
    void run(String table);
  }

  private void change(Matcher matcher, TableStep step) {
    if (forms.containsKey(upper(matcher, 1))) {
      step.run(upper(matcher, 1));
    }
  }

  private static String upper(Matcher matcher, int group) {
    return matcher.group(group).toUpperCase(java.util.Locale.ROOT);
  }

  private static void require(boolean holds, MinedText row, String otherwise) {
    if (!holds) {
      throw new IllegalStateException(otherwise + "; row " + row);
    }
  }
}
