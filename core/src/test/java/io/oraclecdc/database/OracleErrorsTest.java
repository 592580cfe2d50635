package io.oraclecdc.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.errors.RetriableException;
import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OracleErrorsTest {
  private final OracleErrors errors = OracleErrors.standard();

  @ParameterizedTest
  @ValueSource(
      ints = {
        18, 20, 28, 31, 1033, 1034, 1089, 1090, 1092, 1109, 2396, 3113, 3114, 3135, 4036, 4068,
        12170, 12514, 12516, 12518, 12519, 12520, 12528, 12537, 12541, 12543, 16331, 17002, 17008,
        17410, 17800, 25408
      })
  void connectionTroubleIsWorthAnotherSession(int number) {
    assertThat(classify(number))
        .isInstanceOf(RetriableException.class)
        .extracting(CdcException::code)
        .isEqualTo(ErrorCode.TRANSIENT_DATABASE);
  }

  /** GAP-05: these must never be taken for the end of a step. */
  @ParameterizedTest
  @ValueSource(ints = {310, 334, 1289, 1291, 1368, 1013, 1306})
  void GAP_05_logTroubleWhileRowsAreFetchedIsWorthTheSameStepAgain(int number) {
    assertThat(classify(number))
        .isInstanceOf(RetriableException.class)
        .extracting(CdcException::code)
        .isEqualTo(ErrorCode.MINING_STEP_RETRY);
  }

  @ParameterizedTest
  @ValueSource(ints = {1284, 308, 1285, 16226})
  void aListedLogThatIsNotThereWasPurged(int number) {
    assertThat(classify(number))
        .isNotInstanceOf(RetriableException.class)
        .extracting(CdcException::code)
        .isEqualTo(ErrorCode.LOG_PURGED);
  }

  @ParameterizedTest
  @ValueSource(ints = {1031, 942, 1017, 28000, 1045})
  void refusedLoginsAndGrantsStop(int number) {
    assertThat(classify(number))
        .isNotInstanceOf(RetriableException.class)
        .extracting(CdcException::code)
        .isEqualTo(ErrorCode.PRIVILEGE);
  }

  @Test
  void aWrappedErrorCountsNotTheWrapper() {
    SQLException wrapped =
        new SQLException(
            """
            ORA-00604: error occurred at recursive SQL level 1
            ORA-01284: file /arch/1_7.arc cannot be opened
            ORA-00308: cannot open archived log""",
            "42000",
            604);
    assertThat(errors.classify(wrapped, "starting").code()).isEqualTo(ErrorCode.LOG_PURGED);
  }

  @Test
  void theWholeChainOfCausesIsLookedAt() {
    SQLException outer = new SQLException("request failed");
    outer.initCause(new IOException("broken", new SQLException("ORA-03113: end", "08000", 3113)));
    assertThat(errors.classify(outer, "reading").code()).isEqualTo(ErrorCode.TRANSIENT_DATABASE);
    SQLException next = new SQLException("batch failed");
    next.setNextException(new SQLException("ORA-01017: no", "72000", 1017));
    assertThat(errors.classify(next, "reading").code()).isEqualTo(ErrorCode.PRIVILEGE);
  }

  @Test
  void aMissingPackageIsAMissingGrant() {
    SQLException missing =
        new SQLException(
            "ORA-06550: line 1, column 7:\nPLS-00201: identifier 'DBMS_LOGMNR' must be declared",
            "65000",
            6550);
    assertThat(errors.classify(missing, "starting").code()).isEqualTo(ErrorCode.PRIVILEGE);
  }

  @Test
  void driverClassesWithoutANumberAreReadByTheirKind() {
    assertThat(errors.classify(new SQLRecoverableException("gone"), "reading"))
        .isInstanceOf(RetriableException.class);
    assertThat(errors.classify(new SQLTimeoutException("late"), "reading").code())
        .isEqualTo(ErrorCode.MINING_STEP_RETRY);
    assertThat(OracleErrors.isTimeout(new SQLException("x", "72000", 1013))).isTrue();
  }

  @Test
  void anUnknownNumberStopsAtOnceAndIsNamed() {
    CdcException error = classify(54321);
    assertThat(error).isNotInstanceOf(RetriableException.class);
    assertThat(error.code()).isEqualTo(ErrorCode.TRANSIENT_DATABASE);
    assertThat(error).hasMessageContaining("ORA-54321").hasMessageContaining("while testing");
  }

  @Test
  void furtherNumbersMayBeDeclaredRetriable() {
    OracleErrors extended = new OracleErrors(Set.of(54321));
    assertThat(extended.classify(failure(54321), "testing")).isInstanceOf(RetriableException.class);
  }

  @Test
  void internalErrorsOfLogMinerAreTriedAgainAndOthersAreNot() {
    SQLException logMiner =
        new SQLException(
            "ORA-00600: internal error code, arguments: [krvrdccs10], []", "60000", 600);
    assertThat(errors.classify(logMiner, "mining").code()).isEqualTo(ErrorCode.MINING_STEP_RETRY);
    assertThat(errors.classify(failure(600), "mining")).isNotInstanceOf(RetriableException.class);
  }

  @Test
  void messagesKeepOraclesTextWithoutItsLink() {
    SQLException failure =
        new SQLException(
            "ORA-01017: invalid credential or not authorized; logon denied\n\n"
                + "https://docs.oracle.com/error-help/db/ora-01017/",
            "72000",
            1017);
    assertThat(errors.classify(failure, "connecting"))
        .hasMessageContaining("ORA-01017: invalid credential or not authorized; logon denied")
        .message()
        .doesNotContain("error-help");
  }

  private CdcException classify(int number) {
    return errors.classify(failure(number), "testing");
  }

  private static SQLException failure(int number) {
    return new SQLException(
        String.format(Locale.ROOT, "ORA-%05d: made up", number), "72000", number);
  }
}
