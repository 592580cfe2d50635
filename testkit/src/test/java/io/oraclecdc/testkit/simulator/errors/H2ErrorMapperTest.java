package io.oraclecdc.testkit.simulator.errors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.oraclecdc.testkit.simulator.errors.H2ErrorMapper.Situation;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.h2.message.DbException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class H2ErrorMapperTest {

  @ParameterizedTest
  @CsvSource({
    "42102, 942", "42122, 904", "90036, 2289", "90148, 8002", "90053, 1427", "23513, 2290",
    "23506, 2291", "23503, 2292", "22018, 1722", "22012, 1476", "50200, 54", "40001, 60",
    "57014, 1013", "90007, 17008", "90012, 17041", "42000, 900", "90154, 54013", "12345, 600"
  })
  void everyKnownCodeHasItsNumber(int h2, int ora) {
    SQLException mapped =
        H2ErrorMapper.map(DbException.get(h2, "X", "Y", "Z").getSQLException(), Situation.OTHER);
    assertThat(mapped.getErrorCode()).isEqualTo(ora);
    assertThat(mapped.getMessage()).startsWith("ORA-%05d: ".formatted(ora));
  }

  @Test
  void anErrorOfAnInnerBatchIsOneOfH2() throws SQLException {
    try (Connection h2 = DriverManager.getConnection("jdbc:h2:mem:");
        Statement statement = h2.createStatement()) {
      statement.addBatch("CREATE TABLE T (X INT CHECK (X > 0))");
      statement.addBatch("INSERT INTO T VALUES (0)");
      assertThatExceptionOfType(BatchUpdateException.class)
          .isThrownBy(statement::executeBatch)
          .satisfies(
              e ->
                  assertThat(H2ErrorMapper.map(e, Situation.OTHER).getMessage())
                      .startsWith("ORA-02290: "));
    }
  }

  @Test
  void aNullIsInsertedOrUpdated() {
    SQLException h2 = DbException.get(23502, "ID").getSQLException();
    assertThat(H2ErrorMapper.map(h2, Situation.INSERT).getErrorCode()).isEqualTo(1400);
    assertThat(H2ErrorMapper.map(h2, Situation.UPDATE).getErrorCode()).isEqualTo(1407);
  }

  @Test
  void aViolatedKeyIsNamedWithoutItsValues() {
    SQLException h2 =
        DbException.get(
                23505,
                "APP.PK_T INDEX APP.PK_T_INDEX_5 ON APP.T(ID NULLS LAST) VALUES ( /* 1 */ 4711 )")
            .getSQLException();
    assertThat(H2ErrorMapper.map(h2, Situation.INSERT).getMessage())
        .isEqualTo("ORA-00001: unique constraint (APP.PK_T) violated");
  }

  @Test
  void errorsThatAreOraclesPassThrough() {
    SQLException own = OraErrors.of(310, "archived log contains sequence 5");
    assertThat((Throwable) H2ErrorMapper.map(own, Situation.OTHER)).isSameAs(own);
    SQLException wrapped = DbException.convert(new RuntimeException(own)).getSQLException();
    assertThat((Throwable) H2ErrorMapper.map(wrapped, Situation.OTHER)).isSameAs(own);
  }
}
