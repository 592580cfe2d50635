package io.oraclecdc.testkit.simulator.durable;

import io.oraclecdc.testkit.simulator.SqlConsole;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the tables must hold by the redo alone: committed rows, net of rollbacks, read from the text
 * of SQL_REDO. Knows tables of numbers and plain words only.
 */
final class NetRedo {
  private static final Pattern INSERT =
      Pattern.compile("insert into \"\\w+\".\"(\\w+)\"\\(([^)]*)\\) values \\((.*)\\)");
  private static final Pattern UPDATE =
      Pattern.compile("update \"\\w+\".\"(\\w+)\" set (.*?) where .*");
  private static final Pattern DELETE = Pattern.compile("delete from \"\\w+\".\"(\\w+)\" where .*");
  private static final Pattern ASSIGNMENT = Pattern.compile("\"(\\w+)\" = (NULL|'[^']*')");

  private final Map<String, Map<String, TreeMap<String, String>>> tables = new HashMap<>();
  private final Map<String, List<Change>> open = new HashMap<>();

  private record Change(int operation, String rowId, String text) {}

  private NetRedo() {}

  /** Reads everything that a started session shows. */
  static NetRedo of(SqlConsole mining) throws SQLException {
    NetRedo net = new NetRedo();
    try (Statement statement = mining.connection().createStatement()) {
      statement.setFetchSize(2000);
      try (ResultSet rows =
          statement.executeQuery(
              "SELECT RAWTOHEX(XID), OPERATION_CODE, ROLLBACK, ROW_ID, SQL_REDO"
                  + " FROM V$LOGMNR_CONTENTS WHERE OPERATION_CODE IN (1, 2, 3, 7, 36)")) {
        while (rows.next()) {
          net.row(
              rows.getString(1),
              rows.getInt(2),
              rows.getInt(3) == 1,
              String.valueOf(rows.getString(4)),
              String.valueOf(rows.getString(5)));
        }
      }
    }
    return net;
  }

  private void row(String xid, int operation, boolean undo, String rowId, String text) {
    if (operation == 36) {
      List<Change> left = open.remove(xid);
      if (left != null && !left.isEmpty()) {
        throw new AssertionError("rolled back with changes left: " + left);
      }
    } else if (operation == 7) {
      List<Change> changes = open.remove(xid);
      if (changes != null) {
        changes.forEach(this::apply);
      }
    } else if (undo) {
      List<Change> changes = open.getOrDefault(xid, List.of());
      Change last = changes.remove(changes.size() - 1);
      if (!last.rowId().equals(rowId)) {
        throw new AssertionError("undo of " + rowId + " follows a change of " + last.rowId());
      }
    } else {
      open.computeIfAbsent(xid, k -> new ArrayList<>()).add(new Change(operation, rowId, text));
    }
  }

  private void apply(Change change) {
    Matcher text =
        switch (change.operation()) {
          case 1 -> INSERT.matcher(change.text());
          case 2 -> DELETE.matcher(change.text());
          default -> UPDATE.matcher(change.text());
        };
    if (!text.matches()) {
      throw new AssertionError("not understood: " + change.text());
    }
    Map<String, TreeMap<String, String>> rows =
        tables.computeIfAbsent(text.group(1), k -> new TreeMap<>());
    switch (change.operation()) {
      case 1 -> {
        TreeMap<String, String> row = new TreeMap<>();
        String[] names = text.group(2).split(",", -1);
        String[] values = text.group(3).split(",", -1);
        for (int i = 0; i < names.length; i++) {
          row.put(names[i].replace("\"", ""), plain(values[i]));
        }
        if (rows.put(change.rowId(), row) != null) {
          throw new AssertionError("a second row at " + change.rowId());
        }
      }
      case 2 -> {
        if (rows.remove(change.rowId()) == null) {
          throw new AssertionError("no row to delete at " + change.rowId());
        }
      }
      default -> {
        TreeMap<String, String> row = rows.get(change.rowId());
        if (row == null) {
          throw new AssertionError("no row to update at " + change.rowId());
        }
        Matcher assignment = ASSIGNMENT.matcher(text.group(2));
        while (assignment.find()) {
          row.put(assignment.group(1), plain(assignment.group(2)));
        }
      }
    }
  }

  private static String plain(String literal) {
    return literal.replace("'", "");
  }

  /** Rows as {@code ROWID|value|value}, columns by name, sorted. */
  List<String> rows(String table) {
    return tables.getOrDefault(table, Map.of()).entrySet().stream()
        .map(r -> r.getKey() + "|" + String.join("|", r.getValue().values()))
        .sorted()
        .toList();
  }

  /** Transactions that have neither committed nor been rolled back. */
  int openTransactions() {
    return open.size();
  }
}
