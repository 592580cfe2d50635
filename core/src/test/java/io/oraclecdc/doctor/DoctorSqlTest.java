package io.oraclecdc.doctor;

import io.oraclecdc.database.OracleSql;
import org.junit.jupiter.api.Test;

class DoctorSqlTest {

  @Test
  void everyTextIsOracles() {
    OracleSql.assertOracle(DoctorSql.all());
  }
}
