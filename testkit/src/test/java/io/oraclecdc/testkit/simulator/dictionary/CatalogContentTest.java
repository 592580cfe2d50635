package io.oraclecdc.testkit.simulator.dictionary;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the catalog views say of objects that are not plain tables. */
class CatalogContentTest {
  private OracleSimulator simulator;
  private SqlConsole app;
  private SqlConsole sys;

  @BeforeEach
  void start() throws SQLException {
    simulator = OracleSimulator.start("content");
    app = new SqlConsole(simulator.connectApp());
    sys = new SqlConsole(simulator.connect("SYS", "oracle"));
    app.run(
        "CREATE TABLE t (id NUMBER(9) CONSTRAINT t_pk PRIMARY KEY, name VARCHAR2(20), note CLOB)");
  }

  @AfterEach
  void stop() throws SQLException {
    app.close();
    sys.close();
    simulator.close();
  }

  @Test
  void triggersShowTheirMomentEventsAndText() throws SQLException {
    app.run(
        "CREATE OR REPLACE TRIGGER t_bi BEFORE INSERT OR UPDATE OF name ON t REFERENCING NEW AS n"
            + " FOR EACH ROW WHEN (n.id > 0)\nBEGIN\n  :n.name := UPPER(:n.name);\nEND;",
        "CREATE TRIGGER t_as AFTER DELETE ON t BEGIN NULL; END;",
        "ALTER TRIGGER t_as DISABLE");

    assertThat(
            app.rows(
                "SELECT TRIGGER_NAME, TRIGGER_TYPE, TRIGGERING_EVENT, TABLE_NAME, STATUS,"
                    + " WHEN_CLAUSE, REFERENCING_NAMES FROM USER_TRIGGERS ORDER BY 1"))
        .containsExactly(
            "T_AS|AFTER STATEMENT|DELETE|T|DISABLED|null|REFERENCING NEW AS NEW OLD AS OLD",
            "T_BI|BEFORE EACH ROW|INSERT OR UPDATE|T|ENABLED|n.id > 0|REFERENCING NEW AS N OLD AS"
                + " OLD");
    assertThat(app.one("SELECT TRIGGER_BODY FROM ALL_TRIGGERS WHERE TRIGGER_NAME = 'T_BI'"))
        .isEqualTo("BEGIN\n  :n.name := UPPER(:n.name);\nEND;");
    assertThat(app.rows("SELECT COLUMN_NAME FROM USER_TRIGGER_COLS")).containsExactly("NAME");
    assertThat(
            sys.rows(
                "SELECT O.OBJECT_NAME FROM DBA_OBJECTS O JOIN DBA_TRIGGERS T ON T.OWNER = O.OWNER"
                    + " AND T.TRIGGER_NAME = O.OBJECT_NAME WHERE O.OBJECT_TYPE = 'TRIGGER' AND"
                    + " O.OBJECT_ID > 0 ORDER BY 1"))
        .containsExactly("T_AS", "T_BI");
    app.run("DROP TABLE t PURGE");
    assertThat(app.rows("SELECT * FROM USER_TRIGGERS")).isEmpty();
  }

  @Test
  void sourceIsKeptByLine() throws SQLException {
    app.run("CREATE OR REPLACE PROCEDURE p (x IN NUMBER) IS\nBEGIN\n  NULL;\nEND;");

    assertThat(app.rows("SELECT LINE, TEXT FROM USER_SOURCE WHERE NAME = 'P' ORDER BY LINE"))
        .containsExactly("1|PROCEDURE p (x IN NUMBER) IS\n", "2|BEGIN\n", "3|  NULL;\n", "4|END;");
    assertThat(app.one("SELECT OBJECT_TYPE, AUTHID FROM USER_PROCEDURES"))
        .isEqualTo("PROCEDURE|DEFINER");
    assertThat(app.rows("SELECT * FROM USER_ERRORS")).isEmpty();
  }

  @Test
  void programsThatDoNotCompileAreInvalidUntilTheyDo() throws SQLException {
    app.run(
        "CREATE PROCEDURE p IS\n  n NUMBER;\nBEGIN\n  SELECT COUNT(*) INTO n FROM later;\nEND;",
        "CREATE FUNCTION f RETURN NUMBER IS BEGIN RETURN nowhere; END;",
        "CREATE PACKAGE k IS PROCEDURE a; END;",
        "CREATE PACKAGE BODY k IS\n  PROCEDURE a IS BEGIN missing := 1; END;\nEND;",
        "CREATE TRIGGER t_bi BEFORE INSERT ON t FOR EACH ROW BEGIN :NEW.nope := 1; END;");

    assertThat(
            app.rows(
                "SELECT OBJECT_NAME, OBJECT_TYPE FROM USER_OBJECTS WHERE STATUS = 'INVALID' ORDER"
                    + " BY 1, 2"))
        .containsExactly("F|FUNCTION", "K|PACKAGE BODY", "P|PROCEDURE", "T_BI|TRIGGER");
    assertThat(app.one("SELECT TEXT, LINE, MESSAGE_NUMBER FROM USER_ERRORS WHERE NAME = 'F'"))
        .startsWith("PLS-00201: identifier 'NOWHERE' must be declared|1|201");
    assertThat(app.one("SELECT TEXT, LINE FROM USER_ERRORS WHERE NAME = 'P'"))
        .startsWith("PL/SQL: ORA-00942: table or view does not exist|4");
    assertThat(sys.one("SELECT COUNT(*) FROM DBA_ERRORS WHERE OWNER = 'APP'")).isEqualTo("4");

    app.run("CREATE TABLE later (id NUMBER)", "DROP FUNCTION f", "DROP PACKAGE k");

    assertThat(app.rows("SELECT NAME FROM USER_ERRORS")).containsExactly("T_BI");
    app.run("CREATE OR REPLACE TRIGGER t_bi BEFORE INSERT ON t FOR EACH ROW BEGIN NULL; END;");
    assertThat(app.rows("SELECT NAME FROM USER_ERRORS")).isEmpty();
    app.run("ALTER PROCEDURE p COMPILE");
    assertThat(app.fails("ALTER PROCEDURE q COMPILE")).isEqualTo(4043);
  }

  @Test
  void largeObjectsHaveSegments() throws SQLException {
    app.run(
        "CREATE TABLE docs (id NUMBER, body CLOB, pic BLOB) LOB (pic) STORE AS BASICFILE (DISABLE"
            + " STORAGE IN ROW)");

    assertThat(
            app.rows(
                "SELECT COLUMN_NAME, SECUREFILE, IN_ROW, FORMAT, TABLESPACE_NAME FROM USER_LOBS"
                    + " WHERE TABLE_NAME = 'DOCS' ORDER BY 1"))
        .containsExactly("BODY|YES|YES|ENDIAN NEUTRAL|USERS", "PIC|NO|NO|NOT APPLICABLE|USERS");
    assertThat(
            sys.rows(
                "SELECT S.SEGMENT_TYPE FROM DBA_LOBS L JOIN DBA_SEGMENTS S ON S.OWNER = L.OWNER AND"
                    + " S.SEGMENT_NAME = L.SEGMENT_NAME WHERE L.TABLE_NAME = 'DOCS'"))
        .containsExactly("LOBSEGMENT", "LOBSEGMENT");
  }

  @Test
  void partitionsAndTheirKeys() throws SQLException {
    app.run(
        "CREATE TABLE sales (id NUMBER, day DATE) PARTITION BY RANGE (id) INTERVAL (100)"
            + " (PARTITION p0 VALUES LESS THAN (100))",
        "CREATE INDEX sales_ix ON sales (id) LOCAL",
        "INSERT INTO sales VALUES (250, SYSDATE)",
        "COMMIT");

    assertThat(
            app.rows(
                "SELECT PARTITION_POSITION, HIGH_VALUE, INTERVAL FROM USER_TAB_PARTITIONS WHERE"
                    + " TABLE_NAME = 'SALES' ORDER BY 1"))
        .containsExactly("1|100|NO", "2|300|YES");
    assertThat(app.one("SELECT PARTITIONING_TYPE, PARTITION_COUNT, INTERVAL FROM USER_PART_TABLES"))
        .isEqualTo("RANGE|1048575|100");
    assertThat(
            app.rows("SELECT NAME, OBJECT_TYPE, COLUMN_NAME FROM USER_PART_KEY_COLUMNS ORDER BY 1"))
        .containsExactly("SALES|TABLE|ID", "SALES_IX|INDEX|ID");
    assertThat(app.one("SELECT LOCALITY, ALIGNMENT FROM USER_PART_INDEXES"))
        .isEqualTo("LOCAL|PREFIXED");
    assertThat(app.one("SELECT COUNT(*) FROM USER_IND_PARTITIONS")).isEqualTo("2");
    assertThat(
            app.one("SELECT STATUS, PARTITIONED FROM USER_INDEXES WHERE INDEX_NAME = 'SALES_IX'"))
        .isEqualTo("N/A|YES");
    assertThat(app.fails("CREATE INDEX t_ix ON t (name) LOCAL")).isEqualTo(14016);
  }

  @Test
  void tablespacesFilesAndExtentsHoldTheRows() throws SQLException {
    sys.run("CREATE TABLESPACE data_ts DATAFILE 'data01.dbf' SIZE 10M");
    app.run("CREATE TABLE placed (id NUMBER) TABLESPACE data_ts", "INSERT INTO placed VALUES (1)");

    assertThat(sys.rows("SELECT TABLESPACE_NAME, CONTENTS, STATUS FROM DBA_TABLESPACES ORDER BY 1"))
        .containsExactly(
            "DATA_TS|PERMANENT|ONLINE",
            "SYSAUX|PERMANENT|ONLINE",
            "SYSTEM|PERMANENT|ONLINE",
            "TEMP|TEMPORARY|ONLINE",
            "UNDOTBS1|UNDO|ONLINE",
            "USERS|PERMANENT|ONLINE");
    assertThat(sys.fails("CREATE TABLESPACE data_ts DATAFILE 'x.dbf' SIZE 1M")).isEqualTo(1543);
    assertThat(
            sys.one(
                "SELECT COUNT(*) FROM DBA_EXTENTS E JOIN DBA_DATA_FILES F ON F.FILE_ID = E.FILE_ID"
                    + " JOIN V$DATAFILE V ON V.FILE# = F.FILE_ID WHERE E.SEGMENT_NAME = 'PLACED'"
                    + " AND 131 BETWEEN E.BLOCK_ID AND E.BLOCK_ID + E.BLOCKS - 1"))
        .isEqualTo("1");
    assertThat(
            app.rows(
                "SELECT SEGMENT_NAME FROM USER_SEGMENTS WHERE SEGMENT_TYPE = 'TABLE' ORDER BY 1"))
        .containsExactly("PLACED", "T");
    assertThat(sys.one("SELECT COUNT(*) FROM V$TABLESPACE")).isEqualTo("6");
  }

  @Test
  void sequencesTellWhereTheirCacheEnds() throws SQLException {
    app.run("CREATE SEQUENCE cached START WITH 5", "CREATE SEQUENCE plain NOCACHE");
    assertThat(app.rows("SELECT LAST_NUMBER FROM USER_SEQUENCES ORDER BY SEQUENCE_NAME"))
        .containsExactly("5", "1");

    app.rows("SELECT cached.NEXTVAL, plain.NEXTVAL FROM DUAL");

    assertThat(app.rows("SELECT LAST_NUMBER FROM ALL_SEQUENCES ORDER BY SEQUENCE_NAME"))
        .containsExactly("25", "2");
  }

  @Test
  void droppedTablesLieInTheRecycleBin() throws SQLException {
    app.run("DROP TABLE t");

    assertThat(app.one("SELECT ORIGINAL_NAME, OPERATION, TYPE, CAN_UNDROP FROM USER_RECYCLEBIN"))
        .isEqualTo("T|DROP|TABLE|YES");
    assertThat(sys.one("SELECT COUNT(*) FROM DBA_RECYCLEBIN WHERE OBJECT_NAME LIKE 'BIN$%'"))
        .isEqualTo("1");
    app.run("PURGE RECYCLEBIN");
    assertThat(app.rows("SELECT * FROM USER_RECYCLEBIN")).isEmpty();
  }

  @Test
  void synonymsAndPrivilegesOnColumns() throws SQLException {
    sys.run("CREATE USER other IDENTIFIED BY pw", "GRANT CREATE SESSION TO other");
    app.run(
        "CREATE SYNONYM s FOR t",
        "GRANT UPDATE (name) ON t TO other",
        "GRANT SELECT ON t TO other");

    assertThat(app.one("SELECT SYNONYM_NAME, TABLE_OWNER, TABLE_NAME FROM USER_SYNONYMS"))
        .isEqualTo("S|APP|T");
    assertThat(sys.one("SELECT OBJECT_TYPE FROM DBA_OBJECTS WHERE OBJECT_NAME = 'S'"))
        .isEqualTo("SYNONYM");
    assertThat(sys.one("SELECT COLUMN_NAME, PRIVILEGE FROM DBA_COL_PRIVS WHERE GRANTEE = 'OTHER'"))
        .isEqualTo("NAME|UPDATE");
    assertThat(sys.rows("SELECT PRIVILEGE FROM DBA_TAB_PRIVS WHERE GRANTEE = 'OTHER'"))
        .containsExactly("SELECT");
    try (SqlConsole other = new SqlConsole(simulator.connect("OTHER", "pw"))) {
      assertThat(other.rows("SELECT TABLE_NAME FROM ALL_LOBS")).containsExactly("T");
      assertThat(other.rows("SELECT TABLE_NAME FROM USER_TAB_PRIVS_RECD")).containsExactly("T");
      assertThat(other.rows("SELECT * FROM USER_LOBS")).isEmpty();
      assertThat(other.fails("SELECT * FROM DBA_LOBS")).isEqualTo(942);
    }
  }

  @Test
  void fixedTablesHaveStatisticsUntilTheyAreDeleted() throws SQLException {
    String query =
        "SELECT COUNT(*) FROM DBA_TAB_STATISTICS WHERE OBJECT_TYPE = 'FIXED TABLE' AND"
            + " LAST_ANALYZED IS NULL";
    assertThat(sys.one(query)).isEqualTo("0");

    sys.run("BEGIN DBMS_STATS.DELETE_FIXED_OBJECTS_STATS; END;");

    assertThat(sys.one(query)).isNotEqualTo("0");
    sys.run("BEGIN DBMS_STATS.GATHER_FIXED_OBJECTS_STATS; END;");
    assertThat(sys.one(query)).isEqualTo("0");
  }

  @Test
  void deferrableKeysSaySo() throws SQLException {
    app.run(
        "CREATE TABLE child (id NUMBER CONSTRAINT c_fk REFERENCES t DEFERRABLE INITIALLY DEFERRED)");
    assertThat(
            app.one(
                "SELECT DEFERRABLE, DEFERRED, R_CONSTRAINT_NAME FROM USER_CONSTRAINTS WHERE"
                    + " CONSTRAINT_NAME = 'C_FK'"))
        .isEqualTo("DEFERRABLE|DEFERRED|T_PK");
  }

  @Test
  void usersShowTheirTablespacesAndQuotas() throws SQLException {
    sys.run(
        "CREATE USER other IDENTIFIED BY pw DEFAULT TABLESPACE data_ts QUOTA 10M ON data_ts QUOTA"
            + " UNLIMITED ON users ACCOUNT LOCK");

    assertThat(
            sys.one(
                "SELECT DEFAULT_TABLESPACE, TEMPORARY_TABLESPACE, PROFILE, ACCOUNT_STATUS FROM"
                    + " DBA_USERS WHERE USERNAME = 'OTHER'"))
        .isEqualTo("DATA_TS|TEMP|DEFAULT|LOCKED");
    assertThat(
            sys.rows(
                "SELECT TABLESPACE_NAME, MAX_BYTES FROM DBA_TS_QUOTAS WHERE USERNAME = 'OTHER' ORDER BY 1"))
        .containsExactly("DATA_TS|10485760", "USERS|-1");
  }

  @Test
  void everythingTheDoctorAndItsCommandsReadCanBeGrantedAndRead() throws SQLException {
    sys.run("CREATE USER doctor IDENTIFIED BY pw", "GRANT CREATE SESSION TO doctor");
    List<String> fixed =
        List.of(
            "V$DATABASE",
            "V$LOG",
            "V$LOGFILE",
            "V$ARCHIVED_LOG",
            "V$ARCHIVE_DEST_STATUS",
            "V$THREAD",
            "V$TRANSACTION",
            "V$SESSION",
            "V$PROCESS",
            "V$LOGMNR_LOGS",
            "V$LOGMNR_PARAMETERS",
            "V$PDBS",
            "V$VERSION",
            "V$PARAMETER",
            "V$SQL",
            "GV$TRANSACTION",
            "GV$SESSION",
            "V$LOG_HISTORY",
            "V$INSTANCE",
            "V$CONTAINERS");
    List<String> catalog =
        List.of(
            "DBA_LOG_GROUPS",
            "DBA_LOG_GROUP_COLUMNS",
            "DBA_SYS_PRIVS",
            "DBA_TAB_PRIVS",
            "CDB_CONTAINER_DATA",
            "DBA_TAB_COLUMNS",
            "DBA_TAB_COLS",
            "DBA_CONSTRAINTS",
            "DBA_CONS_COLUMNS",
            "DBA_INDEXES",
            "DBA_IND_COLUMNS",
            "DBA_TABLES",
            "DBA_OBJECTS",
            "DBA_TAB_STATISTICS",
            "DBA_PDB_SAVED_STATES",
            "DBA_RECYCLEBIN",
            "DBA_USERS",
            "DBA_LOGMNR_DICTIONARY_BUILDLOG",
            "DBA_EXTENTS",
            "DBA_ROLE_PRIVS");
    try (SqlConsole doctor = new SqlConsole(simulator.connect("DOCTOR", "pw"))) {
      for (String view : fixed) {
        if (!view.equals("V$VERSION")) { // everybody may read it
          assertThat(doctor.fails("SELECT * FROM " + view)).as(view).isEqualTo(942);
        }
        sys.run("GRANT SELECT ON SYS." + view.replace("V$", "V_$") + " TO doctor");
        doctor.rows("SELECT * FROM " + view);
      }
      for (String view : catalog) {
        sys.run("GRANT SELECT ON SYS." + view + " TO doctor");
        doctor.rows("SELECT * FROM " + view);
      }
    }
  }

  @Test
  void theCatalogDescribesItself() throws SQLException {
    assertThat(app.one("SELECT COUNT(*) FROM DICTIONARY WHERE TABLE_NAME = 'DBA_LOBS'"))
        .isEqualTo("1");
    assertThat(
            app.one(
                "SELECT COUNT(*) FROM DICT_COLUMNS WHERE TABLE_NAME = 'USER_ERRORS' AND COLUMN_NAME"
                    + " = 'OWNER'"))
        .isEqualTo("0");
  }
}
