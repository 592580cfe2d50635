package io.oraclecdc.testkit.simulator.plsql;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class TriggerAssignmentsTest {

  @Test
  void onlyNewRowsBeforeTheyAreWrittenCanBeChanged() throws SQLException {
    try (OracleSimulator simulator = OracleSimulator.start("assignments");
        SqlConsole app = new SqlConsole(simulator.connectApp())) {
      app.run("CREATE TABLE t (id NUMBER, n NUMBER)");
      String row = " ON t FOR EACH ROW ";
      assertThat(app.fails("CREATE TRIGGER a AFTER INSERT" + row + "BEGIN :NEW.n := 1; END;"))
          .isEqualTo(4084);
      assertThat(app.fails("CREATE TRIGGER a BEFORE DELETE" + row + "BEGIN :NEW.n := 1; END;"))
          .isEqualTo(4084);
      assertThat(app.fails("CREATE TRIGGER a BEFORE UPDATE" + row + "BEGIN :OLD.n := 1; END;"))
          .isEqualTo(4085);
      assertThat(
              app.fails(
                  "CREATE TRIGGER a AFTER UPDATE"
                      + row
                      + "BEGIN SELECT 1 INTO :NEW.n FROM DUAL; END;"))
          .isEqualTo(4084);
      assertThat(app.rows("SELECT * FROM USER_TRIGGERS")).isEmpty();
      app.run(
          "CREATE TRIGGER a BEFORE INSERT OR DELETE" + row + "BEGIN :NEW.n := :NEW.id + 1; END;",
          "CREATE TRIGGER b AFTER INSERT"
              + row
              + "DECLARE x NUMBER; BEGIN SELECT :NEW.n INTO x FROM DUAL; x := :OLD.n; END;",
          "INSERT INTO t (id) VALUES (1)");
      assertThat(app.one("SELECT n FROM t")).isEqualTo("2");
    }
  }
}
