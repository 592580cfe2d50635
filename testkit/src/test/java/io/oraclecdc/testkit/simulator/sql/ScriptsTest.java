package io.oraclecdc.testkit.simulator.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.MinedRedo;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whole scripts in the manner of public samples: every statement must work. */
class ScriptsTest {
  private OracleSimulator simulator;
  private SqlConsole sql;

  @BeforeEach
  void start() throws SQLException {
    simulator = OracleSimulator.start("scripts");
    sql = new SqlConsole(simulator.connectApp());
    sql.connection().setAutoCommit(false);
  }

  @AfterEach
  void stop() throws SQLException {
    sql.close();
    simulator.close();
  }

  /** Statements end at a semicolon at the end of a line; blocks and programs at a slash line. */
  private static List<String> statements(String resource) throws IOException {
    String text;
    try (InputStream stream = ScriptsTest.class.getResourceAsStream(resource)) {
      text = new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
    }
    List<String> result = new ArrayList<>();
    StringBuilder current = new StringBuilder();
    boolean block = false;
    boolean string = false;
    for (String line : text.split("\n", -1)) {
      String trimmed = line.strip();
      if (current.isEmpty() && (trimmed.isEmpty() || trimmed.startsWith("--"))) {
        continue;
      }
      if (current.isEmpty()) {
        String upper = trimmed.toUpperCase(Locale.ROOT);
        block =
            upper.startsWith("BEGIN")
                || upper.startsWith("DECLARE")
                || upper.startsWith("CREATE OR REPLACE PROCEDURE");
      }
      if (trimmed.equals("/")) {
        result.add(current.toString());
        current.setLength(0);
        continue;
      }
      current.append(line).append('\n');
      string ^= line.chars().filter(c -> c == '\'').count() % 2 == 1 && !line.contains("q'[");
      if (!block && !string && trimmed.endsWith(";")) {
        String statement = current.toString().strip();
        result.add(statement.substring(0, statement.length() - 1));
        current.setLength(0);
      }
    }
    return result;
  }

  private void runScript(String resource) throws IOException {
    for (String statement : statements(resource)) {
      try {
        sql.run(statement);
      } catch (SQLException e) {
        throw new AssertionError("failed: " + statement, e);
      }
    }
  }

  @Test
  void aPersonnelSchema() throws Exception {
    runScript("/simulator/staff.sql");
    assertThat(sql.rows("SELECT full_name, region_name FROM emp_details_view ORDER BY employee_id"))
        .containsExactly("Jennifer Whale|Americas", "Michael Hart|Europe", "Pat Fay|Europe");
    assertThat(sql.rows("SELECT salary FROM employees ORDER BY employee_id"))
        .containsExactly("4400", "14300", "6000.5");
    assertThat(
            sql.one("SELECT department_id FROM departments WHERE department_name = q'{Who's Who}'"))
        .isEqualTo("280");
    assertThat(sql.fails("DELETE FROM employees WHERE employee_id = 200")).isEqualTo(2292);
    assertThat(sql.fails("BEGIN secure_other; END;")).isEqualTo(6550);
    assertThat(sql.one("SELECT OBJECT_TYPE FROM USER_OBJECTS WHERE OBJECT_NAME = 'SECURE_DML'"))
        .isEqualTo("PROCEDURE");
    assertThat(MinedRedo.of(simulator)).hasSize(4 + 3 + 3 + 1 + 2);
  }

  @Test
  void anOrderSchema() throws Exception {
    runScript("/simulator/shop.sql");
    assertThat(
            sql.rows("SELECT order_status, COUNT(*) FROM orders GROUP BY order_status ORDER BY 1"))
        .containsExactly("COMPLETE|7", "OPEN|6", "SHIPPED|7");
    assertThat(
            sql.one(
                "SELECT SUM(unit_price * quantity), COUNT(DISTINCT product_id) FROM order_items i"
                    + " WHERE EXISTS (SELECT NULL FROM orders o WHERE o.order_id = i.order_id AND"
                    + " o.order_status LIKE 'SHIP%')"))
        .isEqualTo("487.06|2");
    assertThat(sql.one("SELECT MIN(order_tms) FROM orders"))
        .isEqualTo("2018-02-04 14:20:22.245677");
    assertThat(sql.fails("UPDATE orders SET order_status = 'LOST'")).isEqualTo(2290);
    assertThat(MinedRedo.of(simulator)).hasSize(20 + 4 + 20 + 14 + 7 + 7 + 7);
  }
}
