package io.oraclecdc.examples.quickstart;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * An order-processing application that knows nothing of capture: it places, pays and cancels
 * orders, changes its mind within a transaction (savepoint) and gives whole transactions up
 * (rollback). It counts the row changes it committed.
 */
final class OrderApplication {
  private static final List<String> SCHEMA =
      List.of(
          "CREATE TABLE customers (id NUMBER(10) PRIMARY KEY, name VARCHAR2(60) NOT NULL, credit NUMBER(10,2), since DATE)",
          "CREATE TABLE orders (id NUMBER(10) PRIMARY KEY, customer_id NUMBER(10) NOT NULL, status VARCHAR2(20) NOT NULL,"
              + " amount NUMBER(12,2), placed TIMESTAMP(6))",
          "CREATE TABLE order_lines (order_id NUMBER(10), line NUMBER(4), product VARCHAR2(40), quantity NUMBER(6),"
              + " CONSTRAINT order_lines_pk PRIMARY KEY (order_id, line))",
          "ALTER TABLE customers ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS",
          "ALTER TABLE orders ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS",
          "ALTER TABLE order_lines ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
  private static final String[] PRODUCTS = {
    "lamp", "chair", "it's a desk", "Bücherregal", "kettle"
  };

  private final Connection connection;
  private final Random random;
  private final List<Integer> openOrders = new ArrayList<>();
  private int lastCustomer;
  private int lastOrder;
  private long committed;
  private long pending;

  OrderApplication(Connection connection, long seed) throws SQLException {
    this.connection = connection;
    this.random = new Random(seed);
    connection.setAutoCommit(false);
  }

  void createSchema() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String ddl : SCHEMA) {
        statement.execute(ddl);
      }
    }
  }

  /** Row changes committed so far. */
  long committed() {
    return committed;
  }

  /** One business transaction. */
  void work() throws SQLException {
    int dice = random.nextInt(10);
    if (openOrders.isEmpty() || dice < 5) {
      placeOrder();
      commit();
    } else if (dice < 7) {
      payOrder();
      commit();
    } else if (dice < 8) {
      cancelOrder();
      commit();
    } else if (dice < 9) {
      placeOrderWithSecondThoughts();
      commit();
    } else {
      placeOrder();
      openOrders.remove(openOrders.size() - 1);
      connection.rollback();
      pending = 0;
    }
  }

  private void placeOrder() throws SQLException {
    if (lastCustomer == 0 || random.nextInt(3) == 0) {
      lastCustomer++;
      change(
          "INSERT INTO customers (id, name, credit, since) VALUES (?, ?, ?, SYSDATE)",
          lastCustomer,
          "Customer " + lastCustomer,
          500);
    }
    lastOrder++;
    change(
        "INSERT INTO orders (id, customer_id, status, amount, placed) VALUES (?, ?, 'NEW', ?, SYSTIMESTAMP)",
        lastOrder,
        1 + random.nextInt(lastCustomer),
        new java.math.BigDecimal(random.nextInt(100_000)).movePointLeft(2));
    for (int line = 1; line <= 1 + random.nextInt(3); line++) {
      addLine(line);
    }
    openOrders.add(lastOrder);
  }

  private void addLine(int line) throws SQLException {
    change(
        "INSERT INTO order_lines (order_id, line, product, quantity) VALUES (?, ?, ?, ?)",
        lastOrder,
        line,
        PRODUCTS[random.nextInt(PRODUCTS.length)],
        1 + random.nextInt(9));
  }

  private void placeOrderWithSecondThoughts() throws SQLException {
    placeOrder();
    long before = pending;
    Savepoint savepoint = connection.setSavepoint();
    addLine(90);
    change("UPDATE orders SET amount = amount + 10 WHERE id = ?", lastOrder);
    connection.rollback(savepoint);
    pending = before;
    change("UPDATE orders SET status = 'CONFIRMED' WHERE id = ?", lastOrder);
  }

  private void payOrder() throws SQLException {
    change(
        "UPDATE orders SET status = 'PAID' WHERE id = ?",
        openOrders.remove(random.nextInt(openOrders.size())));
  }

  private void cancelOrder() throws SQLException {
    Integer order = openOrders.remove(random.nextInt(openOrders.size()));
    change("DELETE FROM order_lines WHERE order_id = ?", order);
    change("DELETE FROM orders WHERE id = ?", order);
  }

  private void change(String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      pending += statement.executeUpdate();
    }
  }

  private void commit() throws SQLException {
    connection.commit();
    committed += pending;
    pending = 0;
  }
}
