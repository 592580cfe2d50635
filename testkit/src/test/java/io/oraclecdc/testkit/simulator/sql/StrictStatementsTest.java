package io.oraclecdc.testkit.simulator.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What Oracle refuses or shows and a lenient database would not. */
class StrictStatementsTest {
  private OracleSimulator oracle;
  private SqlConsole app;

  @BeforeEach
  void start() throws SQLException {
    oracle = OracleSimulator.start("strict");
    app = new SqlConsole(oracle.connectApp());
  }

  @AfterEach
  void stop() throws SQLException {
    app.close();
    oracle.close();
  }

  @Test
  void checksOfATableListTheColumnsTheyName() throws SQLException {
    app.run(
        "CREATE TABLE t (a NUMBER, b NUMBER, \"c d\" NUMBER, x VARCHAR2(9) CHECK (x <> 'b'),"
            + " CONSTRAINT c2 CHECK (b > a), CONSTRAINT c3 CHECK (x <> 'a' OR \"c d\" > 0))");
    for (String view : new String[] {"USER_CONS_COLUMNS", "ALL_CONS_COLUMNS"}) {
      assertThat(
              app.rows(
                  "SELECT constraint_name, column_name, position FROM "
                      + view
                      + " WHERE table_name = 'T' AND constraint_name LIKE 'C_' ORDER BY 1, 2"))
          .containsExactly("C2|A|null", "C2|B|null", "C3|X|null", "C3|c d|null");
    }
    assertThat(app.one("SELECT COUNT(*) FROM user_cons_columns WHERE table_name = 'T'"))
        .isEqualTo("5");
  }

  @Test
  void whatIsGrantedToPublicIsOpenToEverybody() throws SQLException {
    try (SqlConsole sys = new SqlConsole(oracle.connectSys())) {
      sys.run("CREATE USER nobody IDENTIFIED BY nobody", "GRANT CREATE SESSION TO nobody");
    }
    try (SqlConsole nobody = new SqlConsole(oracle.connect("nobody", "nobody"))) {
      for (String view :
          new String[] {
            "V$VERSION",
            "V$OPTION",
            "V$NLS_PARAMETERS",
            "PRODUCT_COMPONENT_VERSION",
            "NLS_SESSION_PARAMETERS",
            "NLS_DATABASE_PARAMETERS",
            "NLS_INSTANCE_PARAMETERS",
            "ALL_TABLES",
            "USER_TABLES",
            "DUAL"
          }) {
        assertThat(nobody.rows("SELECT * FROM " + view)).as(view).isNotNull();
      }
      assertThat(nobody.fails("SELECT * FROM V$DATABASE")).isEqualTo(942);
      assertThat(nobody.fails("SELECT * FROM V$PARAMETER")).isEqualTo(942);
      assertThat(nobody.fails("SELECT * FROM DBA_TABLES")).isEqualTo(942);
    }
  }

  @Test
  void onlyTextIsCutByACast() throws SQLException {
    assertThat(app.value("CAST('12345' AS VARCHAR2(3))")).isEqualTo("123");
    assertThat(app.value("CAST(123 AS VARCHAR2(3))")).isEqualTo("123");
    assertThat(app.value("CAST(12 AS CHAR(3))")).isEqualTo("12 ");
    assertThat(app.value("CAST(TO_CLOB('12345') AS VARCHAR2(3))")).isEqualTo("123");
    for (String value :
        new String[] {"12345", "SYSDATE", "SYSTIMESTAMP", "HEXTORAW('0102')", "1.5e0 + 1234"}) {
      for (String type : new String[] {"VARCHAR2", "CHAR", "NVARCHAR2"}) {
        assertThat(app.fails("SELECT CAST(" + value + " AS " + type + "(3)) FROM DUAL"))
            .as(value)
            .isEqualTo(25137);
      }
    }
  }

  @Test
  void lobsHaveNoIndex() throws SQLException {
    app.run("CREATE TABLE t (id NUMBER, c CLOB, b BLOB, l LONG)");
    assertThat(app.message("CREATE INDEX i ON t (c)"))
        .startsWith("ORA-02327: cannot create index on expression with datatype LOB");
    assertThat(app.fails("CREATE INDEX i ON t (id, b)")).isEqualTo(2327);
    assertThat(app.fails("CREATE UNIQUE INDEX i ON t (c)")).isEqualTo(2327);
    assertThat(app.fails("CREATE INDEX i ON t (l)")).isEqualTo(997);
  }

  @Test
  void columnsOfTheSameNameAreAmbiguousWhenTheyAreNamed() throws SQLException {
    app.run("CREATE TABLE t (a NUMBER, b NUMBER)", "INSERT INTO t VALUES (1, 2)");
    assertThat(app.fails("SELECT * FROM (SELECT a, a FROM t)")).isEqualTo(918);
    assertThat(app.fails("SELECT q.* FROM (SELECT a, b AS a FROM t) q")).isEqualTo(918);
    assertThat(app.fails("SELECT a FROM (SELECT a, a FROM t)")).isEqualTo(918);
    assertThat(app.rows("SELECT a, a FROM t")).containsExactly("1|1");
    assertThat(app.rows("SELECT * FROM t x, t y")).containsExactly("1|2|1|2");
  }

  @Test
  void lobsHaveNoMaximum() throws SQLException {
    app.run("CREATE TABLE t (id NUMBER, c CLOB, b BLOB)");
    assertThat(app.fails("SELECT MAX(c) FROM t")).isEqualTo(932);
    assertThat(app.fails("SELECT MIN(b) FROM t")).isEqualTo(932);
    assertThat(app.rows("SELECT MAX(id) FROM t")).containsExactly("null");
  }
}
