package io.oraclecdc.testkit.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The simulator understands every SQL text of the library, with the capture user's rights. */
class ProductionSqlTest {

  /** In the manner of the query of a mining step, which depends on the captured tables. */
  private static final String CONTENTS =
      "SELECT C.SCN, C.RS_ID, C.SSN, C.XIDUSN, C.ROLLBACK, C.ROW_ID, C.TIMESTAMP, C.SQL_REDO"
          + " FROM V$LOGMNR_CONTENTS C WHERE (C.OPERATION_CODE IN (6, 7, 34, 36)"
          + " OR (C.OPERATION_CODE = 5 AND (C.INFO IS NULL OR C.INFO NOT LIKE 'INTERNAL DDL%'))"
          + " OR (C.OPERATION_CODE IN (1, 2, 3, 255) AND (C.DATA_OBJ# IN (73001, 73002)"
          + " OR (C.SEG_OWNER = 'APP' AND C.TABLE_NAME = 'T'))))";

  @SuppressWarnings("unchecked")
  private static List<String> texts(String declaringClass) throws ReflectiveOperationException {
    for (Method method : Class.forName(declaringClass).getDeclaredMethods()) {
      if (method.getName().equals("all")) {
        method.setAccessible(true);
        Object result =
            method.getParameterCount() == 0
                ? method.invoke(null)
                : method.invoke(null, (Object) new String[] {CONTENTS});
        return (List<String>) result;
      }
    }
    throw new NoSuchMethodException(declaringClass + ".all");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "io.oraclecdc.database.SessionSql",
        "io.oraclecdc.dictionary.DictionarySql",
        "io.oraclecdc.doctor.DoctorSql",
        "io.oraclecdc.mining.logminer.MiningSql",
      })
  void isTranslated(String declaringClass) throws Exception {
    try (OracleSimulator simulator = OracleSimulator.start("production");
        SqlConsole capture = new SqlConsole(simulator.connectCapture())) {
      List<String> texts = texts(declaringClass);
      assertThat(texts).isNotEmpty();
      for (String text : texts) {
        try (PreparedStatement statement = capture.connection().prepareStatement(text)) {
          statement.getMetaData();
        } catch (SQLException e) {
          throw new AssertionError(text, e);
        }
      }
    }
  }
}
