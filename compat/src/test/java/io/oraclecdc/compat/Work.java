package io.oraclecdc.compat;

import io.oraclecdc.compat.WideTable.Column;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Random transactions on four tables: {@link WideTable}; PAIRS, whose key has two columns; SHIFTS,
 * whose keys are shifted, negated and swapped by single statements; RAWS with a LONG RAW, which no
 * table has beside a LONG. Same seed, same work.
 */
final class Work {
  static final List<Column> PAIRS =
      List.of(
          new Column("ID", "NUMBER(9)"),
          new Column("PART", "VARCHAR2(10)"),
          new Column("LABEL", "VARCHAR2(100)"));
  static final List<Column> SHIFTS =
      List.of(new Column("ID", "NUMBER(9)"), new Column("V", "VARCHAR2(40)"));
  static final List<Column> RAWS =
      List.of(
          new Column("ID", "NUMBER(9)"),
          new Column("V", "VARCHAR2(40)"),
          new Column("LR", "LONG RAW"));

  /** All tables as a regular expression. */
  static final String TABLES = "TYPES|PAIRS|SHIFTS|RAWS";

  private final Connection app;
  private final Random random;

  Work(Connection app, long seed) throws SQLException {
    this.app = app;
    random = new Random(seed);
    app.setAutoCommit(false);
  }

  static void createTables(Connection app) throws SQLException {
    try (Statement statement = app.createStatement()) {
      for (String sql : WideTable.definition()) {
        statement.execute(sql);
      }
      statement.execute(
          "CREATE TABLE pairs (id NUMBER(9), part VARCHAR2(10), label VARCHAR2(100),"
              + " PRIMARY KEY (id, part))");
      statement.execute("ALTER TABLE pairs ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      statement.execute("CREATE TABLE shifts (id NUMBER(9) PRIMARY KEY, v VARCHAR2(40))");
      statement.execute("ALTER TABLE shifts ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      statement.execute(
          "CREATE TABLE raws (id NUMBER(9) PRIMARY KEY, v VARCHAR2(40), lr LONG RAW)");
      statement.execute("ALTER TABLE raws ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    }
  }

  /** Does so many transactions; one of eight is rolled back. */
  void run(int transactions) throws SQLException {
    for (int i = 0; i < transactions; i++) {
      int statements = 1 + random.nextInt(8);
      for (int j = 0; j < statements; j++) {
        switch (random.nextInt(9)) {
          case 0, 1, 2, 3 -> changeTypes();
          case 4, 5 -> changePairs();
          case 6 -> changeRaws();
          default -> changeShifts();
        }
      }
      if (random.nextInt(8) == 0) {
        app.rollback();
      } else {
        app.commit();
      }
    }
  }

  private void changeTypes() throws SQLException {
    List<Long> ids = ids("types");
    int choice = random.nextInt(10);
    if (ids.size() < 5 || choice < 4) {
      List<@Nullable Object> binds = new ArrayList<>();
      binds.add(newId(ids));
      WideTable.COLUMNS.forEach(c -> binds.add(Values.random(c.type(), random)));
      execute(
          "INSERT INTO types VALUES (?"
              + WideTable.COLUMNS.stream()
                  .map(c -> c.type().equals("XMLTYPE") ? ", XMLTYPE(?)" : ", ?")
                  .collect(Collectors.joining())
              + ")",
          binds);
    } else if (choice < 7) {
      Column first = WideTable.COLUMNS.get(random.nextInt(WideTable.COLUMNS.size()));
      Column second = WideTable.COLUMNS.get(random.nextInt(WideTable.COLUMNS.size()));
      List<@Nullable Object> binds = new ArrayList<>();
      String sets =
          List.of(first, second).stream()
              .distinct()
              .map(
                  c -> {
                    binds.add(Values.random(c.type(), random));
                    return c.name() + (c.type().equals("XMLTYPE") ? " = XMLTYPE(?)" : " = ?");
                  })
              .collect(Collectors.joining(", "));
      binds.add(one(ids));
      execute("UPDATE types SET " + sets + " WHERE id = ?", binds);
    } else if (choice < 8) {
      execute("UPDATE types SET id = ? WHERE id = ?", List.of(newId(ids), one(ids)));
    } else {
      execute("DELETE FROM types WHERE id = ?", List.of(one(ids)));
    }
  }

  private void changePairs() throws SQLException {
    List<Long> ids = ids("pairs");
    int choice = random.nextInt(10);
    String part = "p" + random.nextInt(1_000_000);
    if (ids.size() < 5 || choice < 4) {
      execute(
          "INSERT INTO pairs VALUES (?, ?, ?)",
          List.of(random.nextInt(20), part, "l" + random.nextInt(100)));
    } else if (choice < 6) {
      execute("UPDATE pairs SET label = ? WHERE id = ?", List.of(part, one(ids)));
    } else if (choice < 8) {
      execute("UPDATE pairs SET part = part || 'x' WHERE id = ? AND LENGTH(part) < 10", one(ids));
    } else if (choice < 9) {
      execute(
          "UPDATE pairs SET id = id + 100, label = ? WHERE id = ? AND id < 100000",
          List.of(part, one(ids)));
    } else {
      execute("DELETE FROM pairs WHERE id = ?", one(ids));
    }
  }

  private void changeRaws() throws SQLException {
    List<Long> ids = ids("raws");
    int choice = random.nextInt(10);
    Object raw = Values.random("LONG RAW", random);
    if (ids.size() < 5 || choice < 4) {
      execute("INSERT INTO raws VALUES (?, ?, ?)", Arrays.asList(newId(ids), "v", raw));
    } else if (choice < 6) {
      execute("UPDATE raws SET lr = ? WHERE id = ?", Arrays.asList(raw, one(ids)));
    } else if (choice < 8) {
      execute("UPDATE raws SET v = ? WHERE id = ?", List.of("u" + random.nextInt(1000), one(ids)));
    } else if (choice < 9) {
      execute("UPDATE raws SET id = ? WHERE id = ?", List.of(newId(ids), one(ids)));
    } else {
      execute("DELETE FROM raws WHERE id = ?", one(ids));
    }
  }

  private void changeShifts() throws SQLException {
    List<Long> ids = ids("shifts");
    long a = ids.isEmpty() ? 0 : one(ids);
    long b = ids.isEmpty() ? 0 : one(ids);
    int choice = random.nextInt(10);
    if (ids.size() < 6 || choice < 3) {
      execute(
          "INSERT INTO shifts VALUES (?, ?)", List.of(newId(ids), "v" + random.nextInt(100_000)));
    } else if (choice < 4) {
      execute("UPDATE shifts SET id = id + 1 WHERE id >= ?", a);
    } else if (choice < 5) {
      execute("UPDATE shifts SET id = id - 1 WHERE id <= ?", a);
    } else if (choice < 6) {
      execute("UPDATE shifts SET id = -id WHERE id <> 0");
    } else if (choice < 8 && a != b) {
      execute("UPDATE shifts SET id = " + b + " + " + a + " - id WHERE id IN (?, ?)", a, b);
    } else if (choice < 9) {
      execute("UPDATE shifts SET v = ? WHERE id = ?", List.of("u" + random.nextInt(1000), a));
    } else {
      execute("DELETE FROM shifts WHERE id = ?", a);
      execute("UPDATE shifts SET id = ? WHERE id = ?", List.of(a, b == a ? a + 100_000 : b));
    }
  }

  private long one(List<Long> ids) {
    return ids.get(random.nextInt(ids.size()));
  }

  private long newId(List<Long> ids) {
    long id = random.nextInt(60);
    while (ids.contains(id)) {
      id++;
    }
    return id;
  }

  private List<Long> ids(String table) throws SQLException {
    try (PreparedStatement statement =
            app.prepareStatement("SELECT DISTINCT id FROM " + table + " ORDER BY id");
        ResultSet found = statement.executeQuery()) {
      List<Long> ids = new ArrayList<>();
      while (found.next()) {
        ids.add(found.getLong(1));
      }
      return ids;
    }
  }

  private void execute(String sql, Object... binds) throws SQLException {
    execute(sql, List.of(binds));
  }

  private void execute(String sql, List<? extends @Nullable Object> binds) throws SQLException {
    try (PreparedStatement statement = app.prepareStatement(sql)) {
      for (int i = 0; i < binds.size(); i++) {
        Values.bind(statement, i + 1, binds.get(i));
      }
      statement.executeUpdate();
    }
  }
}
