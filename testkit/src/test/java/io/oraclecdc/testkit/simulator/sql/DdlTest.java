package io.oraclecdc.testkit.simulator.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.MinedRedo;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DdlTest {
  private OracleSimulator simulator;
  private SqlConsole sql;

  @BeforeEach
  void start() throws SQLException {
    simulator = OracleSimulator.start("ddl");
    sql = new SqlConsole(simulator.connectApp());
    sql.connection().setAutoCommit(false);
  }

  @AfterEach
  void stop() throws SQLException {
    sql.close();
    simulator.close();
  }

  private SimTable table(String name) throws SQLException {
    long id =
        Long.parseLong(sql.one("SELECT OBJECT_ID FROM USER_OBJECTS WHERE OBJECT_NAME = ?", name));
    return simulator.instance().tableByObjectId(0, id).orElseThrow();
  }

  @Test
  void everyScalarTypeIsDescribedAsOracleDescribesIt() throws SQLException {
    sql.run(
        """
        CREATE TABLE ty (a NUMBER, b NUMBER(9), c NUMBER(10,2), d NUMBER(5,-2), e NUMBER(*,0),
          f INTEGER, g SMALLINT, h DECIMAL(8,3), i FLOAT, j FLOAT(63), k REAL, l DOUBLE PRECISION,
          m VARCHAR2(10), n VARCHAR2(10 CHAR), o NVARCHAR2(10), p CHAR, q CHAR(5 CHAR), r NCHAR(3),
          s DATE, t TIMESTAMP, u TIMESTAMP(9), v TIMESTAMP(3) WITH TIME ZONE,
          w TIMESTAMP WITH LOCAL TIME ZONE, x INTERVAL YEAR(4) TO MONTH,
          y INTERVAL DAY TO SECOND(3), z RAW(16), aa CLOB, bb BLOB, cc NCLOB, dd BINARY_FLOAT,
          ee BINARY_DOUBLE, ff ROWID, gg UROWID, hh LONG)
        """);
    assertThat(
            sql.rows(
                "SELECT COLUMN_NAME, DATA_TYPE, DATA_LENGTH, DATA_PRECISION, DATA_SCALE,"
                    + " CHAR_LENGTH, CHAR_USED FROM USER_TAB_COLS ORDER BY COLUMN_ID"))
        .containsExactly(
            "A|NUMBER|22|null|null|0|null",
            "B|NUMBER|22|9|0|0|null",
            "C|NUMBER|22|10|2|0|null",
            "D|NUMBER|22|5|-2|0|null",
            "E|NUMBER|22|null|0|0|null",
            "F|NUMBER|22|null|0|0|null",
            "G|NUMBER|22|null|0|0|null",
            "H|NUMBER|22|8|3|0|null",
            "I|FLOAT|22|126|null|0|null",
            "J|FLOAT|22|63|null|0|null",
            "K|FLOAT|22|63|null|0|null",
            "L|FLOAT|22|126|null|0|null",
            "M|VARCHAR2|10|null|null|10|B",
            "N|VARCHAR2|40|null|null|10|C",
            "O|NVARCHAR2|20|null|null|10|C",
            "P|CHAR|1|null|null|1|B",
            "Q|CHAR|20|null|null|5|C",
            "R|NCHAR|6|null|null|3|C",
            "S|DATE|7|null|null|0|null",
            "T|TIMESTAMP(6)|11|null|6|0|null",
            "U|TIMESTAMP(9)|11|null|9|0|null",
            "V|TIMESTAMP(3) WITH TIME ZONE|13|null|3|0|null",
            "W|TIMESTAMP(6) WITH LOCAL TIME ZONE|11|null|6|0|null",
            "X|INTERVAL YEAR(4) TO MONTH|5|4|0|0|null",
            "Y|INTERVAL DAY(2) TO SECOND(3)|11|2|3|0|null",
            "Z|RAW|16|null|null|0|null",
            "AA|CLOB|4000|null|null|0|null",
            "BB|BLOB|4000|null|null|0|null",
            "CC|NCLOB|4000|null|null|0|null",
            "DD|BINARY_FLOAT|4|null|null|0|null",
            "EE|BINARY_DOUBLE|8|null|null|0|null",
            "FF|ROWID|10|null|null|0|null",
            "GG|UROWID|4000|null|null|0|null",
            "HH|LONG|0|null|null|0|null");
  }

  @Test
  void valuesTakeTheFormOfTheirColumn() throws SQLException {
    sql.run(
        "CREATE TABLE v (a NUMBER(5,-2), b NUMBER(2,5), c NUMBER(10,2), d FLOAT(10), e CHAR(4),"
            + " f TIMESTAMP(2), g TIMESTAMP(0) WITH TIME ZONE, h TIMESTAMP WITH LOCAL TIME ZONE,"
            + " i INTERVAL DAY(3) TO SECOND(1), j DATE, k NUMBER)",
        "ALTER SESSION SET TIME_ZONE = '+01:00'",
        "INSERT INTO v VALUES (12345, .00012, 1.005, 123456, 'ab', TIMESTAMP '2020-01-01"
            + " 00:00:00.125', TIMESTAMP '2020-01-01 00:00:00.5 +02:00', TIMESTAMP '2020-01-01"
            + " 00:00:00 +02:00', INTERVAL '1 2:3:4.56' DAY TO SECOND,"
            + " TIMESTAMP '2020-01-01 00:00:00.7', 100)");
    assertThat(sql.one("SELECT a, b, c, d, e || '|', f, g, i, j, k FROM v"))
        .isEqualTo(
            "12300|0.00012|1.01|123500|ab  ||2020-01-01 00:00:00.13"
                + "|2020-01-01 00:00:01.0 +02:00|1 2:3:4.6|2020-01-01 00:00:01|100");
    assertThat(sql.one("SELECT TO_CHAR(h, 'HH24:MI') FROM v")).isEqualTo("23:00");
  }

  @Test
  void structuralChangesRaiseTheObjectVersion() throws SQLException {
    sql.run("CREATE TABLE t (id NUMBER PRIMARY KEY, name VARCHAR2(10))");
    SimTable first = table("T");
    sql.run("ALTER TABLE t ADD (extra NUMBER DEFAULT 7 NOT NULL)");
    SimTable second = table("T");
    sql.run("COMMENT ON TABLE t IS 'nothing structural'", "CREATE INDEX i ON t(name)");
    assertThat(table("T").objectVersion()).isEqualTo(second.objectVersion());
    assertThat(second.objectVersion()).isGreaterThan(first.objectVersion());
    assertThat(second.objectId()).isEqualTo(first.objectId());
    assertThat(second.columns()).extracting("name").containsExactly("ID", "NAME", "EXTRA");
  }

  @Test
  void truncateAndMoveGiveANewSegment() throws SQLException {
    sql.run("CREATE TABLE t (id NUMBER)", "INSERT INTO t VALUES (1)", "COMMIT");
    SimTable first = table("T");
    String oldRowId = sql.one("SELECT ROWID FROM t");
    sql.run("ALTER TABLE t MOVE");
    assertThat(table("T").dataObjectId()).isNotEqualTo(first.dataObjectId());
    assertThat(table("T").objectVersion()).isEqualTo(first.objectVersion());
    String newRowId = sql.one("SELECT ROWID FROM t");
    assertThat(newRowId).isNotEqualTo(oldRowId).hasSize(18);
    long moved = table("T").dataObjectId();
    sql.run("TRUNCATE TABLE t DROP STORAGE");
    assertThat(table("T").dataObjectId()).isNotEqualTo(moved);
    assertThat(sql.rows("SELECT * FROM t")).isEmpty();
  }

  @Test
  void rowIdsStayWhenAColumnIsAdded() throws SQLException {
    sql.run("CREATE TABLE t (id NUMBER)", "INSERT INTO t VALUES (1)", "INSERT INTO t VALUES (2)");
    var before = sql.rows("SELECT id, ROWID FROM t ORDER BY id");
    sql.run("ALTER TABLE t ADD x DATE", "ALTER TABLE t DROP COLUMN x");
    assertThat(sql.rows("SELECT id, ROWID FROM t ORDER BY id")).isEqualTo(before);
    assertThat(sql.one("SELECT id FROM t WHERE ROWID = ?", before.get(1).substring(2)))
        .isEqualTo("2");
  }

  @Test
  void formsOfAlterTable() throws SQLException {
    sql.run(
        "CREATE TABLE t (id NUMBER(9), name VARCHAR2(5) DEFAULT 'x', amt NUMBER(5,2))",
        "ALTER TABLE t ADD CONSTRAINT pk_t PRIMARY KEY (id) USING INDEX TABLESPACE users",
        "ALTER TABLE t ADD (c1 NUMBER, c2 VARCHAR2(9) DEFAULT ';--', CONSTRAINT ck CHECK (c1 > 0))",
        "ALTER TABLE t MODIFY (name VARCHAR2(200 CHAR), amt NUMBER(10,2) NOT NULL)",
        "ALTER TABLE t MODIFY name DEFAULT 'y'",
        "ALTER TABLE t RENAME COLUMN c2 TO \"mixed Case\"",
        "ALTER TABLE t MODIFY c1 INVISIBLE",
        "ALTER TABLE t ENABLE ROW MOVEMENT",
        "ALTER TABLE t ADD SUPPLEMENTAL LOG GROUP g (id, name) ALWAYS",
        "ALTER TABLE t ADD SUPPLEMENTAL LOG DATA (PRIMARY KEY, UNIQUE) COLUMNS",
        "INSERT INTO t(id, amt) VALUES (1, 2)");
    assertThat(sql.one("SELECT * FROM t")).isEqualTo("1|y|2|;--");
    assertThat(
            sql.rows(
                "SELECT COLUMN_NAME, COLUMN_ID, HIDDEN_COLUMN, NULLABLE FROM USER_TAB_COLS"
                    + " ORDER BY INTERNAL_COLUMN_ID"))
        .containsExactly(
            "ID|1|NO|N", "NAME|2|NO|Y", "AMT|3|NO|N", "C1|null|YES|Y", "mixed Case|4|NO|Y");
    assertThat(sql.rows("SELECT LOG_GROUP_TYPE, ALWAYS FROM USER_LOG_GROUPS ORDER BY 1"))
        .containsExactly(
            "PRIMARY KEY LOGGING|ALWAYS",
            "UNIQUE KEY LOGGING|CONDITIONAL",
            "USER LOG GROUP|ALWAYS");
    assertThat(table("T").logging()).isEqualTo(SimTable.SupplementalLogging.PRIMARY_KEY);
    assertThat(table("T").logGroupColumns()).containsExactlyInAnyOrder("ID", "NAME");
    sql.run(
        "ALTER TABLE t DROP SUPPLEMENTAL LOG DATA (UNIQUE) COLUMNS", "ALTER TABLE t RENAME TO t2");
    assertThat(sql.one("SELECT COUNT(*) FROM t2")).isEqualTo("1");
    assertThat(sql.fails("SELECT * FROM t")).isEqualTo(942);
  }

  @Test
  void errorsOfAlterTable() throws SQLException {
    sql.run(
        "CREATE TABLE p (id NUMBER(5) PRIMARY KEY, name VARCHAR2(10), d DATE)",
        "CREATE TABLE c (pid NUMBER REFERENCES p)",
        "INSERT INTO p VALUES (1, 'abcdef', SYSDATE)",
        "INSERT INTO p(id) VALUES (2)");
    assertThat(sql.fails("ALTER TABLE p MODIFY name VARCHAR2(3)")).isEqualTo(1441);
    assertThat(sql.fails("ALTER TABLE p MODIFY id NUMBER(3)")).isEqualTo(1440);
    assertThat(sql.fails("ALTER TABLE p MODIFY d NUMBER")).isEqualTo(1439);
    assertThat(sql.fails("ALTER TABLE p MODIFY name NOT NULL")).isEqualTo(2296);
    assertThat(sql.fails("ALTER TABLE p ADD name NUMBER")).isEqualTo(1430);
    assertThat(sql.fails("ALTER TABLE p ADD x NUMBER NOT NULL")).isEqualTo(1758);
    assertThat(sql.fails("ALTER TABLE p DROP COLUMN id")).isEqualTo(12992);
    assertThat(sql.fails("ALTER TABLE p DROP COLUMN nope")).isEqualTo(904);
    assertThat(sql.fails("ALTER TABLE p DROP CONSTRAINT nope")).isEqualTo(2443);
    assertThat(sql.fails("ALTER TABLE p DROP PRIMARY KEY")).isEqualTo(2273);
    assertThat(sql.fails("ALTER TABLE p ADD PRIMARY KEY (name)")).isEqualTo(2260);
    assertThat(sql.fails("ALTER TABLE p FROBNICATE")).isEqualTo(1735);
    assertThat(sql.fails("TRUNCATE TABLE p")).isEqualTo(2266);
    assertThat(sql.fails("DROP TABLE p")).isEqualTo(2449);
    assertThat(sql.fails("CREATE TABLE p (a NUMBER)")).isEqualTo(955);
    assertThat(sql.fails("CREATE TABLE q (a NUMBERR)")).isEqualTo(902);
    assertThat(sql.fails("CREATE TABLE q (a VARCHAR2(4001))")).isEqualTo(910);
    assertThat(sql.fails("CREATE TABLE q (a NUMBER(39))")).isEqualTo(1727);
    assertThat(sql.fails("CREATE TABLE q (a NUMBER) NONSENSE")).isEqualTo(922);
    assertThat(sql.fails("CREATE TABLE q (a NUMBER REFERENCES p(name))")).isEqualTo(2270);
    assertThat(sql.fails("CREATE PRIVATE TEMPORARY TABLE q (a NUMBER)")).isEqualTo(900);
    sql.run("DROP TABLE p CASCADE CONSTRAINTS PURGE");
    assertThat(sql.rows("SELECT CONSTRAINT_NAME FROM USER_CONSTRAINTS WHERE TABLE_NAME = 'C'"))
        .isEmpty();
  }

  @Test
  void constraintsCanBeSwitchedOffAndOn() throws SQLException {
    sql.run(
        "CREATE TABLE t (id NUMBER, v VARCHAR2(5), CONSTRAINT uq UNIQUE (v), CONSTRAINT ck CHECK"
            + " (id > 0))",
        "ALTER TABLE t DISABLE CONSTRAINT uq",
        "ALTER TABLE t MODIFY CONSTRAINT ck DISABLE",
        "INSERT INTO t VALUES (-1, 'a')",
        "INSERT INTO t VALUES (-2, 'a')");
    assertThat(sql.fails("ALTER TABLE t ENABLE CONSTRAINT uq")).isEqualTo(2299);
    assertThat(sql.fails("ALTER TABLE t ENABLE VALIDATE CONSTRAINT ck")).isEqualTo(2293);
    sql.run("ALTER TABLE t ENABLE NOVALIDATE CONSTRAINT ck", "DELETE FROM t WHERE id = -2");
    sql.run("ALTER TABLE t ENABLE CONSTRAINT uq");
    assertThat(sql.fails("INSERT INTO t VALUES (1, 'a')")).isEqualTo(1);
    assertThat(sql.fails("INSERT INTO t VALUES (-5, 'b')")).isEqualTo(2290);
  }

  @Test
  void physicalClausesAreTaken() throws SQLException {
    sql.run(
        "CREATE TABLE a (id NUMBER(9) NOT NULL ENABLE, c CLOB, CONSTRAINT pk_a PRIMARY KEY (id)"
            + " USING INDEX PCTFREE 10 INITRANS 2 STORAGE(INITIAL 65536) TABLESPACE \"USERS\""
            + " ENABLE) SEGMENT CREATION IMMEDIATE PCTFREE 10 PCTUSED 40 INITRANS 1 MAXTRANS 255"
            + " NOCOMPRESS LOGGING STORAGE(INITIAL 65536 NEXT 1048576) TABLESPACE \"USERS\""
            + " LOB (c) STORE AS SECUREFILE (TABLESPACE users ENABLE STORAGE IN ROW CHUNK 8192)",
        "CREATE TABLE b (id NUMBER PRIMARY KEY, d DATE) PARTITION BY RANGE (d) (PARTITION p1 VALUES"
            + " LESS THAN (TO_DATE('2026-01-01','YYYY-MM-DD')), PARTITION p2 VALUES LESS THAN"
            + " (MAXVALUE)) ENABLE ROW MOVEMENT",
        "CREATE TABLE c (id NUMBER PRIMARY KEY) ORGANIZATION INDEX",
        "CREATE TABLE d (id NUMBER) ROW STORE COMPRESS ADVANCED NOLOGGING PARALLEL 4 CACHE",
        "CREATE INDEX ib ON b (d) LOCAL TABLESPACE users NOLOGGING",
        "CREATE BITMAP INDEX id2 ON d (id)",
        "ALTER INDEX ib REBUILD ONLINE");
    assertThat(
            sql.rows(
                "SELECT TABLE_NAME, PARTITIONED, IOT_TYPE, ROW_MOVEMENT FROM USER_TABLES ORDER BY 1"))
        .containsExactly(
            "A|NO|null|DISABLED", "B|YES|null|ENABLED", "C|NO|IOT|DISABLED", "D|NO|null|DISABLED");
  }

  @Test
  void ddlTextReachesTheRedoAsTyped() throws SQLException {
    sql.run(
        "create table t\n(id number) -- trailing; note",
        "ALTER TABLE \"APP\".\"T\" ADD X1 NUMBER /* end; */",
        "TRUNCATE TABLE t",
        "DROP TABLE t");
    assertThat(MinedRedo.ddl(simulator))
        .hasSize(4)
        .element(0)
        .isEqualTo("DDL create table t\n(id number) -- trailing; note");
    assertThat(MinedRedo.ddl(simulator).get(3)).matches("DDL DROP TABLE t AS \"BIN\\$.*==\\$0\" ");
  }

  @Test
  void passwordsNeverReachTheRedo() throws SQLException {
    try (SqlConsole sys = new SqlConsole(simulator.connectSys())) {
      sys.run(
          "CREATE USER bob IDENTIFIED BY geheim", "ALTER USER bob IDENTIFIED BY \"Noch geheimer\"");
    }
    assertThat(MinedRedo.ddl(simulator))
        .noneMatch(t -> t.toLowerCase(java.util.Locale.ROOT).contains("geheim"));
    try (SqlConsole sys = new SqlConsole(simulator.connectSys())) {
      sys.run("GRANT CREATE SESSION TO bob");
    }
    simulator.connect("bob", "Noch geheimer").close();
  }

  @Test
  void createTableAsSelectTakesTypesAndRows() throws SQLException {
    sql.run(
        "CREATE TABLE a (id NUMBER(9) NOT NULL, name VARCHAR2(10 CHAR), d DATE)",
        "INSERT INTO a VALUES (1, 'x', DATE '2020-01-01')",
        "CREATE TABLE b AS SELECT id, name AS n2, d + 1 AS d2, id * 2 twice FROM a");
    assertThat(sql.one("SELECT * FROM b")).isEqualTo("1|x|2020-01-02 00:00:00|2");
    assertThat(
            sql.rows(
                "SELECT COLUMN_NAME, DATA_TYPE, NULLABLE FROM USER_TAB_COLUMNS WHERE TABLE_NAME = 'B' ORDER BY COLUMN_ID"))
        .containsExactly("ID|NUMBER|N", "N2|VARCHAR2|Y", "D2|DATE|Y", "TWICE|NUMBER|Y");
  }

  @Test
  void sequencesViewsAndSynonyms() throws SQLException {
    sql.run(
        "CREATE TABLE t (id NUMBER, name VARCHAR2(5))",
        "CREATE SEQUENCE s START WITH 10 INCREMENT BY 5 MAXVALUE 20 NOCYCLE NOCACHE",
        "INSERT INTO t VALUES (s.NEXTVAL, 'a')",
        "CREATE VIEW v (vid, vname) AS SELECT id, name FROM t WHERE id > 1 WITH READ ONLY",
        "CREATE SYNONYM syn FOR v");
    assertThat(sql.fails("SELECT s2.CURRVAL FROM DUAL")).isEqualTo(2289);
    assertThat(sql.one("SELECT vid, vname, s.CURRVAL FROM syn")).isEqualTo("10|a|10");
    assertThat(sql.value("s.NEXTVAL")).isEqualTo("15");
    assertThat(sql.value("s.NEXTVAL")).isEqualTo("20");
    assertThat(sql.fails("SELECT s.NEXTVAL FROM DUAL")).isEqualTo(8004);
    assertThat(sql.fails("INSERT INTO v VALUES (1, 'b')")).isEqualTo(42399);
    sql.run("ALTER TABLE t DROP COLUMN name");
    assertThat(sql.fails("SELECT * FROM v")).isEqualTo(4063);
    sql.run("DROP SYNONYM syn", "DROP VIEW v", "DROP SEQUENCE s");
    assertThat(sql.fails("SELECT * FROM syn")).isEqualTo(942);
  }

  @Test
  void rowArchivalAddsAHiddenColumn() throws SQLException {
    sql.run(
        "CREATE TABLE t (id NUMBER)",
        "ALTER TABLE t ROW ARCHIVAL",
        "ALTER TABLE t ADD pref VARCHAR2(5)",
        "INSERT INTO t VALUES (1, 'p')",
        "COMMIT");
    assertThat(sql.one("SELECT * FROM t")).isEqualTo("1|p");
    assertThat(MinedRedo.of(simulator))
        .first()
        .asString()
        .isEqualTo(
            "INSERT insert into \"APP\".\"T\"(\"ID\",\"ORA_ARCHIVE_STATE\",\"PREF\") values"
                + " ('1','0','p')");
  }

  @Test
  void ddlCommitsWhatWasOpen() throws SQLException {
    sql.run(
        "CREATE TABLE t (id NUMBER)",
        "INSERT INTO t VALUES (1)",
        "CREATE TABLE u (id NUMBER)",
        "ROLLBACK");
    assertThat(sql.one("SELECT COUNT(*) FROM t")).isEqualTo("1");
  }

  @Test
  void ddlWaitsForNobody() throws SQLException {
    sql.run("CREATE TABLE t (id NUMBER)");
    try (SqlConsole other = new SqlConsole(simulator.connectApp())) {
      other.connection().setAutoCommit(false);
      other.run("INSERT INTO t VALUES (1)");
      assertThat(sql.fails("ALTER TABLE t ADD x NUMBER")).isEqualTo(54);
      other.run("COMMIT");
    }
    sql.run("ALTER TABLE t ADD x NUMBER");
  }
}
