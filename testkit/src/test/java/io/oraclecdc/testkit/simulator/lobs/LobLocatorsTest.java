package io.oraclecdc.testkit.simulator.lobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.testkit.simulator.SimulatorUnderTest;
import io.oraclecdc.testkit.simulator.SqlConsole;
import java.io.Writer;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(SimulatorUnderTest.Way.class)
class LobLocatorsTest {
  private final SimulatorUnderTest.Way way;
  private SimulatorUnderTest simulator;
  private SqlConsole app;

  LobLocatorsTest(SimulatorUnderTest.Way way) {
    this.way = way;
  }

  @BeforeEach
  void start() throws Exception {
    simulator = way.start("lobs");
    app = new SqlConsole(simulator.connectApp());
    app.connection().setAutoCommit(false);
    app.run(
        "CREATE TABLE d (id NUMBER(9) PRIMARY KEY, c CLOB, b BLOB)",
        "ALTER TABLE d ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
  }

  @AfterEach
  void stop() throws Exception {
    app.close();
    simulator.close();
  }

  /** Codes of what the table's changes became, R or P for the ROWID. */
  private List<String> codes() throws Exception {
    app.run("COMMIT");
    List<String> codes = new ArrayList<>();
    try (Connection connection = simulator.connectCapture();
        SqlConsole console = new SqlConsole(connection)) {
      String file =
          console.one(
              "SELECT F.MEMBER FROM V$LOG L, V$LOGFILE F"
                  + " WHERE L.GROUP# = F.GROUP# AND L.STATUS = 'CURRENT'");
      console.update(
          "BEGIN DBMS_LOGMNR.ADD_LOGFILE(LOGFILENAME => ?, OPTIONS => DBMS_LOGMNR.NEW); END;",
          file);
      console.run(
          "BEGIN DBMS_LOGMNR.START_LOGMNR(OPTIONS => DBMS_LOGMNR.DICT_FROM_ONLINE_CATALOG"
              + " + DBMS_LOGMNR.NO_ROWID_IN_STMT + DBMS_LOGMNR.NO_SQL_DELIMITER); END;");
      try (PreparedStatement statement =
              connection.prepareStatement(
                  "SELECT OPERATION_CODE, ROW_ID, ROLLBACK FROM V$LOGMNR_CONTENTS"
                      + " WHERE OPERATION_CODE NOT IN (5, 6, 7)");
          ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          codes.add(
              rows.getInt(1)
                  + (rows.getString(2).equals("A".repeat(18)) ? "P" : "R")
                  + (rows.getInt(3) == 1 ? "u" : ""));
        }
      }
    }
    return codes;
  }

  private String text(int id) throws Exception {
    return app.one("SELECT c FROM d WHERE id = " + id);
  }

  @Test
  void locatorsOfLockedRowsAreWritten() throws Exception {
    app.run("INSERT INTO d VALUES (1, EMPTY_CLOB(), EMPTY_BLOB())");
    try (PreparedStatement select =
            app.connection().prepareStatement("SELECT c, b FROM d WHERE id = 1 FOR UPDATE");
        ResultSet rows = select.executeQuery()) {
      rows.next();
      Clob clob = rows.getClob(1);
      assertThat(clob.length()).isZero();
      clob.setString(1, "Hello World");
      clob.setString(7, "there");
      clob.truncate(11);
      try (Writer writer = clob.setCharacterStream(12)) {
        writer.write("!".repeat(3000));
      }
      Blob blob = rows.getBlob(2);
      blob.setBytes(3, new byte[] {1, 2});
    }
    assertThat(text(1)).isEqualTo("Hello there" + "!".repeat(3000));
    assertThat(app.one("SELECT RAWTOHEX(DBMS_LOB.SUBSTR(b, 10, 1)) FROM d")).isEqualTo("00000102");
    assertThat(codes())
        .containsExactly(
            "1P", "0R", "9R", "10R", "0R", "9R", "10R", "0R", "9R", "11P", "0R", "9R", "10R", "10R",
            "10R", "0R", "9R", "10R", "0R");
  }

  @Test
  void aLocatorOfARowThatIsNotLockedIsReadOnly() throws Exception {
    app.run("INSERT INTO d VALUES (1, 'abc', NULL)");
    try (PreparedStatement select = app.connection().prepareStatement("SELECT c FROM d");
        ResultSet rows = select.executeQuery()) {
      rows.next();
      Clob clob = rows.getClob(1);
      assertThat(clob.getSubString(2, 5)).isEqualTo("bc");
      assertThatThrownBy(() -> clob.setString(1, "x")).hasMessageContaining("ORA-22920");
    }
    assertThatThrownBy(
            () ->
                app.run(
                    "DECLARE l CLOB; BEGIN SELECT c INTO l FROM d WHERE id = 1;"
                        + " DBMS_LOB.WRITE(l, 1, 1, 'x'); END;"))
        .hasMessageContaining("ORA-22920");
  }

  @Test
  void proceduresOfDbmsLobChangeLockedRows() throws Exception {
    app.run(
        """
        DECLARE
          l CLOB;
          t CLOB;
          b BLOB;
          n NUMBER := 3;
        BEGIN
          INSERT INTO d VALUES (1, EMPTY_CLOB(), EMPTY_BLOB()) RETURNING c, b INTO l, b;
          DBMS_LOB.WRITE(l, 5, 1, 'abcdefgh');
          DBMS_LOB.WRITEAPPEND(lob_loc => l, amount => 3, buffer => 'xyz');
          DBMS_LOB.CREATETEMPORARY(t, TRUE, DBMS_LOB.SESSION);
          DBMS_LOB.WRITEAPPEND(t, 4, '1234');
          DBMS_LOB.APPEND(l, t);
          DBMS_LOB.COPY(l, t, 2, 1, 3);
          DBMS_LOB.ERASE(l, n, 6);
          DBMS_LOB.TRIM(l, 11);
          DBMS_LOB.FREETEMPORARY(t);
          DBMS_LOB.OPEN(b, DBMS_LOB.LOB_READWRITE);
          DBMS_LOB.WRITEAPPEND(b, 2, HEXTORAW('CAFE'));
          DBMS_LOB.CLOSE(b);
        END;""");
    assertThat(text(1)).isEqualTo("34cde   123");
    assertThat(app.one("SELECT DBMS_LOB.GETLENGTH(b) FROM d")).isEqualTo("2");
    assertThat(app.one("SELECT DBMS_LOB.INSTR(c, 'cd') FROM d")).isEqualTo("3");
    assertThat(app.one("SELECT DBMS_LOB.COMPARE(c, c) FROM d")).isEqualTo("0");
    assertThatThrownBy(() -> app.run("BEGIN DBMS_LOB.FRAGMENT_DELETE(1, 2, 3); END;"))
        .hasMessageContaining("not supported");
  }

  @Test
  void outBindsReceiveLocators() throws Exception {
    try (CallableStatement call =
        app.connection()
            .prepareCall(
                "BEGIN INSERT INTO d VALUES (1, EMPTY_CLOB(), NULL) RETURNING c INTO ?; END;")) {
      call.registerOutParameter(1, Types.CLOB);
      call.execute();
      call.getClob(1).setString(1, "written later");
    }
    assertThat(text(1)).isEqualTo("written later");
  }

  @Test
  void streamsBeyondTheRowAreWrittenInPieces() throws Exception {
    String text = "0123456789".repeat(500);
    try (PreparedStatement insert =
        app.connection().prepareStatement("INSERT INTO d VALUES (?, ?, ?)")) {
      insert.setInt(1, 1);
      insert.setCharacterStream(2, new java.io.StringReader(text));
      insert.setBinaryStream(3, new java.io.ByteArrayInputStream(new byte[5000]));
      insert.executeUpdate();
      Clob temporary = app.connection().createClob();
      temporary.setString(1, text);
      insert.setInt(1, 2);
      insert.setClob(2, temporary);
      insert.setNull(3, Types.BLOB);
      insert.executeUpdate();
    }
    assertThat(text(1)).isEqualTo(text);
    assertThat(text(2)).isEqualTo(text);
    assertThat(codes())
        .containsExactly(
            "1P", "9P", "10P", "10P", "10P", "10P", "10P", "9P", "10P", "10P", "10P", "10P", "10P",
            "0R", "1P", "9P", "10P", "10P", "10P", "10P", "10P", "3R");
  }

  @Test
  void savepointsTakeCallsBackOneByOne() throws Exception {
    app.run(
        "INSERT INTO d VALUES (1, 'abc', NULL)",
        "COMMIT",
        "SAVEPOINT s",
        "DECLARE l CLOB; BEGIN SELECT c INTO l FROM d WHERE id = 1 FOR UPDATE;"
            + " DBMS_LOB.WRITEAPPEND(l, 1, 'x'); DBMS_LOB.WRITEAPPEND(l, 1, 'y'); END;",
        "ROLLBACK TO s");
    assertThat(text(1)).isEqualTo("abc");
    assertThat(codes())
        .containsExactly("1P", "3R", "9R", "10R", "0R", "9R", "10R", "0R", "3Ru", "3Ru");
  }
}
