package io.oraclecdc.testkit.simulator.replay;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.replay.ValueMaker.Value;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * A random application: several sessions in one thread, each of which works on lots of rows that it
 * leaves to others when its transaction ends, so that nobody ever waits for a lock.
 */
final class SqlWorkload implements AutoCloseable {
  /** Errors that statements of the workload provoke. */
  private static final Set<Integer> EXPECTED =
      Set.of(1, 1400, 1407, 2290, 2291, 2292, 12899, 1438, 1476, 1722, 1086, 12838);

  private static final int SESSIONS = 3;
  private static final int LOTS = 6;
  private static final int LOT_SIZE = 1000;

  /** Content of all tables as queries return it after a commit, and CURRENT_SCN then. */
  record Checkpoint(
      long scn, Map<String, Map<String, Map<String, String>>> content, String after) {}

  private final OracleSimulator simulator;
  private final Random random;
  private final ValueMaker values;
  private final Connection observer;
  private final Map<String, TableForm> tables = new LinkedHashMap<>();
  private final Map<String, Map<String, String>> types = new LinkedHashMap<>();
  private final List<Session> sessions = new ArrayList<>();
  private final List<Checkpoint> checkpoints = new ArrayList<>();
  private final List<String> history = new ArrayList<>();
  private int names;
  private int ddlNumber;
  private boolean indexed;

  SqlWorkload(OracleSimulator simulator, Random random) throws SQLException {
    this.simulator = simulator;
    this.random = random;
    values = new ValueMaker(random);
    observer = simulator.connectSys();
    createTables();
    for (int i = 0; i < SESSIONS; i++) {
      sessions.add(new Session(i));
    }
  }

  private static final class Session {
    private final int number;
    private Connection connection;
    private final Set<Integer> lots = new java.util.TreeSet<>();
    private final List<String> savepoints = new ArrayList<>();

    Session(int number) {
      this.number = number;
    }
  }

  private void createTables() throws SQLException {
    app("CREATE CLUSTER lots (lot NUMBER(2)) SIZE 1K");
    app("CREATE INDEX lots_i ON CLUSTER lots");
    table(
        "W",
        "ALL",
        "ID NUMBER(9)=NUMBER",
        "LOT NUMBER(2)=NUMBER",
        "N1 NUMBER=NUMBER",
        "N2 NUMBER(12,3)=NUMBER",
        "N3 NUMBER(5,-2)=NUMBER",
        "FL FLOAT(24)=NUMBER",
        "BF BINARY_FLOAT=FLOAT",
        "BD BINARY_DOUBLE=DOUBLE",
        "V1 VARCHAR2(400 CHAR)=TEXT",
        "V2 VARCHAR2(4000)=TEXT",
        "C1 CHAR(20 CHAR)=TEXT",
        "NV NVARCHAR2(200)=NATIONAL",
        "NC NCHAR(12)=NATIONAL",
        "D1 DATE=DATE",
        "T6 TIMESTAMP(6)=TIMESTAMP",
        "T9 TIMESTAMP(9)=TIMESTAMP",
        "TZ TIMESTAMP(6) WITH TIME ZONE=ZONED",
        "TL TIMESTAMP(6) WITH LOCAL TIME ZONE=LOCAL",
        "YM INTERVAL YEAR(4) TO MONTH=MONTHS",
        "DS INTERVAL DAY(5) TO SECOND(6)=SECONDS",
        "R1 RAW(16)=RAW",
        "DF VARCHAR2(400) DEFAULT 'it''s'=TEXT",
        "IV NUMBER INVISIBLE=NUMBER");
    table(
        "K",
        "ALL",
        "LOT NUMBER(2)=NUMBER",
        "A NUMBER=NUMBER",
        "B VARCHAR2(400 CHAR)=TEXT",
        "D DATE=DATE");
    table(
        "P",
        "PRIMARY KEY",
        "ID NUMBER(9)=NUMBER",
        "LOT NUMBER(2)=NUMBER",
        "NAME VARCHAR2(400)=TEXT",
        "AMT NUMBER(12,3)=NUMBER",
        "TS TIMESTAMP(6)=TIMESTAMP");
    table(
        "Odd Name",
        "",
        "id NUMBER(9)=NUMBER",
        "LOT NUMBER(2)=NUMBER",
        "it's NVARCHAR2(200)=NATIONAL",
        "Sum $ NUMBER(12,3)=NUMBER");
    app("ALTER TABLE w ADD (vc NUMBER GENERATED ALWAYS AS (n2 * 2) VIRTUAL)");
    app("ALTER TABLE w ADD CONSTRAINT w_small CHECK (n2 < 100000000)");
    app("ALTER TABLE p ADD CONSTRAINT p_w FOREIGN KEY (id) REFERENCES w (id) ON DELETE CASCADE");
  }

  private void table(String name, String logging, String... columns) throws SQLException {
    TableForm form = new TableForm(name);
    Map<String, String> columnTypes = new LinkedHashMap<>();
    StringBuilder sql = new StringBuilder("CREATE TABLE \"" + name + "\" (");
    for (String column : columns) {
      int last = column.lastIndexOf('=');
      String text = column.substring(0, last);
      int split = text.startsWith("Sum $") ? 5 : text.indexOf(' ');
      String columnName = text.substring(0, split);
      String type = text.substring(split + 1);
      form.with(columnName, ColumnForm.valueOf(column.substring(last + 1)));
      columnTypes.put(columnName, type);
      sql.append('"').append(columnName).append("\" ").append(type);
      if (columnName.equalsIgnoreCase("id")) {
        sql.append(" PRIMARY KEY");
      }
      sql.append(", ");
    }
    sql.setLength(sql.length() - 2);
    boolean clustered = name.equals("P") || name.equals("Odd Name");
    app(sql + (clustered ? ") CLUSTER lots (lot)" : ")"));
    if (!logging.isEmpty()) {
      app("ALTER TABLE \"" + name + "\" ADD SUPPLEMENTAL LOG DATA (" + logging + ") COLUMNS");
    }
    tables.put(name, form);
    types.put(name, columnTypes);
  }

  private void app(String sql) throws SQLException {
    history.add("ddl: " + sql);
    try (Connection app = simulator.connectApp();
        Statement statement = app.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Tables at this moment. */
  List<TableForm> tables() {
    return tables.values().stream().map(TableForm::copy).toList();
  }

  List<Checkpoint> checkpoints() {
    return checkpoints;
  }

  /** The last statements, for a failure. */
  List<String> history() {
    return history;
  }

  /** One step of one session. */
  void step() throws SQLException {
    Session session = sessions.get(random.nextInt(sessions.size()));
    if (session.connection == null) {
      session.connection = simulator.connectApp();
      session.connection.setAutoCommit(false);
    }
    switch (random.nextInt(20)) {
      case 0, 1 -> end(session, true);
      case 2 -> end(session, false);
      case 3 -> savepoint(session);
      case 4 -> backToSavepoint(session);
      case 5 -> {
        if (random.nextInt(6) == 0) {
          simulator.switchLog();
        } else if (random.nextInt(6) == 0) {
          closed(session);
        } else {
          block(session);
        }
      }
      case 6 -> {
        if (random.nextInt(4) == 0) {
          committingDdl(session);
        } else {
          boundUpdate(session);
        }
      }
      default -> change(session);
    }
  }

  /** Ends all transactions, so that DDL and reading find nothing open. */
  void settle() throws SQLException {
    for (Session session : sessions) {
      if (session.connection != null) {
        end(session, random.nextInt(5) > 0);
      }
    }
  }

  private void end(Session session, boolean commit) throws SQLException {
    note(session, commit ? "commit" : "rollback");
    if (commit) {
      session.connection.commit();
    } else {
      session.connection.rollback();
    }
    session.lots.clear();
    session.savepoints.clear();
    check(session.number + (commit ? " committed" : " rolled back"));
  }

  private void closed(Session session) throws SQLException {
    note(session, "close");
    session.connection.close();
    session.connection = null;
    session.lots.clear();
    session.savepoints.clear();
    check(session.number + " closed");
  }

  private void savepoint(Session session) throws SQLException {
    String name = "s" + random.nextInt(3);
    session.savepoints.remove(name);
    session.savepoints.add(name);
    run(session, "SAVEPOINT " + name);
  }

  private void backToSavepoint(Session session) throws SQLException {
    if (random.nextInt(3) == 0) {
      Savepoint savepoint = session.connection.setSavepoint();
      change(session);
      change(session);
      note(session, "rollback to JDBC savepoint");
      session.connection.rollback(savepoint);
      return;
    }
    if (!session.savepoints.isEmpty()) {
      int index = random.nextInt(session.savepoints.size());
      run(session, "ROLLBACK TO SAVEPOINT " + session.savepoints.get(index));
      while (session.savepoints.size() > index + 1) {
        session.savepoints.remove(session.savepoints.size() - 1);
      }
    }
  }

  /** DDL of another table commits what the session has open. */
  private void committingDdl(Session session) throws SQLException {
    run(session, "CREATE TABLE other" + names++ + " (id NUMBER)");
    session.lots.clear();
    session.savepoints.clear();
    check(session.number + " ran DDL");
  }

  private void boundUpdate(Session session) throws SQLException {
    int lot = lot(session);
    if (lot < 0) {
      return;
    }
    String sql =
        "UPDATE w SET v1 = ?, n1 = ?, d1 = ?, t6 = ?, r1 = ?, nv = ?, bd = ? WHERE lot = ? AND id > ?";
    note(session, sql + " lot " + lot);
    java.time.LocalDateTime time =
        java.time.LocalDateTime.of(2026, 10, 25, 2, random.nextInt(60), 30, 123_456_000);
    try (PreparedStatement update = session.connection.prepareStatement(sql)) {
      update.setString(1, random.nextInt(5) == 0 ? null : "bound ' é " + random.nextInt());
      update.setBigDecimal(2, java.math.BigDecimal.valueOf(random.nextLong(), 5));
      update.setObject(3, time.withNano(0));
      update.setTimestamp(4, java.sql.Timestamp.valueOf(time.plusDays(30)));
      update.setBytes(5, new byte[] {1, (byte) random.nextInt()});
      update.setNString(6, "ñ\\'" + random.nextInt());
      update.setDouble(7, random.nextGaussian());
      update.setInt(8, lot);
      update.setInt(9, lot * LOT_SIZE + 5);
      update.executeUpdate();
    } catch (SQLException e) {
      expected(e, sql);
    }
  }

  private int lot(Session session) {
    int lot = random.nextInt(LOTS);
    for (int i = 0; i < LOTS; i++) {
      int candidate = (lot + i) % LOTS;
      boolean free = sessions.stream().allMatch(s -> s == session || !s.lots.contains(candidate));
      if (free) {
        session.lots.add(candidate);
        return candidate;
      }
    }
    return -1;
  }

  private void block(Session session) throws SQLException {
    int lot = lot(session);
    if (lot < 0) {
      return;
    }
    String second =
        random.nextInt(3) == 0
            ? "UPDATE w SET n1 = 1 / 0 WHERE lot = " + lot
            : "DELETE FROM k WHERE lot = " + lot + " AND a > " + random.nextInt(50);
    run(
        session,
        "BEGIN UPDATE p SET amt = amt + 1 WHERE lot = "
            + lot
            + "; INSERT INTO k (lot, a) VALUES ("
            + lot
            + ", "
            + random.nextInt(100)
            + "); "
            + second
            + "; END;");
  }

  private void change(Session session) throws SQLException {
    int lot = lot(session);
    if (lot < 0) {
      return;
    }
    int id = lot * LOT_SIZE + random.nextInt(14);
    switch (random.nextInt(25)) {
      case 0, 1, 2, 3, 4 -> insertOne(session, "W", lot, id);
      case 5 -> insertOne(session, "K", lot, 0);
      case 6 -> insertOne(session, "P", lot, id);
      case 7 -> insertOne(session, "Odd Name", lot, id);
      case 8, 9 -> updateValues(session, "W", "id = " + id);
      case 10 -> updateValues(session, "W", "lot = " + lot);
      case 11 -> updateValues(session, "P", "lot = " + lot + " AND id >= " + id);
      case 12 -> updateValues(session, "K", "lot = " + lot + " AND a IS NOT NULL");
      case 13 -> updateValues(session, "Odd Name", "lot = " + lot);
      case 14 -> run(session, "DELETE FROM w WHERE id = " + id);
      case 15 ->
          run(
              session,
              "DELETE FROM "
                  + new String[] {"w", "k", "p", "\"Odd Name\""}[random.nextInt(4)]
                  + " WHERE lot = "
                  + lot
                  + (random.nextBoolean() ? "" : " AND lot < 3"));
      case 16 ->
          run(
              session,
              "UPDATE \"Odd Name\" SET \"id\" = \"id\" "
                  + (random.nextBoolean() ? "+" : "-")
                  + " 1 WHERE lot = "
                  + lot);
      case 17 -> run(session, "UPDATE w SET lot = lot WHERE lot = " + lot);
      case 18 ->
          run(
              session,
              "INSERT "
                  + (random.nextInt(3) == 0 ? "/*+ APPEND */ " : "")
                  + "INTO k (lot, a, b, d) SELECT lot, n1, v1, d1 FROM w WHERE lot = "
                  + lot);
      case 19 -> merge(session, lot);
      case 20 -> insertMany(session, lot, id);
      case 21 -> run(session, "UPDATE w SET n1 = n1 / (id - " + id + ") WHERE lot = " + lot);
      case 22 -> batch(session, lot, id);
      case 23 -> run(session, "SELECT id FROM w WHERE lot = " + lot + " FOR UPDATE NOWAIT");
      default -> failing(session, lot, id);
    }
  }

  private void failing(Session session, int lot, int id) throws SQLException {
    String sql =
        switch (random.nextInt(5)) {
          case 0 -> "INSERT INTO w (id, lot, n2) VALUES (%d, %d, 200000000)".formatted(id, lot);
          case 1 -> "INSERT INTO w (id, lot, c1) VALUES (%d, %d, RPAD('x', 21))".formatted(id, lot);
          case 2 -> "UPDATE w SET id = NULL WHERE id = " + id;
          case 3 -> "UPDATE p SET amt = 999999999999999 WHERE lot = " + lot;
          default -> "UPDATE w SET id = " + id + " WHERE lot = " + lot;
        };
    run(session, sql);
  }

  private void merge(Session session, int lot) throws SQLException {
    run(
        session,
        """
        MERGE INTO w t USING (SELECT LEVEL k FROM DUAL CONNECT BY LEVEL <= %d) s ON (t.id = %d + s.k)
        WHEN MATCHED THEN UPDATE SET t.v1 = t.v1 || '+', t.n1 = s.k %s
        WHEN NOT MATCHED THEN INSERT (id, lot, n1, v2) VALUES (%d + s.k, %d, s.k, 'merged '' row')"""
            .formatted(
                1 + random.nextInt(6),
                lot * LOT_SIZE,
                random.nextBoolean() ? "DELETE WHERE t.n2 < 0" : "",
                lot * LOT_SIZE,
                lot));
  }

  private void insertMany(Session session, int lot, int id) throws SQLException {
    int count = 2 + random.nextInt(4);
    if (random.nextBoolean()) {
      run(
          session,
          "INSERT INTO w (id, lot, n1, nv) SELECT %d + LEVEL, %d, LEVEL * 1.5, N'é' || LEVEL FROM DUAL CONNECT BY LEVEL <= %d"
              .formatted(id, lot, count));
    } else {
      run(
          session,
          "INSERT ALL INTO k (lot, a) VALUES (%d, n) INTO \"Odd Name\" (\"id\", lot) VALUES (%d + n, %d) SELECT LEVEL n FROM DUAL CONNECT BY LEVEL <= %d"
              .formatted(lot, id, lot, count));
    }
  }

  private void batch(Session session, int lot, int id) throws SQLException {
    note(session, "batch into k and w, lot " + lot + ", from " + id);
    try (PreparedStatement insert =
        session.connection.prepareStatement(
            "INSERT INTO w (id, lot, v1, n2) VALUES (?, ?, ?, ?)")) {
      for (int i = 0; i < 4; i++) {
        insert.setInt(1, id + 2 * i);
        insert.setInt(2, lot);
        insert.setString(3, "b'" + i);
        insert.setBigDecimal(4, java.math.BigDecimal.valueOf(i, 2));
        insert.addBatch();
      }
      insert.executeBatch();
    } catch (SQLException e) {
      expected(e, "batch");
    }
  }

  private void insertOne(Session session, String table, int lot, int id) throws SQLException {
    Map<String, Value> row = new LinkedHashMap<>();
    for (Map.Entry<String, ColumnForm> column : tables.get(table).columns().entrySet()) {
      row.put(
          column.getKey(),
          switch (column.getKey()) {
            case "ID", "id" -> new Value(Integer.toString(id), Integer.toString(id));
            case "LOT" -> new Value(Integer.toString(lot), Integer.toString(lot));
            default -> values.of(column.getValue(), types.get(table).get(column.getKey()));
          });
    }
    String sql =
        "INSERT INTO \"%s\" (\"%s\") VALUES (%s)"
            .formatted(
                table,
                String.join("\", \"", row.keySet()),
                String.join(", ", row.values().stream().map(Value::sql).toList()));
    if (run(session, sql) && !table.equals("K")) {
      String key = table.equals("Odd Name") ? "\"id\"" : "id";
      expectRow(session, tables.get(table), key + " = " + id, row);
    }
  }

  private void updateValues(Session session, String table, String where) throws SQLException {
    List<String> columns = new ArrayList<>(tables.get(table).columns().keySet());
    columns.removeIf(c -> c.equalsIgnoreCase("ID") || c.equals("LOT"));
    StringBuilder set = new StringBuilder();
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count && !columns.isEmpty(); i++) {
      String column = columns.remove(random.nextInt(columns.size()));
      ColumnForm form = tables.get(table).columns().get(column);
      Value value = values.of(form, types.get(table).get(column));
      set.append(set.length() == 0 ? "" : ", ")
          .append('"')
          .append(column)
          .append("\" = ")
          .append(value.sql());
    }
    run(session, "UPDATE \"" + table + "\" SET " + set + " WHERE " + where);
  }

  /** Runs a statement; false if it failed as statements of the workload may. */
  private boolean run(Session session, String sql) throws SQLException {
    note(session, sql);
    try (Statement statement = session.connection.createStatement()) {
      statement.execute(sql);
      return true;
    } catch (SQLException e) {
      expected(e, sql);
      return false;
    }
  }

  private void expected(SQLException e, String sql) throws SQLException {
    int code = e.getErrorCode();
    if (!EXPECTED.contains(code == 6512 || code == 0 ? 1476 : code)) {
      throw new SQLException("unexpected ORA-" + code + " of " + sql + ": " + e.getMessage(), e);
    }
    history.set(history.size() - 1, history.get(history.size() - 1) + "  -- ORA-" + code);
  }

  private void note(Session session, String sql) {
    history.add("session " + session.number + ": " + sql);
  }

  private void expectRow(
      Session session, TableForm table, String where, Map<String, Value> expected)
      throws SQLException {
    try (Statement statement = session.connection.createStatement();
        ResultSet rows = statement.executeQuery(table.query() + " WHERE " + where)) {
      if (!rows.next()) {
        throw new IllegalStateException("an inserted row is not there: " + where);
      }
      Map<String, String> row = row(rows, table);
      expected.forEach(
          (column, value) -> {
            if (!java.util.Objects.equals(row.get(column), value.expected())) {
              throw new IllegalStateException(
                  "%s.%s is %s after the insert of %s"
                      .formatted(table.name(), column, row.get(column), value));
            }
          });
    }
  }

  private static Map<String, String> row(ResultSet rows, TableForm table) throws SQLException {
    Map<String, String> row = new java.util.HashMap<>();
    int index = 2;
    for (Map.Entry<String, ColumnForm> column : table.columns().entrySet()) {
      row.put(column.getKey(), column.getValue().read(rows, index++));
    }
    return row;
  }

  /** Remembers what everybody sees now. */
  private void check(String after) throws SQLException {
    Map<String, Map<String, Map<String, String>>> content = new LinkedHashMap<>();
    try (Statement statement = observer.createStatement()) {
      for (TableForm table : tables.values()) {
        Map<String, Map<String, String>> found = new TreeMap<>();
        try (ResultSet rows = statement.executeQuery(table.query())) {
          while (rows.next()) {
            found.put(rows.getString(1), row(rows, table));
          }
        }
        content.put(table.name(), found);
      }
      try (ResultSet rows = statement.executeQuery("SELECT CURRENT_SCN FROM V$DATABASE")) {
        rows.next();
        checkpoints.add(new Checkpoint(rows.getLong(1), content, after));
      }
    }
  }

  /** DDL that changes the tables; nothing may be open. */
  void ddl() throws SQLException {
    ddlNumber++;
    switch (random.nextInt(6)) {
      case 0 -> {
        String column = "X" + ddlNumber;
        boolean isNumber = random.nextBoolean();
        app("ALTER TABLE k ADD (" + column + (isNumber ? " NUMBER(9)" : " VARCHAR2(400)") + ")");
        tables.get("K").with(column, isNumber ? ColumnForm.NUMBER : ColumnForm.TEXT);
        types.get("K").put(column, isNumber ? "NUMBER(9)" : "VARCHAR2(400)");
      }
      case 1 -> {
        String column =
            tables.get("K").columns().keySet().stream()
                .filter(c -> c.startsWith("X"))
                .findFirst()
                .orElse("");
        if (!column.isEmpty()) {
          app(
              "ALTER TABLE k "
                  + (random.nextBoolean() ? "DROP" : "SET UNUSED")
                  + " COLUMN "
                  + column);
          tables.get("K").drop(column);
        }
      }
      case 2 -> {
        String column =
            tables.get("P").columns().keySet().stream()
                .filter(c -> c.startsWith("NAME"))
                .findFirst()
                .orElseThrow();
        app("ALTER TABLE p RENAME COLUMN " + column + " TO NAME" + ddlNumber);
        tables.get("P").rename(column, "NAME" + ddlNumber);
        types.get("P").put("NAME" + ddlNumber, types.get("P").remove(column));
      }
      case 3 -> app("TRUNCATE TABLE k");
      case 4 -> {
        if (!indexed) {
          app("CREATE INDEX w_x ON w (n1)");
          indexed = true;
        }
      }
      default -> app("CREATE TABLE other" + names++ + " (id NUMBER)");
    }
    check("ddl");
  }

  @Override
  public void close() throws SQLException {
    for (Session session : sessions) {
      if (session.connection != null) {
        session.connection.close();
      }
    }
    observer.close();
  }
}
