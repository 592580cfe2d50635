package io.oraclecdc.testkit.simulator.plsql;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.MinedRedo;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import java.sql.CallableStatement;
import java.sql.SQLException;
import java.sql.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@SuppressWarnings("StringConcatToTextBlock") // line ends are part of some statements only
class StoredProgramsTest {
  private OracleSimulator simulator;
  private SqlConsole sql;

  @BeforeEach
  void start() throws SQLException {
    simulator = OracleSimulator.start("programs");
    sql = new SqlConsole(simulator.connectApp());
    sql.connection().setAutoCommit(false);
    sql.run("CREATE TABLE acc (id NUMBER PRIMARY KEY, balance NUMBER(10,2) NOT NULL)");
    sql.run("INSERT INTO acc VALUES (1, 100)", "INSERT INTO acc VALUES (2, 50)", "COMMIT");
  }

  @AfterEach
  void stop() throws SQLException {
    sql.close();
    simulator.close();
  }

  @Test
  void aProcedureChangesRowsAndGivesValuesBack() throws SQLException {
    sql.run(
        "CREATE OR REPLACE PROCEDURE transfer(p_from IN NUMBER, p_to acc.id%TYPE,\n"
            + "  p_amount NUMBER DEFAULT 10, p_left OUT NUMBER) AS\n"
            + "  v_balance acc.balance%TYPE;\n"
            + "BEGIN\n"
            + "  SELECT balance INTO v_balance FROM acc WHERE id = p_from FOR UPDATE;\n"
            + "  IF v_balance < p_amount THEN\n"
            + "    RAISE_APPLICATION_ERROR(-20100, 'insufficient funds');\n"
            + "  END IF;\n"
            + "  UPDATE acc SET balance = balance - p_amount WHERE id = p_from\n"
            + "    RETURNING balance INTO p_left;\n"
            + "  UPDATE acc SET balance = balance + p_amount WHERE id = p_to;\n"
            + "END transfer;");
    try (CallableStatement call =
        sql.connection().prepareCall("{call transfer(?, ?, p_left => ?, p_amount => ?)}")) {
      call.setInt(1, 1);
      call.setInt(2, 2);
      call.registerOutParameter(3, Types.NUMERIC);
      call.setInt(4, 30);
      call.execute();
      assertThat(call.getBigDecimal(3)).isEqualByComparingTo("70");
    }
    sql.run("DECLARE x NUMBER; BEGIN transfer(1, 2, p_left => x); COMMIT; END;");
    assertThat(sql.rows("SELECT balance FROM acc ORDER BY id")).containsExactly("60", "90");
    assertThat(sql.fails("DECLARE x NUMBER; BEGIN transfer(1, 2, 1000, x); END;")).isEqualTo(20100);
    assertThat(sql.fails("BEGIN transfer(1); END;")).isEqualTo(6550);
    assertThat(MinedRedo.of(simulator)).hasSize(2 + 4);
  }

  @Test
  void functionsComputeAndRecurse() throws SQLException {
    sql.run(
        "CREATE FUNCTION fact(n NUMBER) RETURN NUMBER IS BEGIN\n"
            + "  IF n <= 1 THEN RETURN 1; END IF;\n"
            + "  RETURN n * fact(n - 1);\n"
            + "END;",
        "CREATE FUNCTION is_rich(p NUMBER) RETURN BOOLEAN IS v NUMBER; BEGIN\n"
            + "  SELECT balance INTO v FROM acc WHERE id = p; RETURN v > 60;\n"
            + "EXCEPTION WHEN NO_DATA_FOUND THEN RETURN FALSE; END;");
    try (CallableStatement call = sql.connection().prepareCall("{? = call fact(?)}")) {
      call.registerOutParameter(1, Types.NUMERIC);
      call.setInt(2, 5);
      call.execute();
      assertThat(call.getInt(1)).isEqualTo(120);
    }
    sql.run(
        "BEGIN IF is_rich(1) AND NOT is_rich(2) AND NOT is_rich(9) THEN"
            + " UPDATE acc SET balance = fact(4) WHERE id = 1; END IF; END;");
    assertThat(sql.one("SELECT balance FROM acc WHERE id = 1")).isEqualTo("24");
    assertThat(sql.one("SELECT fact(3) FROM dual")).isEqualTo("6");
    assertThat(sql.fails("BEGIN fact(3); END;")).isEqualTo(6550);
    sql.run("CREATE FUNCTION nothing RETURN NUMBER IS BEGIN NULL; END;");
    assertThat(sql.fails("DECLARE x NUMBER; BEGIN x := nothing; END;")).isEqualTo(6503);
  }

  @Test
  void packagesKeepTheirStateForTheSession() throws SQLException {
    sql.run(
        "CREATE OR REPLACE PACKAGE bank AS\n"
            + "  c_fee CONSTANT NUMBER := 2;\n"
            + "  PROCEDURE deposit(p_id NUMBER, p_amount NUMBER);\n"
            + "  FUNCTION count_all RETURN NUMBER;\n"
            + "END bank;",
        "CREATE OR REPLACE PACKAGE BODY bank AS\n"
            + "  g_count NUMBER := 0;\n"
            + "  PROCEDURE tick IS BEGIN g_count := g_count + 1; END tick;\n"
            + "  PROCEDURE deposit(p_id NUMBER, p_amount NUMBER) IS\n"
            + "  BEGIN\n"
            + "    FOR i IN 1..1 LOOP\n"
            + "      UPDATE acc SET balance = balance + p_amount - c_fee WHERE id = p_id;\n"
            + "      IF SQL%ROWCOUNT = 0 THEN RAISE NO_DATA_FOUND; END IF;\n"
            + "    END LOOP;\n"
            + "    tick;\n"
            + "  END deposit;\n"
            + "  FUNCTION count_all RETURN NUMBER IS BEGIN RETURN g_count; END;\n"
            + "END bank;");
    sql.run("BEGIN bank.deposit(1, 12); app.bank.deposit(p_amount => 3, p_id => 2); END;");
    assertThat(sql.rows("SELECT balance FROM acc ORDER BY id")).containsExactly("110", "51");
    assertThat(sql.fails("BEGIN bank.deposit(77, 1); END;")).isEqualTo(1403);
    assertThat(sql.fails("BEGIN bank.unknown; END;")).isEqualTo(6550);
    sql.run("BEGIN UPDATE acc SET balance = bank.count_all WHERE id = 1; END;");
    assertThat(sql.one("SELECT balance FROM acc WHERE id = 1")).isEqualTo("2");
  }

  @Test
  void othersNeedExecuteAndRunWithTheOwnersRights() throws SQLException {
    sql.run("CREATE PROCEDURE wipe IS BEGIN DELETE FROM acc; END;");
    try (SqlConsole sys = new SqlConsole(simulator.connectSys())) {
      sys.run("CREATE USER u IDENTIFIED BY u", "GRANT CREATE SESSION TO u");
      try (SqlConsole user = new SqlConsole(simulator.connect("U", "u"))) {
        assertThat(user.fails("BEGIN app.wipe; END;")).isEqualTo(6550);
        sql.run("GRANT EXECUTE ON wipe TO u");
        user.run("BEGIN app.wipe; END;");
      }
    }
    assertThat(sql.one("SELECT COUNT(*) FROM acc")).isEqualTo("0");
    sql.run("DROP PROCEDURE wipe");
    assertThat(sql.fails("BEGIN wipe; END;")).isEqualTo(6550);
  }

  @Test
  void aProgramThatDoesNotCompileCannotBeCalled() throws SQLException {
    sql.run("CREATE PROCEDURE broken IS BEGIN UPDATE no_table SET x = 1; END;");
    assertThat(sql.message("BEGIN broken; END;")).contains("PLS-00905");
    assertThat(sql.fails("CREATE PROCEDURE broken IS BEGIN NULL; END;")).isEqualTo(955);
  }

  @Test
  void temporaryTablesBelongToTheSessionAndLeaveNoRedo() throws SQLException {
    sql.run(
        "CREATE GLOBAL TEMPORARY TABLE tmp (id NUMBER PRIMARY KEY, v VARCHAR2(9))"
            + " ON COMMIT DELETE ROWS",
        "CREATE GLOBAL TEMPORARY TABLE kept (id NUMBER) ON COMMIT PRESERVE ROWS");
    int before = MinedRedo.of(simulator).size();
    sql.run("INSERT INTO tmp VALUES (1, 'a')", "INSERT INTO kept VALUES (1)");
    try (SqlConsole other = new SqlConsole(simulator.connectApp())) {
      other.connection().setAutoCommit(false);
      assertThat(other.rows("SELECT * FROM tmp")).isEmpty();
      other.run("INSERT INTO tmp VALUES (1, 'b')", "UPDATE tmp SET v = 'c'");
      assertThat(other.rows("SELECT v FROM tmp")).containsExactly("c");
      assertThat(sql.rows("SELECT v FROM tmp")).containsExactly("a");
      assertThat(other.fails("INSERT INTO tmp VALUES (1, 'x')")).isEqualTo(1);
    }
    sql.run("COMMIT");
    assertThat(sql.rows("SELECT v FROM tmp")).isEmpty();
    assertThat(sql.rows("SELECT id FROM kept")).containsExactly("1");
    assertThat(MinedRedo.of(simulator)).hasSize(before);
    assertThat(sql.one("SELECT TEMPORARY FROM USER_TABLES WHERE TABLE_NAME = 'TMP'"))
        .isEqualTo("Y");
    assertThat(sql.fails("SELECT * FROM tmp AS OF SCN 1")).isEqualTo(14451);
    assertThat(sql.fails("CREATE PRIVATE TEMPORARY TABLE ora$ptt_x (id NUMBER)")).isEqualTo(900);
  }

  @Test
  void datesEndInTheYear9999() {
    assertThat(sql.fails("SELECT DATE '9999-12-31' + 1 FROM dual")).isEqualTo(1841);
    assertThat(sql.fails("SELECT ADD_MONTHS(DATE '9999-12-31', 1) FROM dual")).isEqualTo(1841);
  }
}
