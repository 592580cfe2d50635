package io.oraclecdc.testkit.simulator.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurableSimulatorTest {
  private static final String LOGS =
      "SELECT SEQUENCE#, FIRST_CHANGE#, NEXT_CHANGE#, NAME, DELETED, STATUS FROM V$ARCHIVED_LOG"
          + " ORDER BY RECID";

  @TempDir Path temp;

  private Path directory() {
    return temp.resolve("database");
  }

  private static OracleSimulator open(Path directory) throws SQLException {
    return OracleSimulator.builder("durable").directory(directory).start();
  }

  private static SqlConsole app(OracleSimulator simulator) throws SQLException {
    SqlConsole console = new SqlConsole(simulator.connectApp());
    console.connection().setAutoCommit(false);
    return console;
  }

  private static List<String> asCapture(OracleSimulator simulator, String query)
      throws SQLException {
    try (SqlConsole console = new SqlConsole(simulator.connectCapture())) {
      return console.rows(query);
    }
  }

  /** What a crash leaves: the files as they are at this moment, without the lock. */
  static Path copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    Files.copy(from.resolve("journal"), to.resolve("journal"), StandardCopyOption.REPLACE_EXISTING);
    return to;
  }

  private static void manyKinds(OracleSimulator simulator) throws SQLException {
    try (SqlConsole app = app(simulator)) {
      app.run(
          "CREATE TABLE KINDS (ID NUMBER(9) PRIMARY KEY, T VARCHAR2(40), C CHAR(3), N NUMBER,"
              + " F BINARY_FLOAT, D BINARY_DOUBLE, DT DATE, TS TIMESTAMP(9),"
              + " TZ TIMESTAMP WITH TIME ZONE, LZ TIMESTAMP WITH LOCAL TIME ZONE,"
              + " YM INTERVAL YEAR TO MONTH, DS INTERVAL DAY TO SECOND, R RAW(10), CL CLOB,"
              + " BL BLOB)",
          "ALTER TABLE KINDS ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS",
          "INSERT INTO KINDS VALUES (1, 'it''s', 'a', 1.50, 2.5, 3.25,"
              + " DATE '2024-02-29', TIMESTAMP '2024-02-29 01:02:03.123456789',"
              + " TIMESTAMP '2024-02-29 01:02:03 +02:00', TIMESTAMP '2024-02-29 01:02:03 +02:00',"
              + " INTERVAL '-1-2' YEAR TO MONTH, INTERVAL '-1 02:03:04.5' DAY TO SECOND,"
              + " HEXTORAW('CAFE'), 'text', HEXTORAW('00FF'))",
          "INSERT INTO KINDS (ID, CL, BL) VALUES (2, EMPTY_CLOB(), EMPTY_BLOB())",
          "INSERT INTO KINDS (ID) VALUES (3)",
          "COMMIT");
      simulator.switchLog();
      app.run(
          "UPDATE KINDS SET ID = 4 - ID WHERE ID <> 2",
          "SAVEPOINT S",
          "DELETE FROM KINDS WHERE ID = 2",
          "ROLLBACK TO S",
          "UPDATE KINDS SET T = 'again' WHERE ID = 2",
          "COMMIT",
          "INSERT INTO KINDS (ID) VALUES (9)",
          "ROLLBACK");
    }
  }

  private static List<String> kinds(OracleSimulator simulator) throws SQLException {
    try (SqlConsole app = app(simulator)) {
      List<String> rows =
          app.rows(
              "SELECT ROWIDTOCHAR(ROWID), ID, T, C, N, F, D, TO_CHAR(DT, 'YYYY-MM-DD'), TS, TZ,"
                  + " LZ, YM, DS, RAWTOHEX(R), CL, DBMS_LOB.GETLENGTH(CL),"
                  + " DBMS_LOB.GETLENGTH(BL) FROM KINDS ORDER BY ID");
      app.run("ROLLBACK");
      return rows;
    }
  }

  @Test
  void tablesRedoAndLogsAreTheSameAfterReopening() throws Exception {
    List<String> rows;
    List<String> redo;
    List<String> logs;
    List<String> identity;
    long scn;
    try (OracleSimulator simulator = open(directory())) {
      manyKinds(simulator);
      rows = kinds(simulator);
      redo = RedoRows.all(simulator);
      logs = asCapture(simulator, LOGS);
      identity = identity(simulator);
      scn = simulator.currentScn();
    }
    assertThat(rows).hasSize(3);
    try (OracleSimulator simulator = open(directory())) {
      assertThat(kinds(simulator)).isEqualTo(rows);
      assertThat(RedoRows.all(simulator)).isEqualTo(redo);
      assertThat(asCapture(simulator, LOGS)).isEqualTo(logs);
      assertThat(identity(simulator)).isEqualTo(identity);
      assertThat(simulator.currentScn()).isGreaterThanOrEqualTo(scn);
    }
  }

  private static List<String> identity(OracleSimulator simulator) throws SQLException {
    List<String> all =
        new ArrayList<>(
            asCapture(
                simulator,
                "SELECT DBID, NAME, RESETLOGS_CHANGE#, TO_CHAR(RESETLOGS_TIME), LOG_MODE,"
                    + " SUPPLEMENTAL_LOG_DATA_MIN FROM V$DATABASE"));
    all.addAll(
        asCapture(
            simulator,
            "SELECT OWNER, OBJECT_NAME, OBJECT_TYPE, OBJECT_ID, DATA_OBJECT_ID, CREATED,"
                + " LAST_DDL_TIME FROM DBA_OBJECTS WHERE OWNER = 'APP' ORDER BY OBJECT_ID"));
    all.addAll(asCapture(simulator, "SELECT USERNAME, USER_ID, CREATED FROM DBA_USERS ORDER BY 2"));
    all.addAll(
        asCapture(
            simulator,
            "SELECT OWNER, LOG_GROUP_NAME, TABLE_NAME, LOG_GROUP_TYPE FROM DBA_LOG_GROUPS"));
    return all;
  }

  @Test
  void openWorkIsUndoneInTheRedoWhenTheDirectoryIsOpenedAfterACrash() throws Exception {
    Path crashed = temp.resolve("crashed");
    String xid;
    try (OracleSimulator simulator = open(directory());
        SqlConsole app = app(simulator)) {
      app.run("CREATE TABLE T (ID NUMBER PRIMARY KEY, V VARCHAR2(20))");
      app.run("INSERT INTO T VALUES (1, 'kept')", "COMMIT");
      app.run("INSERT INTO T VALUES (2, 'lost')", "UPDATE T SET V = 'lost' WHERE ID = 1");
      xid =
          asCapture(
                  simulator,
                  "SELECT XIDUSN || '.' || XIDSLOT || '.' || XIDSQN" + " FROM V$TRANSACTION")
              .get(0);
      simulator.currentScn(); // the journal is on disk up to here
      copy(directory(), crashed);
    }
    try (OracleSimulator simulator = open(crashed);
        SqlConsole app = app(simulator)) {
      assertThat(app.rows("SELECT ID, V FROM T")).containsExactly("1|kept");
      app.run("INSERT INTO T VALUES (2, 'new')", "COMMIT");
      assertThat(mined(simulator, xid))
          .containsExactly("START|0", "INSERT|0", "UPDATE|0", "UPDATE|1", "DELETE|1", "ROLLBACK|0");
      assertThat(asCapture(simulator, "SELECT COUNT(*) FROM V$TRANSACTION")).containsExactly("0");
    }
  }

  private static List<String> mined(OracleSimulator simulator, String xid) throws SQLException {
    try (SqlConsole console = new SqlConsole(simulator.connectCapture())) {
      RedoRows.all(console);
      return console.rows(
          "SELECT OPERATION, ROLLBACK FROM V$LOGMNR_CONTENTS"
              + " WHERE XIDUSN || '.' || XIDSLT || '.' || XIDSQN = ?",
          xid);
    }
  }

  @Test
  void schemaUsersSequencesAndRightsComeBack() throws Exception {
    try (OracleSimulator simulator = open(directory());
        SqlConsole sys = new SqlConsole(simulator.connectSys());
        SqlConsole app = app(simulator)) {
      sys.run(
          "CREATE USER LATER IDENTIFIED BY secret",
          "GRANT CREATE SESSION TO LATER",
          "ALTER SYSTEM SET UNDO_RETENTION = 77");
      app.run(
          "CREATE SEQUENCE S CACHE 5",
          "CREATE SEQUENCE ALONE NOCACHE",
          "CREATE TABLE P (ID NUMBER GENERATED ALWAYS AS IDENTITY PRIMARY KEY, V NUMBER)",
          "CREATE TABLE C (ID NUMBER DEFAULT S.NEXTVAL, P NUMBER REFERENCES P(ID))",
          "INSERT INTO P (V) VALUES (1)",
          "INSERT INTO C (P) VALUES (1)",
          "COMMIT",
          "ALTER TABLE C ADD (D DATE DEFAULT SYSDATE, K NUMBER GENERATED ALWAYS AS IDENTITY)",
          "ALTER TABLE C MOVE",
          "CREATE VIEW V AS SELECT ID FROM C",
          "GRANT SELECT ON C TO LATER",
          "CREATE TABLE AGAIN AS SELECT * FROM C");
      assertThat(app.value("S.NEXTVAL")).isEqualTo("2");
      assertThat(app.value("ALONE.NEXTVAL")).isEqualTo("1");
    }
    List<String> before;
    try (OracleSimulator simulator = open(directory());
        SqlConsole later = new SqlConsole(simulator.connect("LATER", "secret"));
        SqlConsole app = app(simulator)) {
      assertThat(later.rows("SELECT P FROM APP.C")).containsExactly("1");
      assertThat(app.fails("INSERT INTO C (P) VALUES (77)")).isEqualTo(2291);
      app.run("INSERT INTO P (V) VALUES (2)", "INSERT INTO C (P) VALUES (1)", "COMMIT");
      assertThat(Long.parseLong(app.one("SELECT MAX(ID) FROM P"))).isGreaterThan(1);
      assertThat(Long.parseLong(app.value("S.NEXTVAL"))).isGreaterThan(2);
      assertThat(app.value("ALONE.NEXTVAL")).isEqualTo("2");
      assertThat(app.rows("SELECT P FROM AGAIN")).containsExactly("1");
      assertThat(asCapture(simulator, "SELECT VALUE FROM V$PARAMETER WHERE NAME='undo_retention'"))
          .containsExactly("77");
      app.run("ROLLBACK");
      before = contents(app);
    }
    try (OracleSimulator simulator = open(directory());
        SqlConsole app = app(simulator)) {
      assertThat(contents(app)).isEqualTo(before);
    }
  }

  private static List<String> contents(SqlConsole app) throws SQLException {
    List<String> all = new ArrayList<>();
    for (String table : List.of("P", "C", "AGAIN")) {
      all.addAll(app.rows("SELECT ROWIDTOCHAR(ROWID), T.* FROM " + table + " T ORDER BY 1"));
    }
    return all;
  }

  @Test
  void purgedLogsAreGoneForLogMinerButNotForTheRecovery() throws Exception {
    List<String> rows;
    List<String> logs;
    try (OracleSimulator simulator = open(directory())) {
      manyKinds(simulator);
      simulator.switchLog();
      simulator.purgeArchivedLogs(simulator.redo().currentSequence(1) - 1);
      rows = kinds(simulator);
      logs = asCapture(simulator, LOGS);
    }
    try (OracleSimulator simulator = open(directory())) {
      assertThat(kinds(simulator)).isEqualTo(rows);
      assertThat(asCapture(simulator, LOGS)).isEqualTo(logs).isNotEmpty();
    }
  }

  @Test
  void aDirectoryServesOneSimulatorAtATime() throws Exception {
    try (OracleSimulator simulator = open(directory())) {
      assertThat(simulator.currentScn()).isPositive();
      assertRefused(directory(), DirectoryException.Reason.IN_USE);
    }
    open(directory()).close();
  }

  private static void assertRefused(Path directory, DirectoryException.Reason reason) {
    assertThatThrownBy(() -> OracleSimulator.builder("other").directory(directory).start())
        .isInstanceOfSatisfying(
            DirectoryException.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }

  @Test
  void foreignDirectoriesAndUnknownVersionsAreRefused() throws Exception {
    Files.createDirectories(directory());
    Files.writeString(directory().resolve("notes.txt"), "mine");
    assertRefused(directory(), DirectoryException.Reason.NOT_A_DATABASE);
    Files.writeString(directory().resolve("journal"), "something else entirely");
    assertRefused(directory(), DirectoryException.Reason.NOT_A_DATABASE);
    Path other = temp.resolve("other");
    open(other).close();
    overwrite(other, 8, new byte[] {0, 0, 0, 99});
    assertRefused(other, DirectoryException.Reason.UNKNOWN_VERSION);
  }

  private static void overwrite(Path directory, long at, byte[] bytes) throws IOException {
    try (RandomAccessFile file =
        new RandomAccessFile(directory.resolve("journal").toFile(), "rw")) {
      file.seek(at);
      file.write(bytes);
    }
  }

  @Test
  void damageBeforeTheEndIsRefusedAndATornEndIsCut() throws Exception {
    try (OracleSimulator simulator = open(directory())) {
      manyKinds(simulator);
    }
    long size = Files.size(directory().resolve("journal"));
    Path torn = copy(directory(), temp.resolve("torn"));
    try (RandomAccessFile file = new RandomAccessFile(torn.resolve("journal").toFile(), "rw")) {
      file.setLength(size - 5);
    }
    try (OracleSimulator simulator = open(torn)) {
      assertThat(kinds(simulator)).hasSize(3);
    }
    for (int part = 1; part < 20; part++) {
      Path damaged = copy(directory(), temp.resolve("damaged" + part));
      overwrite(damaged, size * part / 20, new byte[] {(byte) (part * 7 + 1), 85, 3});
      assertRefused(damaged, DirectoryException.Reason.DAMAGED);
    }
  }

  @Test
  void aFailingStartGivesTheDirectoryBack() throws Exception {
    open(directory()).close();
    try (OracleSimulator taken = OracleSimulator.start("durable")) {
      assertThat(taken.currentScn()).isPositive();
      assertThatThrownBy(() -> open(directory())).isInstanceOf(IllegalStateException.class);
    }
    open(directory()).close();
  }

  @Test
  void partitionsLobCallsTriggersAndTemporaryTablesComeBack() throws Exception {
    List<String> rows;
    List<String> partitions;
    List<String> redo;
    String objects = "SELECT SUBOBJECT_NAME, OBJECT_ID FROM DBA_OBJECTS WHERE OBJECT_NAME = 'PART'";
    String query = "SELECT ROWIDTOCHAR(ROWID), P.* FROM PART P ORDER BY ID";
    try (OracleSimulator simulator = open(directory());
        SqlConsole app = app(simulator)) {
      app.run(
          "CREATE TABLE PART (ID NUMBER, D DATE) PARTITION BY RANGE (ID) INTERVAL (10)"
              + " (PARTITION P0 VALUES LESS THAN (10))",
          "INSERT INTO PART VALUES (1, NULL)",
          "INSERT INTO PART VALUES (35, NULL)",
          "COMMIT",
          "INSERT INTO PART VALUES (75, NULL)",
          "ROLLBACK",
          "INSERT INTO PART VALUES (55, NULL)",
          "COMMIT",
          "ALTER TABLE PART ADD (X NUMBER DEFAULT 7)",
          "INSERT INTO PART (ID) VALUES (95)",
          "COMMIT",
          "CREATE GLOBAL TEMPORARY TABLE SCRATCH (ID NUMBER) ON COMMIT PRESERVE ROWS",
          "INSERT INTO SCRATCH VALUES (1)",
          "COMMIT",
          "CREATE TABLE AUDITED (ID NUMBER PRIMARY KEY, N NUMBER)",
          "CREATE TABLE TRAIL (ID NUMBER)",
          "CREATE OR REPLACE TRIGGER TR AFTER INSERT ON AUDITED FOR EACH ROW"
              + " BEGIN INSERT INTO TRAIL VALUES (:NEW.ID); END;",
          "CREATE TABLE L (ID NUMBER PRIMARY KEY, C CLOB)",
          "INSERT INTO AUDITED VALUES (1, 1)",
          "INSERT INTO L VALUES (1, EMPTY_CLOB())",
          "COMMIT",
          "DECLARE C CLOB; BEGIN SELECT C INTO C FROM L WHERE ID = 1 FOR UPDATE;"
              + " DBMS_LOB.WRITEAPPEND(C, 5, 'large'); END;",
          "COMMIT");
      rows = app.rows(query);
      partitions = asCapture(simulator, objects);
      redo = RedoRows.all(simulator);
    }
    assertThat(rows).hasSize(4);
    try (OracleSimulator simulator = open(directory());
        SqlConsole app = app(simulator)) {
      assertThat(app.rows(query)).isEqualTo(rows);
      assertThat(asCapture(simulator, objects)).isEqualTo(partitions);
      assertThat(RedoRows.all(simulator)).isEqualTo(redo);
      assertThat(app.rows("SELECT ID FROM SCRATCH")).isEmpty();
      assertThat(app.rows("SELECT ID FROM TRAIL")).containsExactly("1");
      assertThat(app.rows("SELECT C FROM L")).containsExactly("large");
      app.run("INSERT INTO AUDITED VALUES (2, 1)", "INSERT INTO PART (ID) VALUES (36)", "COMMIT");
      assertThat(app.rows("SELECT ID FROM TRAIL ORDER BY ID")).containsExactly("1", "2");
      rows = app.rows(query);
      redo = RedoRows.all(simulator);
    }
    try (OracleSimulator simulator = open(directory());
        SqlConsole app = app(simulator)) {
      assertThat(app.rows(query)).isEqualTo(rows);
      assertThat(RedoRows.all(simulator)).isEqualTo(redo);
    }
  }

  @Test
  void flashbackReachesBackToTheOpeningOnly() throws Exception {
    long before;
    try (OracleSimulator simulator = open(directory());
        SqlConsole app = app(simulator)) {
      app.run("CREATE TABLE T (ID NUMBER)", "INSERT INTO T VALUES (1)", "COMMIT");
      before = simulator.currentScn();
      app.run("INSERT INTO T VALUES (2)", "COMMIT");
    }
    try (OracleSimulator simulator = open(directory());
        SqlConsole app = app(simulator)) {
      long opened = simulator.currentScn();
      app.run("INSERT INTO T VALUES (3)", "COMMIT");
      assertThat(app.fails("SELECT COUNT(*) FROM T AS OF SCN " + before)).isEqualTo(1555);
      assertThat(app.one("SELECT COUNT(*) FROM T AS OF SCN " + opened)).isEqualTo("2");
    }
  }

  @Test
  void containersAreKeptTogether() throws Exception {
    List<String> redo;
    try (OracleSimulator simulator =
        OracleSimulator.builder("durable")
            .containerDatabase("P1", "P2")
            .directory(directory())
            .start()) {
      for (String pdb : List.of("P1", "P2")) {
        try (SqlConsole app = new SqlConsole(simulator.connectApp(pdb))) {
          app.run(
              "CREATE TABLE T (ID NUMBER PRIMARY KEY)",
              "INSERT INTO T VALUES (" + pdb.charAt(1) + ")",
              "COMMIT");
        }
      }
      redo = RedoRows.all(simulator);
    }
    try (OracleSimulator simulator = open(directory())) {
      assertThat(RedoRows.all(simulator)).isEqualTo(redo).anyMatch(r -> r.contains("\"T\""));
      for (String pdb : List.of("P1", "P2")) {
        try (SqlConsole app = new SqlConsole(simulator.connectApp(pdb))) {
          assertThat(app.rows("SELECT ID FROM T")).containsExactly(pdb.substring(1));
        }
      }
    }
  }

  @Test
  void stepsThatFailedForWantOfADestinationFailAgain() throws Exception {
    Path directory = directory();
    List<String> logs;
    try (OracleSimulator simulator = open(directory);
        SqlConsole sys = new SqlConsole(simulator.connectSys())) {
      sys.run("ALTER DATABASE ADD SUPPLEMENTAL LOG DATA");
      sys.run("ALTER SYSTEM SET log_archive_dest_state_1 = DEFER");
      sys.run("ALTER SYSTEM SWITCH LOGFILE", "ALTER SYSTEM SWITCH LOGFILE");
      assertThat(sys.fails("ALTER SYSTEM SWITCH LOGFILE")).isEqualTo(257);
      assertThat(sys.fails("ALTER SYSTEM ARCHIVE LOG CURRENT")).isEqualTo(257);
      assertThat(
              sys.fails(
                  "BEGIN DBMS_LOGMNR_D.BUILD(OPTIONS => DBMS_LOGMNR_D.STORE_IN_REDO_LOGS); END;"))
          .isEqualTo(257);
      logs = sys.rows("SELECT SEQUENCE#, STATUS, FIRST_CHANGE# FROM V$LOG ORDER BY 1");
    }
    try (OracleSimulator simulator = open(directory);
        SqlConsole sys = new SqlConsole(simulator.connectSys())) {
      assertThat(sys.rows("SELECT SEQUENCE#, STATUS, FIRST_CHANGE# FROM V$LOG ORDER BY 1"))
          .isEqualTo(logs);
    }
  }

  @Test
  void administrationOfTheRedoIsRepeated() throws Exception {
    List<String> logs;
    List<String> redo;
    try (OracleSimulator simulator = open(directory())) {
      try (SqlConsole sys = new SqlConsole(simulator.connectSys())) {
        sys.run(
            "ALTER SYSTEM SET LOG_ARCHIVE_DEST_2 = 'LOCATION=/arch2'",
            "ALTER DATABASE ADD LOGFILE GROUP 4 SIZE 64M",
            "ALTER SYSTEM ARCHIVE LOG CURRENT");
      }
      manyKinds(simulator);
      simulator.redo().control().purge(2, 1, simulator.redo().currentSequence(1) - 1);
      logs = asCapture(simulator, LOGS);
      redo = RedoRows.all(simulator);
    }
    try (OracleSimulator simulator = open(directory())) {
      assertThat(asCapture(simulator, LOGS)).isEqualTo(logs).isNotEmpty();
      assertThat(RedoRows.all(simulator)).isEqualTo(redo);
    }
  }

  @Test
  void severalInstancesCannotBeKept() {
    assertThatThrownBy(
            () -> OracleSimulator.builder("rac").threads(2).directory(directory()).start())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("directory()");
  }

  @Test
  void unusualTypesAndOrganisationsComeBack() throws Exception {
    String query =
        "SELECT ID, N, NC, L, B, DBMS_LOB.GETLENGTH(BIG), DBMS_LOB.GETLENGTH(X) FROM ODD"
            + " ORDER BY ID";
    List<String> rows;
    List<String> redo;
    try (OracleSimulator simulator = open(directory());
        SqlConsole app = app(simulator)) {
      app.run(
          "CREATE TABLE ODD (ID NUMBER PRIMARY KEY, N NVARCHAR2(10), NC NCLOB, L LONG,"
              + " B BOOLEAN, BIG CLOB, X BLOB, V NUMBER AS (ID * 2))",
          "CREATE TABLE XML (ID NUMBER PRIMARY KEY, D XMLTYPE)",
          "CREATE TABLE IOT (A NUMBER, B NUMBER, PRIMARY KEY (A)) ORGANIZATION INDEX",
          "INSERT INTO IOT VALUES (1, 2)",
          "INSERT INTO IOT VALUES (2, 3)",
          "UPDATE IOT SET A = A + 1",
          "INSERT INTO XML VALUES (1, XMLTYPE('<a>1</a>'))",
          "INSERT INTO ODD (ID, N, NC, L, B) VALUES (1, N'\u00e4', N'\u00f6', 'long', TRUE)",
          "COMMIT");
      app.update("INSERT INTO ODD (ID, BIG, X) VALUES (2, ?, ?)", "x".repeat(50_000), bytes());
      app.run("COMMIT", "UPDATE ODD SET BIG = 'short' WHERE ID = 2", "COMMIT");
      app.update("UPDATE ODD SET BIG = ? WHERE ID = 2", "y".repeat(9_000));
      app.run("COMMIT");
      rows = app.rows(query);
      redo = RedoRows.all(simulator);
    }
    assertThat(rows).hasSize(2);
    try (OracleSimulator simulator = open(directory());
        SqlConsole app = app(simulator)) {
      assertThat(app.rows(query)).isEqualTo(rows);
      assertThat(app.rows("SELECT A, B FROM IOT ORDER BY A")).containsExactly("2|2", "3|3");
      assertThat(app.rows("SELECT ID FROM XML")).containsExactly("1");
      assertThat(RedoRows.all(simulator)).isEqualTo(redo);
    }
  }

  private static byte[] bytes() {
    byte[] bytes = new byte[20_000];
    java.util.Arrays.fill(bytes, (byte) 7);
    return bytes;
  }
}
