package io.oraclecdc.dictionary;

import io.oraclecdc.database.OracleSql;
import org.junit.jupiter.api.Test;

class DictionarySqlTest {

  @Test
  void everyTextIsOracles() {
    OracleSql.assertOracle(DictionarySql.all());
  }
}
