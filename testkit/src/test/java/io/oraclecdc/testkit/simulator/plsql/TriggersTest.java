package io.oraclecdc.testkit.simulator.plsql;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.MinedRedo;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@SuppressWarnings("StringConcatToTextBlock") // line ends are part of some statements only
class TriggersTest {
  private OracleSimulator simulator;
  private SqlConsole sql;

  @BeforeEach
  void start() throws SQLException {
    simulator = OracleSimulator.start("triggers");
    sql = new SqlConsole(simulator.connectApp());
    sql.connection().setAutoCommit(false);
    sql.run(
        "CREATE TABLE t (id NUMBER PRIMARY KEY, name VARCHAR2(30), n NUMBER, changed VARCHAR2(30))",
        "CREATE TABLE log (what VARCHAR2(30), id NUMBER, old_n NUMBER, new_n NUMBER)",
        "CREATE SEQUENCE s START WITH 100");
  }

  @AfterEach
  void stop() throws SQLException {
    sql.close();
    simulator.close();
  }

  private static List<String> changes(List<String> redo) {
    return redo.stream()
        .map(r -> r.replaceAll("\\s+", " ").replaceAll("\"APP\".", "").replaceAll("\\(.*", ""))
        .toList();
  }

  @Test
  void aKeyIsFilledFromASequenceAndValuesAreChangedBeforeTheRowIsWritten() throws SQLException {
    sql.run(
        "CREATE OR REPLACE TRIGGER t_bi BEFORE INSERT OR UPDATE ON t FOR EACH ROW\n"
            + "WHEN (NEW.id IS NULL OR NEW.name IS NOT NULL)\n"
            + "BEGIN\n"
            + "  IF INSERTING AND :NEW.id IS NULL THEN\n"
            + "    SELECT s.NEXTVAL INTO :NEW.id FROM dual;\n"
            + "  END IF;\n"
            + "  :NEW.name := UPPER(:NEW.name);\n"
            + "  :NEW.changed := CASE WHEN :OLD.id IS NULL THEN 'new' ELSE 'was ' || :OLD.name END;\n"
            + "END;");
    sql.run("INSERT INTO t (name, n) VALUES ('a', 1)", "INSERT INTO t (id, name) VALUES (5, 'b')");
    sql.run("UPDATE t SET name = 'c' WHERE id = 5", "COMMIT");
    assertThat(sql.rows("SELECT id, name, changed FROM t ORDER BY id"))
        .containsExactly("5|C|was B", "100|A|new");
    assertThat(MinedRedo.of(simulator).get(2))
        .contains("set \"NAME\" = 'C', \"CHANGED\" = 'was B'");
  }

  @Test
  void redoOfTriggersStandsBesideTheRowThatFiredThem() throws SQLException {
    sql.run(
        "INSERT INTO t (id, n) VALUES (1, 1)",
        "INSERT INTO t (id, n) VALUES (2, 2)",
        "COMMIT",
        "CREATE TRIGGER t_au AFTER UPDATE OF n OR DELETE ON t FOR EACH ROW\n"
            + "BEGIN\n"
            + "  INSERT INTO log VALUES (CASE WHEN DELETING THEN 'del' ELSE 'upd' END,"
            + " :OLD.id, :OLD.n, :NEW.n);\n"
            + "END;",
        "CREATE TRIGGER t_as AFTER UPDATE ON t\n"
            + "BEGIN INSERT INTO log (what, id) VALUES ('statement', SQL%ROWCOUNT); END;");
    simulator.switchLog();
    sql.run("DROP TRIGGER t_as", "UPDATE t SET n = n + 10", "DELETE FROM t WHERE id = 2", "COMMIT");
    assertThat(sql.rows("SELECT what, id, old_n, new_n FROM log ORDER BY what, id"))
        .containsExactly("del|2|12|null", "upd|1|1|11", "upd|2|2|12");
    assertThat(changes(MinedRedo.of(simulator)))
        .extracting(r -> r.substring(0, r.indexOf(' ')))
        .containsExactly("UPDATE", "INSERT", "UPDATE", "INSERT", "DELETE", "INSERT");
    sql.run("UPDATE t SET name = 'x'", "ROLLBACK");
    assertThat(sql.rows("SELECT COUNT(*) FROM log")).containsExactly("3");
  }

  @Test
  void statementTriggersFireOnceAndCascadesFireTheirs() throws SQLException {
    sql.run(
        "CREATE TABLE c (id NUMBER, t_id NUMBER REFERENCES t ON DELETE CASCADE)",
        "CREATE TRIGGER c_ad AFTER DELETE ON c FOR EACH ROW BEGIN"
            + " INSERT INTO log (what, id) VALUES ('child', :OLD.id); END;",
        "CREATE TRIGGER t_bd BEFORE DELETE ON t BEGIN"
            + " INSERT INTO log (what) VALUES ('before'); END;",
        "INSERT INTO t (id) VALUES (1)",
        "INSERT INTO c VALUES (7, 1)",
        "INSERT INTO c VALUES (8, 1)",
        "DELETE FROM t",
        "COMMIT");
    assertThat(sql.rows("SELECT what, id FROM log ORDER BY what, id"))
        .containsExactly("before|null", "child|7", "child|8");
  }

  @Test
  void aFailingTriggerUndoesTheStatementOnly() throws SQLException {
    sql.run(
        "INSERT INTO t (id, n) VALUES (1, 1)",
        "CREATE TRIGGER t_bu BEFORE UPDATE ON t FOR EACH ROW BEGIN\n"
            + "  INSERT INTO log (what) VALUES ('x');\n"
            + "  IF :NEW.n > 5 THEN RAISE_APPLICATION_ERROR(-20001, 'too much'); END IF;\n"
            + "END;",
        "UPDATE t SET n = 2");
    assertThat(sql.fails("UPDATE t SET n = 6")).isEqualTo(20001);
    sql.run("COMMIT");
    assertThat(sql.one("SELECT n FROM t")).isEqualTo("2");
    assertThat(sql.one("SELECT COUNT(*) FROM log")).isEqualTo("1");
  }

  @Test
  void whatATriggerMayNotDo() throws SQLException {
    sql.run("INSERT INTO t (id, n) VALUES (1, 1)");
    sql.run(
        "CREATE TRIGGER m AFTER UPDATE ON t FOR EACH ROW DECLARE k NUMBER; BEGIN"
            + " SELECT COUNT(*) INTO k FROM t; END;");
    assertThat(sql.fails("UPDATE t SET n = 2")).isEqualTo(4091);
    sql.run("CREATE OR REPLACE TRIGGER m AFTER UPDATE ON t BEGIN COMMIT; END;");
    assertThat(sql.fails("UPDATE t SET n = 2")).isEqualTo(4092);
    sql.run("CREATE OR REPLACE TRIGGER m AFTER UPDATE ON t BEGIN nowhere.to_be_seen; END;");
    assertThat(sql.fails("UPDATE t SET n = 2")).isEqualTo(4098);
    sql.run("ALTER TRIGGER m DISABLE", "UPDATE t SET n = 2");
    assertThat(sql.fails("CREATE TRIGGER m AFTER UPDATE ON t BEGIN NULL; END;")).isEqualTo(4081);
    assertThat(sql.fails("CREATE TRIGGER b AFTER UPDATE ON t BEGIN :NEW.n := 1; END;"))
        .isEqualTo(4082);
    assertThat(sql.fails("DROP TRIGGER nothing")).isEqualTo(4080);
    assertThat(sql.fails("CREATE TRIGGER i INSTEAD OF INSERT ON t BEGIN NULL; END;"))
        .isEqualTo(900);
  }

  @Test
  void anAutonomousTransactionSurvivesTheRollback() throws SQLException {
    sql.run(
        "CREATE PROCEDURE note(p_what VARCHAR2) IS PRAGMA AUTONOMOUS_TRANSACTION; BEGIN"
            + " INSERT INTO log (what) VALUES (p_what); COMMIT; END;",
        "CREATE TRIGGER t_ai AFTER INSERT ON t FOR EACH ROW BEGIN note('try ' || :NEW.id); END;",
        "INSERT INTO t (id) VALUES (3)",
        "ROLLBACK");
    assertThat(sql.rows("SELECT what FROM log")).containsExactly("try 3");
    sql.run(
        "CREATE OR REPLACE PROCEDURE note(p_what VARCHAR2) IS PRAGMA AUTONOMOUS_TRANSACTION; BEGIN"
            + " INSERT INTO log (what) VALUES (p_what); END;");
    assertThat(sql.fails("BEGIN note('x'); END;")).isEqualTo(6519);
  }

  @Test
  void aRowTriggerThatTouchesItsOwnTableFindsItMutating() throws SQLException {
    sql.run(
        "INSERT INTO t (id, n) VALUES (1, 1)",
        "CREATE TRIGGER m AFTER UPDATE ON t FOR EACH ROW DECLARE c NUMBER; BEGIN"
            + " IF :NEW.n = 2 THEN SELECT COUNT(*) INTO c FROM t;"
            + " ELSIF :NEW.n = 3 THEN UPDATE t SET name = 'x';"
            + " ELSIF :NEW.n = 4 THEN EXECUTE IMMEDIATE 'DELETE FROM t';"
            + " ELSIF :NEW.n = 5 THEN touch; END IF; END;",
        "CREATE PROCEDURE touch IS BEGIN UPDATE t SET name = 'y'; END;");
    for (int n = 2; n <= 5; n++) {
      assertThat(sql.message("UPDATE t SET n = ?", n))
          .contains("ORA-04091: table APP.T is mutating");
    }
    sql.run("UPDATE t SET n = 6");
    assertThat(sql.rows("SELECT n, name FROM t")).containsExactly("6|null");
  }
}
