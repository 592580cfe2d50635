package io.oraclecdc.testkit.simulator.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ContainerDatabaseTest {
  private OracleSimulator oracle;
  private SqlConsole capture;
  private SqlConsole sys;

  @BeforeEach
  void start() throws SQLException {
    oracle = OracleSimulator.builder("cdb").containerDatabase("SALES", "STOCK").start();
    capture = new SqlConsole(oracle.connectCapture());
    sys = new SqlConsole(oracle.connectSys());
  }

  @AfterEach
  void stop() throws SQLException {
    capture.close();
    sys.close();
    oracle.close();
  }

  private SqlConsole app(String pdb) throws SQLException {
    return new SqlConsole(oracle.connectApp(pdb));
  }

  private void tables() throws SQLException {
    for (String pdb : List.of("SALES", "STOCK")) {
      try (SqlConsole app = app(pdb)) {
        app.run(
            "CREATE TABLE t (id NUMBER(9) PRIMARY KEY, v VARCHAR2(20))",
            "ALTER TABLE t ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      }
    }
  }

  @Test
  void aContainerReopensUnderTheSessionThatAsks() throws SQLException {
    tables();
    try (SqlConsole other = app("SALES");
        SqlConsole inside = new SqlConsole(oracle.connectSys())) {
      inside.run(
          "ALTER SESSION SET CONTAINER = SALES",
          "ALTER PLUGGABLE DATABASE SALES OPEN READ WRITE FORCE",
          "INSERT INTO app.t VALUES (1, 'a')",
          "COMMIT");
      assertThat(inside.one("SELECT v FROM app.t")).isEqualTo("a");
      assertThat((Throwable) other.error("SELECT v FROM t")).isNotNull();
      inside.run("ALTER SESSION SET CONTAINER = CDB$ROOT", "ALTER SESSION SET CONTAINER = SALES");
      assertThat(inside.one("SELECT v FROM app.t")).isEqualTo("a");
    }
  }

  @Test
  void theRootListsItsContainers() throws SQLException {
    assertThat(capture.rows("SELECT CON_ID, NAME, OPEN_MODE FROM V$PDBS ORDER BY CON_ID"))
        .containsExactly("2|PDB$SEED|READ ONLY", "3|SALES|READ WRITE", "4|STOCK|READ WRITE");
    assertThat(capture.rows("SELECT CON_ID, NAME FROM V$CONTAINERS ORDER BY CON_ID"))
        .containsExactly("1|CDB$ROOT", "2|PDB$SEED", "3|SALES", "4|STOCK");
    assertThat(capture.one("SELECT CDB, CON_ID, NAME FROM V$DATABASE")).isEqualTo("YES|0|FREE");
    assertThat(capture.rows("SELECT PDB_ID, PDB_NAME, STATUS FROM DBA_PDBS ORDER BY PDB_ID"))
        .containsExactly("3|SALES|NORMAL", "4|STOCK|NORMAL");
    assertThat(capture.rows("SELECT CON_NAME, STATE FROM DBA_PDB_SAVED_STATES ORDER BY 1"))
        .containsExactly("SALES|OPEN", "STOCK|OPEN");
    assertThat(capture.value("SYS_CONTEXT('USERENV', 'CON_NAME')")).isEqualTo("CDB$ROOT");
    assertThat(capture.value("SYS_CONTEXT('USERENV', 'CON_ID')")).isEqualTo("1");
    assertThat(capture.value("SYS_CONTEXT('USERENV', 'CDB_NAME')")).isEqualTo("FREE");
    assertThat(capture.one("SELECT COUNT(*), COUNT(DISTINCT GUID) FROM V$CONTAINERS"))
        .isEqualTo("4|4");
  }

  @Test
  void aServiceInTheUrlLeadsToAPluggableDatabase() throws SQLException {
    assertThat(oracle.url("SALES")).isEqualTo("jdbc:oracle-simulator:cdb/SALES");
    try (SqlConsole app =
        new SqlConsole(DriverManager.getConnection(oracle.url("sales"), "app", "app"))) {
      assertThat(app.value("SYS_CONTEXT('USERENV', 'CON_NAME')")).isEqualTo("SALES");
      assertThat(app.value("SYS_CONTEXT('USERENV', 'CON_ID')")).isEqualTo("3");
      assertThat(app.fails("SELECT NAME FROM V$PDBS")).isEqualTo(942);
    }
    try (SqlConsole local = new SqlConsole(oracle.connect("SALES", "SYS", "oracle"))) {
      assertThat(local.rows("SELECT NAME FROM V$PDBS")).containsExactly("SALES");
    }
    assertThat(failure(oracle.url("NOPDB"))).isEqualTo(12514);
    assertThat(failure(oracle.url())).isEqualTo(1017);
  }

  private static int failure(String url) {
    return SqlConsole.failure(() -> DriverManager.getConnection(url, "app", "app").close())
        .getErrorCode();
  }

  @Test
  void aCommonUserSwitchesContainers() throws SQLException {
    tables();
    capture.run("ALTER SESSION SET CONTAINER = SALES");
    assertThat(capture.value("SYS_CONTEXT('USERENV', 'CON_NAME')")).isEqualTo("SALES");
    assertThat(capture.one("SELECT TABLE_NAME FROM DBA_TABLES WHERE OWNER = 'APP'")).isEqualTo("T");
    assertThat(capture.rows("SELECT NAME FROM V$PDBS")).containsExactly("SALES");
    assertThat(capture.one("SELECT COUNT(*) FROM APP.T")).isEqualTo("0");
    capture.run("ALTER SESSION SET CONTAINER = CDB$ROOT");
    assertThat(capture.rows("SELECT TABLE_NAME FROM DBA_TABLES WHERE OWNER = 'APP'")).isEmpty();
    assertThat(capture.fails("ALTER SESSION SET CONTAINER = NOPDB")).isEqualTo(65011);
    try (SqlConsole app = app("SALES")) {
      assertThat(app.fails("ALTER SESSION SET CONTAINER = STOCK")).isEqualTo(1031);
    }
  }

  @Test
  void withoutTheGrantNobodySwitches() throws SQLException {
    try (OracleSimulator other =
            OracleSimulator.builder("cdb-no-grant")
                .containerDatabase("P")
                .withoutPrivilege("SET CONTAINER")
                .start();
        SqlConsole user = new SqlConsole(other.connectCapture())) {
      assertThat(user.fails("ALTER SESSION SET CONTAINER = P")).isEqualTo(1031);
    }
  }

  @Test
  void aTransactionBelongsToItsContainer() throws SQLException {
    tables();
    sys.run("ALTER SESSION SET CONTAINER = SALES");
    sys.connection().setAutoCommit(false);
    sys.run("INSERT INTO app.t VALUES (1, 'one')", "ALTER SESSION SET CONTAINER = STOCK");
    assertThat(sys.fails("INSERT INTO app.t VALUES (1, 'one')")).isEqualTo(65023);
    assertThat(sys.fails("COMMIT")).isEqualTo(65023);
    assertThat(sys.fails("ROLLBACK")).isEqualTo(65023);
    assertThat(sys.one("SELECT COUNT(*) FROM app.t")).isEqualTo("0");
    sys.run("ALTER SESSION SET CONTAINER = SALES", "COMMIT");
    assertThat(sys.one("SELECT V FROM app.t")).isEqualTo("one");
    sys.run("ALTER SESSION SET CONTAINER = STOCK", "INSERT INTO app.t VALUES (1, 'two')", "COMMIT");
  }

  @Test
  void usersAreCommonOrLocal() throws SQLException {
    assertThat(sys.fails("CREATE USER joe IDENTIFIED BY joe")).isEqualTo(65096);
    sys.run(
        "CREATE USER c##joe IDENTIFIED BY joe CONTAINER = ALL",
        "GRANT CREATE SESSION, SET CONTAINER TO c##joe CONTAINER = ALL",
        "GRANT SELECT ANY TABLE TO c##joe");
    try (SqlConsole joe = new SqlConsole(oracle.connect("SALES", "C##JOE", "joe"))) {
      assertThat(joe.rows("SELECT PRIVILEGE FROM SESSION_PRIVS ORDER BY 1"))
          .containsExactly("CREATE SESSION", "SET CONTAINER");
      joe.run("ALTER SESSION SET CONTAINER = CDB$ROOT");
      assertThat(joe.rows("SELECT PRIVILEGE FROM SESSION_PRIVS ORDER BY 1"))
          .containsExactly("CREATE SESSION", "SELECT ANY TABLE", "SET CONTAINER");
    }
    sys.run("ALTER SESSION SET CONTAINER = SALES", "CREATE USER joe IDENTIFIED BY joe");
    assertThat(sys.fails("CREATE USER c##jim IDENTIFIED BY jim")).isEqualTo(65094);
    assertThat(sys.one("SELECT COMMON FROM DBA_USERS WHERE USERNAME = 'C##JOE'")).isEqualTo("YES");
    assertThat(sys.one("SELECT COMMON FROM DBA_USERS WHERE USERNAME = 'JOE'")).isEqualTo("NO");
  }

  @Test
  void cdbViewsOfTheRootShowAllOpenContainers() throws SQLException {
    tables();
    String query =
        "SELECT CON_ID, OWNER, TABLE_NAME FROM CDB_TABLES WHERE OWNER = 'APP' ORDER BY 1";
    assertThat(capture.rows(query)).containsExactly("3|APP|T", "4|APP|T");
    assertThat(
            capture.rows(
                "SELECT CON_ID, COLUMN_NAME FROM CDB_TAB_COLS"
                    + " WHERE OWNER = 'APP' AND TABLE_NAME = 'T' ORDER BY 1, COLUMN_ID"))
        .containsExactly("3|ID", "3|V", "4|ID", "4|V");
    assertThat(capture.rows("SELECT CON_ID FROM CDB_USERS WHERE USERNAME = 'C##CDC' ORDER BY 1"))
        .containsExactly("1", "3", "4");
    try (SqlConsole app = app("STOCK")) {
      app.run("DROP TABLE t PURGE", "CREATE TABLE u (id NUMBER)");
    }
    assertThat(capture.rows(query)).containsExactly("3|APP|T", "4|APP|U");
    sys.run("ALTER PLUGGABLE DATABASE stock CLOSE IMMEDIATE");
    assertThat(capture.rows(query)).containsExactly("3|APP|T");
    try (SqlConsole local = new SqlConsole(oracle.connect("SALES", "SYS", "oracle"))) {
      assertThat(local.rows(query)).containsExactly("3|APP|T");
    }
  }

  @Test
  void withoutContainerDataTheRootShowsItselfOnly() throws SQLException {
    tables();
    sys.run("ALTER USER c##cdc SET CONTAINER_DATA = DEFAULT CONTAINER = CURRENT");
    assertThat(capture.rows("SELECT TABLE_NAME FROM CDB_TABLES WHERE OWNER = 'APP'")).isEmpty();
    assertThat(capture.rows("SELECT NAME FROM V$CONTAINERS")).containsExactly("CDB$ROOT");
    sys.run("ALTER USER c##cdc SET CONTAINER_DATA = ALL CONTAINER = CURRENT");
    assertThat(capture.rows("SELECT CON_ID FROM CDB_TABLES WHERE OWNER = 'APP'")).hasSize(2);
    assertThat(
            capture.one("SELECT ALL_CONTAINERS FROM CDB_CONTAINER_DATA WHERE USERNAME = 'C##CDC'"))
        .isEqualTo("Y");
  }

  @Test
  void aClosedPluggableDatabaseLetsNobodyIn() throws SQLException {
    tables();
    SqlConsole inside = app("SALES");
    inside.connection().setAutoCommit(false);
    inside.run("INSERT INTO t VALUES (1, 'open')");
    assertThat(sys.fails("ALTER PLUGGABLE DATABASE sales OPEN")).isEqualTo(65019);
    sys.run("ALTER PLUGGABLE DATABASE sales CLOSE IMMEDIATE");
    assertThat(sys.fails("ALTER PLUGGABLE DATABASE sales CLOSE IMMEDIATE")).isEqualTo(65020);
    assertThat(sys.fails("ALTER PLUGGABLE DATABASE nopdb OPEN")).isEqualTo(65011);
    assertThat(sys.fails("ALTER PLUGGABLE DATABASE PDB$SEED OPEN")).isEqualTo(65017);
    assertThat(inside.fails("COMMIT")).isEqualTo(3113);
    assertThat(inside.connection().isClosed()).isTrue();
    inside.close();
    assertThat(SqlConsole.failure(() -> app("SALES").close()).getErrorCode()).isEqualTo(1033);
    assertThat(capture.fails("ALTER SESSION SET CONTAINER = SALES")).isEqualTo(1109);
    assertThat(capture.one("SELECT OPEN_MODE, RESTRICTED FROM V$PDBS WHERE NAME = 'SALES'"))
        .isEqualTo("MOUNTED|null");
    sys.run("ALTER SESSION SET CONTAINER = SALES");
    assertThat(sys.one("SELECT D.CDB FROM V$DATABASE D")).isEqualTo("YES");
    assertThat(sys.fails("SELECT * FROM app.t")).isEqualTo(1219);
    assertThat(sys.fails("CREATE TABLE x (id NUMBER)")).isEqualTo(1109);
    sys.run(
        "ALTER SESSION SET CONTAINER = CDB$ROOT",
        "ALTER PLUGGABLE DATABASE ALL OPEN READ ONLY FORCE");
    try (SqlConsole app = app("SALES")) {
      assertThat(app.one("SELECT COUNT(*) FROM t")).isEqualTo("0");
      assertThat(app.fails("INSERT INTO t VALUES (2, 'x')")).isEqualTo(16000);
      assertThat(app.fails("SELECT * FROM t FOR UPDATE")).isEqualTo(16000);
    }
  }

  @Test
  void miningTheRootGivesTheRowsOfAllPluggableDatabases() throws SQLException {
    tables();
    try (SqlConsole sales = app("SALES");
        SqlConsole stock = app("STOCK")) {
      sales.connection().setAutoCommit(false);
      stock.connection().setAutoCommit(false);
      sales.run("INSERT INTO t VALUES (1, 'sales')");
      stock.run("INSERT INTO t VALUES (1, 'stock')");
      assertThat(capture.rows("SELECT CON_ID FROM V$TRANSACTION ORDER BY 1"))
          .containsExactly("3", "4");
      stock.run("COMMIT");
      sales.run("COMMIT");
    }
    assertThat(
            Mining.rows(
                capture, "SRC_CON_ID, SRC_CON_NAME, CON_ID, SEG_OWNER, TABLE_NAME, SQL_REDO"))
        .containsExactly(
            "3|SALES|1|APP|T|insert into \"APP\".\"T\"(\"ID\",\"V\") values ('1','sales')",
            "4|STOCK|1|APP|T|insert into \"APP\".\"T\"(\"ID\",\"V\") values ('1','stock')");
    List<String> xids =
        capture.rows("SELECT DISTINCT XID FROM V$LOGMNR_CONTENTS WHERE OPERATION_CODE = 1");
    assertThat(xids).as("undo is local: the same XID in both").hasSize(1);
    assertThat(
            capture.rows(
                "SELECT DISTINCT DATA_OBJ# FROM V$LOGMNR_CONTENTS WHERE OPERATION_CODE = 1"))
        .hasSize(1);
    assertThat(
            capture.rows(
                "SELECT C.SRC_CON_NAME FROM V$LOGMNR_CONTENTS C JOIN V$CONTAINERS K"
                    + " ON K.DBID = C.SRC_CON_DBID AND K.CON_UID = C.SRC_CON_UID"
                    + " AND K.GUID = C.SRC_CON_GUID WHERE C.OPERATION_CODE = 1"))
        .containsExactly("SALES", "STOCK");
  }

  @Test
  void committedDataOnlyKeepsEqualTransactionIdsOfTwoContainersApart() throws SQLException {
    tables();
    try (SqlConsole sales = app("SALES");
        SqlConsole stock = app("STOCK")) {
      sales.connection().setAutoCommit(false);
      stock.connection().setAutoCommit(false);
      sales.run("INSERT INTO t VALUES (1, 'kept')");
      stock.run("INSERT INTO t VALUES (1, 'undone')", "ROLLBACK");
      sales.run("COMMIT");
    }
    Mining.registerAll(capture);
    capture.run(
        "BEGIN DBMS_LOGMNR.START_LOGMNR(OPTIONS => DBMS_LOGMNR.DICT_FROM_ONLINE_CATALOG"
            + " + DBMS_LOGMNR.COMMITTED_DATA_ONLY); END;");
    assertThat(capture.rows("SELECT SRC_CON_NAME FROM V$LOGMNR_CONTENTS WHERE OPERATION_CODE = 1"))
        .containsExactly("SALES");
  }

  @Test
  void redoOfAClosedContainerStopsMiningInTheRoot() throws SQLException {
    tables();
    Mining.registerAll(capture);
    sys.run("ALTER PLUGGABLE DATABASE stock CLOSE IMMEDIATE");
    assertThat(capture.fails(Mining.START)).isEqualTo(16331);
    sys.run("ALTER PLUGGABLE DATABASE stock OPEN");
    capture.run(Mining.START);
  }

  @Test
  void aPluggableDatabaseMinesItsOwnRows() throws SQLException {
    tables();
    long start = oracle.currentScn();
    for (String pdb : List.of("SALES", "STOCK")) {
      try (SqlConsole app = app(pdb)) {
        app.run("INSERT INTO t VALUES (7, '" + pdb + "')");
      }
      oracle.switchLog();
    }
    try (SqlConsole local = new SqlConsole(oracle.connect("STOCK", "C##CDC", "cdc"))) {
      assertThat(
              local.fails("BEGIN DBMS_LOGMNR.ADD_LOGFILE('x', OPTIONS => DBMS_LOGMNR.NEW); END;"))
          .isEqualTo(65040);
      assertThat(local.fails(Mining.START_AT, 1L)).isEqualTo(1291);
      local.update(Mining.START_AT, start);
      assertThat(
              local.rows(
                  "SELECT SRC_CON_ID, SRC_CON_NAME, CON_ID, UBABLK, SQL_REDO FROM V$LOGMNR_CONTENTS"
                      + " WHERE OPERATION_CODE = 1"))
          .containsExactly(
              "4|STOCK|4|0|insert into \"APP\".\"T\"(\"ID\",\"V\") values ('7','STOCK')");
      assertThat(local.rows("SELECT DISTINCT SRC_CON_ID FROM V$LOGMNR_CONTENTS"))
          .containsExactly("4");
      assertThat(local.rows("SELECT THREAD_SQN FROM V$LOGMNR_LOGS ORDER BY 1")).hasSize(3);
      assertThat(local.rows("SELECT SEQUENCE# FROM V$ARCHIVED_LOG")).hasSize(2);
      assertThat(local.rows("SELECT GROUP# FROM V$LOG")).hasSize(3);
      oracle.removeArchivedFiles(1);
      assertThat(local.message(Mining.START_AT, start))
          .contains("ORA-00604", "ORA-01284", "ORA-00308");
      assertThat(local.fails("ALTER SYSTEM SWITCH LOGFILE")).isEqualTo(1031);
    }
  }

  @Test
  void theMiningSessionOfTheRootStaysWhileItsSessionVisitsAnotherContainer() throws SQLException {
    tables();
    try (SqlConsole app = app("SALES")) {
      app.run("INSERT INTO t VALUES (1, 'x')");
    }
    Mining.registerAll(capture);
    capture.run(Mining.START, "ALTER SESSION SET CONTAINER = SALES");
    assertThat(capture.fails("SELECT SCN FROM V$LOGMNR_CONTENTS")).isEqualTo(1306);
    capture.run("ALTER SESSION SET CONTAINER = CDB$ROOT");
    assertThat(capture.rows("SELECT SCN FROM V$LOGMNR_CONTENTS WHERE OPERATION_CODE = 1"))
        .hasSize(1);
  }

  @Test
  void aLocalCaptureUserLivesInThePluggableDatabases() throws SQLException {
    try (OracleSimulator other =
            OracleSimulator.builder("cdb-local")
                .containerDatabase("P")
                .captureUser("CDC", "cdc")
                .start();
        SqlConsole app = new SqlConsole(other.connectApp());
        SqlConsole local = new SqlConsole(other.connect("P", "CDC", "cdc"))) {
      long start = other.currentScn();
      app.run("CREATE TABLE t (id NUMBER)", "INSERT INTO t VALUES (1)");
      local.update(Mining.START_AT, start);
      assertThat(local.rows("SELECT SRC_CON_NAME FROM V$LOGMNR_CONTENTS WHERE OPERATION_CODE = 1"))
          .containsExactly("P");
      assertThat(SqlConsole.failure(() -> other.connect("CDC", "cdc")).getErrorCode())
          .isEqualTo(1017);
    }
  }

  @Test
  void miningInsideIsForReleasesFromNineteenTen() throws SQLException {
    try (OracleSimulator other =
            OracleSimulator.builder("cdb-old")
                .containerDatabase("P")
                .redoOptions(o -> o.release("19.9.0.0.0"))
                .start();
        SqlConsole local = new SqlConsole(other.connect("P", "SYS", "oracle"))) {
      assertThat(local.fails(Mining.START_AT, other.currentScn())).isEqualTo(65040);
    }
  }

  @Test
  void aCommonUserIsDroppedEverywhere() throws SQLException {
    sys.run("CREATE USER c##gone IDENTIFIED BY gone", "DROP USER c##gone");
    assertThat(sys.rows("SELECT CON_ID FROM CDB_USERS WHERE USERNAME = 'C##GONE'")).isEmpty();
  }

  @Test
  void closedContainersOpenWithTheDatabaseIfTheirStateIsSaved() throws SQLException {
    sys.run("ALTER PLUGGABLE DATABASE stock DISCARD STATE");
    oracle.cluster().mount();
    try (SqlConsole mounted = new SqlConsole(oracle.connectSys())) {
      assertThat(mounted.rows("SELECT DISTINCT OPEN_MODE FROM V$PDBS WHERE CON_ID > 2"))
          .containsExactly("MOUNTED");
      mounted.run("ALTER DATABASE OPEN");
      assertThat(mounted.rows("SELECT NAME, OPEN_MODE FROM V$PDBS WHERE CON_ID > 2 ORDER BY 1"))
          .containsExactly("SALES|READ WRITE", "STOCK|MOUNTED");
      assertThat(mounted.rows("SELECT CON_NAME FROM DBA_PDB_SAVED_STATES"))
          .containsExactly("SALES");
    }
  }

  @Test
  void supplementalLoggingIsSetForAllOrForOne() throws SQLException {
    try (OracleSimulator other =
            OracleSimulator.builder("cdb-logging")
                .containerDatabase("A", "B")
                .supplementalLogging(false)
                .start();
        SqlConsole root = new SqlConsole(other.connectSys());
        SqlConsole a = new SqlConsole(other.connect("A", "SYS", "oracle"));
        SqlConsole b = new SqlConsole(other.connect("B", "SYS", "oracle"))) {
      assertThat(root.fails("ALTER PLUGGABLE DATABASE ADD SUPPLEMENTAL LOG DATA")).isEqualTo(65046);
      a.run("ALTER PLUGGABLE DATABASE ADD SUPPLEMENTAL LOG DATA");
      assertThat(a.one("SELECT MINIMAL, ALL_COLUMN FROM DBA_SUPPLEMENTAL_LOGGING"))
          .isEqualTo("YES|NO");
      assertThat(b.one("SELECT MINIMAL FROM DBA_SUPPLEMENTAL_LOGGING")).isEqualTo("NO");
      assertThat(a.one("SELECT SUPPLEMENTAL_LOG_DATA_MIN FROM V$DATABASE")).isEqualTo("NO");
      for (String pdb : List.of("A", "B")) {
        try (SqlConsole app = new SqlConsole(other.connectApp(pdb))) {
          app.run("CREATE TABLE t (id NUMBER)", "INSERT INTO t VALUES (1)");
        }
      }
      assertThat(Mining.rows(root, "SRC_CON_NAME, STATUS")).containsExactly("A|0", "B|3");
      root.run("ALTER DATABASE ADD SUPPLEMENTAL LOG DATA");
      try (SqlConsole app = new SqlConsole(other.connectApp("B"))) {
        app.run("INSERT INTO t VALUES (2)");
      }
      assertThat(Mining.rows(root, "SRC_CON_NAME, STATUS")).containsExactly("A|0", "B|3", "B|0");
      assertThat(a.one("SELECT SUPPLEMENTAL_LOG_DATA_MIN FROM V$DATABASE")).isEqualTo("YES");
    }
  }
}
