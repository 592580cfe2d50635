package io.oraclecdc.benchmarks.endtoend;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The work both sides read: a table of twenty columns, a third each of inserts, updates of four
 * columns and deletes, in transactions of 300 changes. Same size, same work.
 */
final class OrderWork {
  static final String TABLE = "CUSTOMER_ORDERS";
  static final String MARK = "ZZ_MARK";

  private static final int ROWS_PER_TRANSACTION = 100;
  private static final int COLUMNS = 20;

  private final Connection connection;
  private final Random random = new Random(42);

  OrderWork(Connection connection) {
    this.connection = connection;
  }

  static List<String> definitions() {
    return List.of(
        "CREATE TABLE "
            + TABLE
            + " (id NUMBER(10) PRIMARY KEY, customer_id NUMBER(18), line_count NUMBER(4),"
            + " big_reference NUMBER(38), amount NUMBER(12,2), weight NUMBER, discount FLOAT(126),"
            + " score BINARY_DOUBLE, status VARCHAR2(20), customer_name VARCHAR2(60),"
            + " email VARCHAR2(60), city VARCHAR2(40), description VARCHAR2(200),"
            + " notes VARCHAR2(200), country CHAR(2), ordered_on DATE, created_at TIMESTAMP(6),"
            + " updated_at TIMESTAMP(9), shipped_at TIMESTAMP(6) WITH TIME ZONE, token RAW(16))",
        "ALTER TABLE " + TABLE + " ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS",
        "CREATE TABLE " + MARK + " (id NUMBER(9) PRIMARY KEY)",
        "ALTER TABLE " + MARK + " ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
  }

  /** Makes so many changes, at least; returns their number. */
  long run(long changes) throws SQLException {
    connection.setAutoCommit(false);
    long done = 0;
    long id = 1;
    try (PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO " + TABLE + " VALUES (?" + ", ?".repeat(COLUMNS - 1) + ")");
        PreparedStatement update =
            connection.prepareStatement(
                "UPDATE "
                    + TABLE
                    + " SET amount = ?, status = ?, description = ?, updated_at = ? WHERE id = ?");
        PreparedStatement delete =
            connection.prepareStatement("DELETE FROM " + TABLE + " WHERE id = ?")) {
      while (done < changes) {
        for (int i = 0; i < ROWS_PER_TRANSACTION; i++) {
          bind(insert, row(id + i));
          bind(update, List.of(money(), "DELIVERED", text(40), time(), id + i));
          bind(delete, List.of(id + i));
        }
        done += insert.executeBatch().length;
        done += update.executeBatch().length;
        done += delete.executeBatch().length;
        connection.commit();
        id += ROWS_PER_TRANSACTION;
      }
    }
    try (Statement statement = connection.createStatement()) {
      statement.execute("INSERT INTO " + MARK + " VALUES (1)");
    }
    connection.commit();
    return done;
  }

  private static void bind(PreparedStatement statement, List<?> values) throws SQLException {
    for (int i = 0; i < values.size(); i++) {
      statement.setObject(i + 1, values.get(i));
    }
    statement.addBatch();
  }

  private List<Object> row(long id) {
    List<Object> row = new ArrayList<>(COLUMNS);
    row.add(id);
    row.add(random.nextLong(1_000_000_000_000_000_000L));
    row.add(random.nextInt(10_000));
    row.add(new BigDecimal(new BigInteger(120, random)));
    row.add(money());
    row.add(BigDecimal.valueOf(random.nextInt(1_000_000_000), 6));
    row.add(BigDecimal.valueOf(random.nextInt(1_000_000), 5));
    row.add(random.nextDouble());
    row.add("RECEIVED");
    row.add(text(20));
    row.add(text(24));
    row.add(text(12));
    row.add(random.nextInt(10) == 0 ? "it's " + text(40) : text(45));
    row.add(random.nextInt(5) == 0 ? "" : text(60));
    row.add("DE");
    row.add(time().withNano(0));
    row.add(time());
    row.add(time());
    row.add(OffsetDateTime.of(time(), ZoneOffset.ofHours(2)));
    byte[] token = new byte[16];
    random.nextBytes(token);
    row.add(token);
    return row;
  }

  private BigDecimal money() {
    return BigDecimal.valueOf(random.nextInt(100_000_000), 2);
  }

  private String text(int length) {
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append((char) ('a' + random.nextInt(26)));
    }
    return text.toString();
  }

  private LocalDateTime time() {
    return LocalDateTime.of(2020, 1, 1, 0, 0)
        .plusSeconds(random.nextInt(100_000_000))
        .plusNanos(random.nextInt(1_000_000) * 1000L);
  }
}
