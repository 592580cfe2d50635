package io.oraclecdc.benchmarks;

import io.oraclecdc.database.DatabaseInfo;
import io.oraclecdc.database.DatabaseSession;
import io.oraclecdc.database.DatabaseSettings;
import io.oraclecdc.database.OracleErrors;
import io.oraclecdc.database.SessionFactory;
import io.oraclecdc.database.SessionRole;
import io.oraclecdc.dictionary.DictionarySchemaCatalog;
import io.oraclecdc.dictionary.Layouts;
import io.oraclecdc.dictionary.OracleDictionary;
import io.oraclecdc.dictionary.TableSelection;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.mining.MiningStep;
import io.oraclecdc.mining.RedoSource;
import io.oraclecdc.mining.StepEnd;
import io.oraclecdc.model.Scn;
import io.oraclecdc.testkit.model.ModelBehaviour;
import io.oraclecdc.testkit.model.ModelOptions;
import io.oraclecdc.testkit.model.RedoModel;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

/** How fast the simulator and the redo model are: {@code -Dbench=simulator}. */
final class SimulatorReport {
  private static final int BATCH = 1_000;

  private final int rows;
  private final int tables;
  private final long modelRows;

  /**
   * A measurement.
   *
   * @param rows inserted and mined
   * @param tables of the database that is started
   * @param modelRows made by the model
   */
  SimulatorReport(int rows, int tables, long modelRows) {
    this.rows = rows;
    this.tables = tables;
    this.modelRows = modelRows;
  }

  /** Prints the figures. */
  static void print() {
    try {
      new SimulatorReport(200_000, 200, 300_000).measure(); // warms up
      new SimulatorReport(500_000, 10_000, 2_000_000).measure().forEach(System.out::println);
    } catch (SQLException e) {
      throw new IllegalStateException("the simulator refused a statement", e);
    }
  }

  /** The lines that are printed. */
  List<String> measure() throws SQLException {
    String captured;
    String mined;
    try (OracleSimulator oracle = OracleSimulator.start("bench-rows")) {
      long begin = System.nanoTime();
      insert(oracle);
      captured = line("simulator captured inserts/s", perSecond(rows, begin));
      begin = System.nanoTime();
      long read = mine(oracle);
      if (read < rows) {
        throw new IllegalStateException("mined " + read + " of " + rows + " rows");
      }
      mined = line("simulator mined rows/s", perSecond(read, begin));
    }
    String model = model();
    String catalog = catalog();
    return List.of(captured, mined, model, catalog);
  }

  private static String line(String name, long figure) {
    return "%s %,d".formatted(name, figure);
  }

  private static long perSecond(long count, long begin) {
    return count * 1_000_000_000L / Math.max(1, System.nanoTime() - begin);
  }

  private void insert(OracleSimulator oracle) throws SQLException {
    try (Connection app = oracle.connectApp();
        Statement ddl = app.createStatement()) {
      ddl.execute(
          "CREATE TABLE orders (id NUMBER(12) PRIMARY KEY, status VARCHAR2(20), amount NUMBER(12,2),"
              + " placed DATE, changed TIMESTAMP(6), note VARCHAR2(200), c1 NUMBER, c2 NUMBER, c3"
              + " VARCHAR2(30), c4 VARCHAR2(30))");
      ddl.execute("ALTER TABLE orders ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      app.setAutoCommit(false);
      try (PreparedStatement insert =
          app.prepareStatement("INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
        Timestamp time = Timestamp.valueOf("2026-05-01 12:00:00.123456");
        for (int i = 1; i <= rows; i++) {
          insert.setInt(1, i);
          insert.setString(2, "NEW");
          insert.setBigDecimal(3, BigDecimal.valueOf(i, 2));
          insert.setTimestamp(4, time);
          insert.setTimestamp(5, time);
          insert.setString(6, "a customer's note");
          insert.setInt(7, i % 17);
          insert.setInt(8, i % 1_000);
          insert.setString(9, "warehouse");
          insert.setString(10, "carrier");
          insert.addBatch();
          if (i % BATCH == 0 || i == rows) {
            insert.executeBatch();
            app.commit();
          }
        }
      }
    }
  }

  private static long mine(OracleSimulator oracle) throws SQLException {
    try (Connection capture = oracle.connectCapture();
        Statement statement = capture.createStatement()) {
      StringBuilder logs = new StringBuilder();
      String option = "NEW";
      try (ResultSet found =
          statement.executeQuery(
              "SELECT NAME FROM V$ARCHIVED_LOG UNION ALL SELECT F.MEMBER FROM V$LOG L, V$LOGFILE F"
                  + " WHERE F.GROUP# = L.GROUP# AND L.STATUS = 'CURRENT'")) {
        while (found.next()) {
          logs.append("DBMS_LOGMNR.ADD_LOGFILE('")
              .append(found.getString(1))
              .append("', DBMS_LOGMNR.")
              .append(option)
              .append("); ");
          option = "ADDFILE";
        }
      }
      statement.execute("BEGIN " + logs + "END;");
      statement.execute(
          "BEGIN DBMS_LOGMNR.START_LOGMNR(OPTIONS => DBMS_LOGMNR.DICT_FROM_ONLINE_CATALOG +"
              + " DBMS_LOGMNR.NO_ROWID_IN_STMT + DBMS_LOGMNR.NO_SQL_DELIMITER); END;");
      long count = 0;
      long characters = 0;
      statement.setFetchSize(10_000);
      try (ResultSet found =
          statement.executeQuery(
              "SELECT SCN, OPERATION_CODE, XIDUSN, XIDSLT, XIDSQN, RS_ID, SSN, ROW_ID, SQL_REDO"
                  + " FROM V$LOGMNR_CONTENTS WHERE OPERATION_CODE IN (1, 2, 3)")) {
        while (found.next()) {
          found.getLong(1);
          found.getString(6);
          characters += found.getString(9).length();
          count++;
        }
      }
      if (characters == 0) {
        throw new IllegalStateException("no text was mined");
      }
      return count;
    }
  }

  private String model() {
    EnumSet<ModelBehaviour> behaviours =
        EnumSet.of(ModelBehaviour.PRIVATE_STRANDS, ModelBehaviour.PARTIAL_XIDS);
    RedoModel model = RedoModel.of(7, new ModelOptions(2, 2, 6, 5_000, 300, behaviours));
    MiningStart start = new MiningStart(Scn.ZERO, Map.of());
    long read = 0;
    long cpuBegin = cpu();
    long begin = System.nanoTime();
    try (RedoSource source = model.source()) {
      while (model.rowsWritten() < modelRows) {
        model.advance(2_000);
        try (MiningStep step = source.open(start)) {
          for (MinedRow row = step.next(); row != null; row = step.next()) {
            read++;
          }
          StepEnd end = step.finish();
          start = new MiningStart(end.nextLowestScn(), end.cursors());
        }
        model.drainCommitted();
        model.purge(start.lowestScn(), start.cursors());
      }
    }
    if (read < modelRows / 2) {
      throw new IllegalStateException("only " + read + " rows of the model were read");
    }
    return line("redo model rows/s, made and read", perSecond(model.rowsWritten(), begin))
        + ", per CPU second %,d"
            .formatted(model.rowsWritten() * 1_000_000_000L / Math.max(1, cpu() - cpuBegin));
  }

  /** Nanoseconds of CPU of this thread: other work of the machine does not count. */
  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private String catalog() throws SQLException {
    long cpuBegin = cpu();
    long begin = System.nanoTime();
    try (OracleSimulator oracle = OracleSimulator.start("bench-tables")) {
      try (Connection app = oracle.connectApp();
          Statement ddl = app.createStatement()) {
        for (int i = 0; i < tables; i++) {
          ddl.execute(
              "CREATE TABLE t"
                  + i
                  + " (id NUMBER(9) PRIMARY KEY, a VARCHAR2(40), b NUMBER(10,2), c DATE,"
                  + " SUPPLEMENTAL LOG DATA (ALL) COLUMNS)");
        }
      }
      long filled = System.nanoTime();
      long cpuFilled = cpu();
      String views = views(oracle);
      long viewed = System.nanoTime();
      try (Connection sys = oracle.connectSys();
          Statement logging = sys.createStatement()) {
        logging.execute("ALTER DATABASE ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      }
      SessionFactory sessions =
          new SessionFactory(
              DatabaseSettings.builder()
                  .url(oracle.url())
                  .user(OracleSimulator.CAPTURE_USER)
                  .password(OracleSimulator.CAPTURE_PASSWORD)
                  .build(),
              OracleErrors.standard());
      try (DatabaseSession metadata = new DatabaseSession(sessions, SessionRole.METADATA)) {
        DatabaseInfo database = DatabaseInfo.read(metadata);
        TableSelection selection = TableSelection.including(List.of("APP\\..*")).build();
        int found =
            DictionarySchemaCatalog.load(
                    new OracleDictionary(metadata, selection), new Layouts(selection, database))
                .tables()
                .size();
        if (found != tables) {
          throw new IllegalStateException("the dictionary has " + found + " tables");
        }
      }
      return "start with %,d tables: created in %,d ms (CPU %,d ms), dictionary read by the library in %,d ms; %s"
          .formatted(
              tables,
              (filled - begin) / 1_000_000,
              (cpuFilled - cpuBegin) / 1_000_000,
              (System.nanoTime() - viewed) / 1_000_000,
              views);
    }
  }

  /** Milliseconds of queries over all tables, of one DDL text, and of one table's columns. */
  private String views(OracleSimulator oracle) throws SQLException {
    try (Connection sys = oracle.connectSys();
        Statement statement = sys.createStatement()) {
      List<String> times = new ArrayList<>();
      times.add(timed(statement, "ALL_TABLES", "SELECT OWNER, TABLE_NAME FROM ALL_TABLES", tables));
      times.add(
          timed(
              statement,
              "DBA_TAB_COLS",
              "SELECT TABLE_NAME, COLUMN_NAME, DATA_TYPE FROM DBA_TAB_COLS WHERE OWNER = 'APP'",
              4 * tables));
      times.add(
          timed(
              statement,
              "DBA_CONSTRAINTS and DBA_CONS_COLUMNS",
              "SELECT C.TABLE_NAME, L.COLUMN_NAME FROM DBA_CONSTRAINTS C, DBA_CONS_COLUMNS L"
                  + " WHERE L.OWNER = C.OWNER AND L.CONSTRAINT_NAME = C.CONSTRAINT_NAME"
                  + " AND C.OWNER = 'APP' AND C.CONSTRAINT_TYPE = 'P'",
              tables));
      times.add(
          timed(statement, "DBA_LOG_GROUPS", "SELECT TABLE_NAME FROM DBA_LOG_GROUPS", tables));
      times.add(
          timed(
              statement,
              "100 columns of one table",
              "SELECT COLUMN_NAME FROM ALL_TAB_COLS WHERE OWNER = 'APP' AND TABLE_NAME = 'T%d'",
              400));
      times.add(
          timed(
              statement,
              "100 GET_DDL",
              "SELECT DBMS_METADATA.GET_DDL('TABLE', 'T%d', 'APP') FROM DUAL",
              100));
      return String.join(", ", times);
    }
  }

  private String timed(Statement statement, String name, String sql, int atLeast)
      throws SQLException {
    long begin = System.nanoTime();
    int rows = 0;
    int calls = sql.contains("%d") ? 100 : 1;
    for (int i = 0; i < calls; i++) {
      try (ResultSet found = statement.executeQuery(sql.formatted(i % tables))) {
        while (found.next()) {
          found.getString(1);
          rows++;
        }
      }
    }
    if (rows < atLeast) {
      throw new IllegalStateException(name + " has " + rows + " rows");
    }
    return "%s %,d ms".formatted(name, (System.nanoTime() - begin) / 1_000_000);
  }
}
