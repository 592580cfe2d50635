package io.oraclecdc.database;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SessionSqlTest {

  @Test
  void everyTextIsOracles() {
    OracleSql.assertOracle(SessionSql.all());
  }

  /** The check itself: what only a lenient database would take must be noticed. */
  @Test
  void theCheckNoticesWhatIsNotOracles() {
    OracleSql oracle = new OracleSql();
    assertThat(oracle.problemsOf("SELECT D.DBNAME FROM V$DATABASE D")).isNotEmpty();
    assertThat(oracle.problemsOf("SELECT D.NAME FROM V$DB D")).isNotEmpty();
    assertThat(oracle.problemsOf("SELECT IF(D.NAME) FROM V$DATABASE D")).isNotEmpty();
    assertThat(oracle.problemsOf("SELECT D.NAME FROM V$DATABASE D;")).isNotEmpty();
    assertThat(oracle.problemsOf("SELECT D.NAME FROM V$DATABASE AS D LIMIT 1")).isNotEmpty();
    assertThat(oracle.problemsOf("BEGIN DBMS_LOGMNR.START_LOGMNR(FROMSCN => ?); END;"))
        .isNotEmpty();
    assertThat(oracle.problemsOf("BEGIN DBMS_LOGMNR.STOP; END;")).isNotEmpty();
    assertThat(oracle.problemsOf("BEGIN DBMS_LOGMNR.ADD_LOGFILE(OPTIONS => DBMS_LOGMNR.OLD); END;"))
        .isNotEmpty();
    assertThat(oracle.problemsOf("UPDATE T SET A = 1")).isNotEmpty();
  }
}
