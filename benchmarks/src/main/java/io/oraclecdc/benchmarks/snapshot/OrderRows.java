package io.oraclecdc.benchmarks.snapshot;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** The table that is read: eight columns, ids from 1 on without gaps. */
final class OrderRows {
  static final String TABLE = "CUSTOMER_ORDERS";

  /** Columns behind the ROWID in a chunk query: 1 ROWID, 2 ID and so on. */
  static final int COLUMNS = 9;

  private static final int ROWS_PER_STATEMENT = 10_000;

  private OrderRows() {}

  static void create(Statement statement) throws SQLException {
    statement.execute(
        "CREATE TABLE "
            + TABLE
            + " (id NUMBER(10) PRIMARY KEY, customer_id NUMBER(18), amount NUMBER(12,2),"
            + " status VARCHAR2(20), customer_name VARCHAR2(60), description VARCHAR2(200),"
            + " ordered_on DATE, created_at TIMESTAMP(6))");
    statement.execute("ALTER TABLE " + TABLE + " ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
  }

  /** Inserts rows and commits. */
  static void fill(Connection connection, long rows) throws SQLException {
    connection.setAutoCommit(false);
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO "
                + TABLE
                + " SELECT ? + LEVEL, (? + LEVEL) * 7919, MOD(LEVEL, 1000000) * 0.01, 'RECEIVED',"
                + " 'customer number ' || LEVEL, 'an order of which there is something to tell ' || LEVEL,"
                + " DATE '2026-01-01' + MOD(LEVEL, 300),"
                + " TIMESTAMP '2026-01-01 12:00:00' + NUMTODSINTERVAL(LEVEL, 'SECOND')"
                + " FROM DUAL CONNECT BY LEVEL <= ?")) {
      for (long done = 0; done < rows; done += ROWS_PER_STATEMENT) {
        insert.setLong(1, done);
        insert.setLong(2, done);
        insert.setLong(3, Math.min(ROWS_PER_STATEMENT, rows - done));
        insert.executeUpdate();
        connection.commit();
      }
    }
  }

  /** What the engine asks for a chunk: as of an SCN, ids above the second and up to the third. */
  static String chunkQuery() {
    return "SELECT ROWIDTOCHAR(T.ROWID), T.\"ID\", T.\"CUSTOMER_ID\", T.\"AMOUNT\", T.\"STATUS\","
        + " T.\"CUSTOMER_NAME\", T.\"DESCRIPTION\", TO_CHAR(T.\"ORDERED_ON\", 'YYYY-MM-DD HH24:MI:SS AD'),"
        + " TO_CHAR(T.\"CREATED_AT\", 'YYYY-MM-DD HH24:MI:SS.FF9 AD') FROM \"APP\".\""
        + TABLE
        + "\" AS OF SCN ? T WHERE T.\"ID\" > ? AND T.\"ID\" <= ? ORDER BY T.\"ID\"";
  }
}
