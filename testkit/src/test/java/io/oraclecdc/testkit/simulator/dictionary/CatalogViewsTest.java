package io.oraclecdc.testkit.simulator.dictionary;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import java.sql.PreparedStatement;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CatalogViewsTest {
  private static OracleSimulator simulator;
  private static SqlConsole app;
  private static SqlConsole capture;

  @BeforeAll
  static void start() throws SQLException {
    simulator = OracleSimulator.start("catalog");
    app = new SqlConsole(simulator.connectApp());
    capture = new SqlConsole(simulator.connectCapture());
    app.run(
        "CREATE TABLE parent (id NUMBER(9) CONSTRAINT parent_pk PRIMARY KEY, code VARCHAR2(10) NOT NULL"
            + " CONSTRAINT parent_uq UNIQUE)",
        "CREATE TABLE child (pid NUMBER(9) CONSTRAINT child_fk REFERENCES parent ON DELETE CASCADE,"
            + " qty NUMBER CONSTRAINT child_ck CHECK (qty > 0), \"lower\" NCHAR(3),"
            + " id NUMBER GENERATED ALWAYS AS IDENTITY, dbl AS (qty * 2))",
        "ALTER TABLE parent ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS",
        "ALTER TABLE child ADD SUPPLEMENTAL LOG GROUP child_g (pid, qty NO LOG) ALWAYS",
        "CREATE INDEX child_ix ON child (qty, UPPER(\"lower\"))",
        "COMMENT ON TABLE parent IS 'top'",
        "COMMENT ON COLUMN parent.code IS 'it''s; a column'");
  }

  @AfterAll
  static void stop() throws SQLException {
    app.close();
    capture.close();
    simulator.close();
  }

  @Test
  void everyDeclaredViewHasExactlyItsColumns() throws SQLException {
    for (Map.Entry<String, Set<String>> view : CatalogColumns.columnsByView().entrySet()) {
      try (PreparedStatement statement =
          capture.connection().prepareStatement("SELECT * FROM SYS." + view.getKey())) {
        ResultSetMetaData data = statement.getMetaData();
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= data.getColumnCount(); i++) {
          names.add(data.getColumnLabel(i));
        }
        assertThat(names).as(view.getKey()).containsExactlyElementsOf(view.getValue());
        statement.executeQuery().close();
      }
    }
  }

  @Test
  void constraintsAndTheirColumns() throws SQLException {
    assertThat(
            capture.rows(
                "SELECT C.TABLE_NAME, C.CONSTRAINT_NAME, C.CONSTRAINT_TYPE, C.STATUS,"
                    + " C.R_CONSTRAINT_NAME, C.DELETE_RULE, CC.COLUMN_NAME, CC.POSITION"
                    + " FROM DBA_CONSTRAINTS C JOIN DBA_CONS_COLUMNS CC ON CC.OWNER = C.OWNER"
                    + " AND CC.CONSTRAINT_NAME = C.CONSTRAINT_NAME WHERE C.OWNER = 'APP'"
                    + " AND C.CONSTRAINT_NAME NOT LIKE 'SYS/_%' ESCAPE '/' ORDER BY 2"))
        .containsExactly(
            "CHILD|CHILD_CK|C|ENABLED|null|null|QTY|null",
            "CHILD|CHILD_FK|R|ENABLED|PARENT_PK|CASCADE|PID|1",
            "PARENT|PARENT_PK|P|ENABLED|null|null|ID|1",
            "PARENT|PARENT_UQ|U|ENABLED|null|null|CODE|1");
    assertThat(
            app.rows(
                "SELECT SEARCH_CONDITION FROM USER_CONSTRAINTS WHERE CONSTRAINT_TYPE = 'C' ORDER BY"
                    + " CONSTRAINT_NAME"))
        .contains("qty > 0", "\"CODE\" IS NOT NULL");
  }

  @Test
  void indexesAndExpressions() throws SQLException {
    assertThat(
            capture.rows(
                "SELECT INDEX_NAME, INDEX_TYPE, UNIQUENESS, STATUS FROM DBA_INDEXES WHERE TABLE_OWNER ="
                    + " 'APP' ORDER BY 1"))
        .containsExactly(
            "CHILD_IX|FUNCTION-BASED NORMAL|NONUNIQUE|VALID",
            "PARENT_PK|NORMAL|UNIQUE|VALID",
            "PARENT_UQ|NORMAL|UNIQUE|VALID");
    assertThat(
            capture.rows(
                "SELECT COLUMN_NAME, COLUMN_POSITION FROM DBA_IND_COLUMNS WHERE INDEX_NAME = 'CHILD_IX'"
                    + " ORDER BY COLUMN_POSITION"))
        .containsExactly("QTY|1", "SYS_NC00002$|2");
  }

  @Test
  void logGroups() throws SQLException {
    assertThat(
            capture.rows(
                "SELECT TABLE_NAME, LOG_GROUP_TYPE, ALWAYS, GENERATED FROM DBA_LOG_GROUPS ORDER BY 1"))
        .containsExactly(
            "CHILD|USER LOG GROUP|ALWAYS|USER NAME",
            "PARENT|ALL COLUMN LOGGING|ALWAYS|GENERATED NAME");
    assertThat(
            capture.rows(
                "SELECT COLUMN_NAME, POSITION, LOGGING_PROPERTY FROM DBA_LOG_GROUP_COLUMNS ORDER BY 2"))
        .containsExactly("PID|1|LOG", "QTY|2|NO LOG");
  }

  @Test
  void columnsWithTheirTraits() throws SQLException {
    assertThat(
            capture.rows(
                "SELECT COLUMN_NAME, CHARACTER_SET_NAME, VIRTUAL_COLUMN, SEGMENT_COLUMN_ID,"
                    + " INTERNAL_COLUMN_ID, IDENTITY_COLUMN, NULLABLE, USER_GENERATED FROM DBA_TAB_COLS"
                    + " WHERE TABLE_NAME = 'CHILD' ORDER BY INTERNAL_COLUMN_ID"))
        .containsExactly(
            "PID|null|NO|1|1|NO|Y|YES",
            "QTY|null|NO|2|2|NO|Y|YES",
            "lower|NCHAR_CS|NO|3|3|NO|Y|YES",
            "ID|null|NO|4|4|YES|N|YES",
            "DBL|null|YES|null|5|NO|Y|YES");
  }

  @Test
  void objectsUsersAndComments() throws SQLException {
    assertThat(
            capture.rows(
                "SELECT OBJECT_NAME, OBJECT_TYPE, STATUS FROM ALL_OBJECTS WHERE OWNER = 'APP' AND"
                    + " OBJECT_TYPE = 'TABLE' ORDER BY 1"))
        .containsExactly("CHILD|TABLE|VALID", "PARENT|TABLE|VALID");
    assertThat(
            capture.one(
                "SELECT CREATED - LAST_DDL_TIME FROM DBA_OBJECTS WHERE OBJECT_NAME = 'CHILD'"))
        .isNotEqualTo("null");
    assertThat(capture.rows("SELECT USERNAME FROM ALL_USERS ORDER BY 1"))
        .containsExactly("APP", "C##CDC", "SYS", "SYSTEM");
    assertThat(capture.one("SELECT COMMENTS FROM DBA_TAB_COMMENTS WHERE TABLE_NAME = 'PARENT'"))
        .isEqualTo("top");
    assertThat(capture.one("SELECT COMMENTS FROM DBA_COL_COMMENTS WHERE COLUMN_NAME = 'CODE'"))
        .isEqualTo("it's; a column");
  }

  @Test
  void nlsParameters() throws SQLException {
    assertThat(
            capture.rows(
                "SELECT VALUE FROM NLS_DATABASE_PARAMETERS WHERE PARAMETER IN ('NLS_CHARACTERSET',"
                    + " 'NLS_NCHAR_CHARACTERSET') ORDER BY PARAMETER"))
        .containsExactly("AL32UTF8", "AL16UTF16");
    capture.run("ALTER SESSION SET NLS_DATE_FORMAT = 'YYYY'");
    assertThat(
            capture.one(
                "SELECT VALUE FROM NLS_SESSION_PARAMETERS WHERE PARAMETER = 'NLS_DATE_FORMAT'"))
        .isEqualTo("YYYY");
    assertThat(capture.rows("SELECT * FROM DBA_2PC_PENDING")).isEmpty();
  }

  @Test
  void manyTablesAreFoundQuickly() throws SQLException {
    for (int i = 0; i < 100; i++) {
      app.run("CREATE TABLE many_" + i + " (id NUMBER PRIMARY KEY, a VARCHAR2(10), b DATE)");
    }
    assertThat(
            capture.rows(
                "SELECT COLUMN_NAME FROM ALL_TAB_COLS WHERE OWNER = ? AND TABLE_NAME = ? ORDER BY COLUMN_ID",
                "APP",
                "MANY_77"))
        .containsExactly("ID", "A", "B");
    for (int i = 0; i < 100; i++) {
      app.run("DROP TABLE many_" + i + " PURGE");
    }
    assertThat(capture.one("SELECT COUNT(*) FROM DBA_TABLES")).isEqualTo("2");
  }

  @Test
  void catalogViewsCannotBeChanged() {
    assertThat(capture.fails("DELETE FROM SYS.DBA_TABLES")).isIn(1031, 1732);
    assertThat(capture.fails("SELECT NOPE FROM DBA_TABLES")).isEqualTo(904);
    assertThat(capture.fails("SELECT * FROM DBA_NOPE")).isEqualTo(942);
    assertThat(capture.fails("SELECT * FROM SYS.CAT$TABLES")).isEqualTo(942);
  }
}
