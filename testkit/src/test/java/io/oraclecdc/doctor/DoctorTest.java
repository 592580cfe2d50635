package io.oraclecdc.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.database.DatabaseSession;
import io.oraclecdc.database.DatabaseSettings;
import io.oraclecdc.database.OracleErrors;
import io.oraclecdc.database.SessionFactory;
import io.oraclecdc.database.SessionRole;
import io.oraclecdc.dictionary.TableSelection;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.errors.RetriableException;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DoctorTest {
  private @Nullable OracleSimulator oracle;

  @AfterEach
  void stop() throws SQLException {
    if (oracle != null) {
      oracle.close();
    }
  }

  @Test
  void aWellPreparedDatabaseHasNoBlockingFinding() throws SQLException {
    start(OracleSimulator.builder("doctor"));
    app("CREATE TABLE app.t (id NUMBER PRIMARY KEY)");
    app("ALTER TABLE app.t ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    List<Finding> findings = examine("APP\\.T");
    assertThat(findings).isEmpty();
    Doctor.requireNoneBlocking(findings);
  }

  @Test
  void everythingThatIsMissingIsToldAtOnceWithItsRemedy() throws SQLException {
    start(OracleSimulator.builder("doctor").archivelog(false).supplementalLogging(false));
    app("CREATE TABLE app.keyless (a NUMBER, j CLOB)");
    List<Finding> findings = examine("APP\\.KEYLESS", "APP\\.MISSING");
    assertThat(findings)
        .extracting(Finding::rule)
        .contains("DOC-1", "DOC-2", "DOC-3", "DOC-7", "DOC-8", "DOC-25");
    assertThatThrownBy(() -> Doctor.requireNoneBlocking(findings))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PRECONDITION))
        .hasMessageContainingAll(
            "NOARCHIVELOG",
            "ALTER DATABASE ADD SUPPLEMENTAL LOG DATA;",
            "ALTER TABLE APP.KEYLESS ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS;",
            "APP\\.MISSING");
  }

  @Test
  void missingGrantsAreNamed() throws SQLException {
    start(
        OracleSimulator.builder("doctor")
            .withoutPrivilege("LOGMINING")
            .withoutPrivilege("EXECUTE ON DBMS_LOGMNR")
            .withViewsOnly("V_$DATABASE", "V_$LOG"));
    List<Finding> findings = examine("APP\\.T");
    assertThat(findings).allMatch(f -> f.rule().equals("DOC-4"));
    assertThat(findings)
        .extracting(Finding::sql)
        .contains(
            "GRANT SELECT ON SYS.V_$ARCHIVED_LOG TO C##CDC;",
            "GRANT SELECT ON SYS.GV_$TRANSACTION TO C##CDC;",
            "GRANT SELECT ON SYS.DBA_TAB_COLS TO C##CDC;",
            "GRANT EXECUTE ON SYS.DBMS_LOGMNR TO C##CDC;",
            "GRANT LOGMINING TO C##CDC;")
        .doesNotContain("GRANT SELECT ON SYS.V_$LOG TO C##CDC;");
    assertThatThrownBy(() -> Doctor.requireNoneBlocking(findings))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PRIVILEGE));
  }

  @Test
  void tablesThatAreReadAsOfAnScnMustBeReadableSo() throws SQLException {
    start(OracleSimulator.builder("doctor").withoutPrivilege("FLASHBACK ANY TABLE"));
    for (String table :
        List.of("plain (id NUMBER PRIMARY KEY)", "lobs (id NUMBER PRIMARY KEY, c CLOB)")) {
      app("CREATE TABLE app." + table);
    }
    app("ALTER TABLE app.plain ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    app("ALTER TABLE app.lobs ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    String missing = "GRANT SELECT, FLASHBACK ON APP.LOBS TO C##CDC;";

    List<Finding> inline = grantsMissing(TableReads.NONE);
    assertThat(inline).extracting(Finding::sql).containsExactly(missing);
    assertThat(inline).noneMatch(Finding::isBlocking);

    List<Finding> reselect = grantsMissing(new TableReads(false, true, false, false));
    assertThat(reselect).extracting(Finding::sql).containsExactly(missing);
    assertThat(reselect).allMatch(Finding::isBlocking);

    assertThat(grantsMissing(new TableReads(true, false, false, false)))
        .allMatch(Finding::isBlocking)
        .extracting(Finding::sql)
        .containsExactlyInAnyOrder(missing, "GRANT SELECT, FLASHBACK ON APP.PLAIN TO C##CDC;");

    app("GRANT SELECT, FLASHBACK ON app.lobs TO " + OracleSimulator.CAPTURE_USER);
    assertThat(grantsMissing(new TableReads(false, true, false, false))).isEmpty();
  }

  private List<Finding> grantsMissing(TableReads reads) {
    try (DatabaseSession session = session(oracle().url(), OracleSimulator.CAPTURE_PASSWORD)) {
      TableSelection selection =
          TableSelection.including(List.of("APP\\.(PLAIN|LOBS)"))
              .lobs(TableSelection.LobUse.CAPTURE)
              .build();
      return new Doctor(session, selection, OracleSimulator.CAPTURE_USER, null)
          .reading(reads).fastChecks().stream().filter(f -> f.rule().equals("DOC-4")).toList();
    }
  }

  @Test
  void keyColumnsOfATableThatIsNotCapturedAreTold() throws SQLException {
    start(OracleSimulator.builder("doctor"));
    app("CREATE TABLE app.t (id NUMBER PRIMARY KEY)");
    app("ALTER TABLE app.t ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    TableSelection selection =
        TableSelection.including(List.of("APP\\.T")).keyColumns("app.t:id;APP.TT:ID").build();
    try (DatabaseSession session = session(oracle().url(), OracleSimulator.CAPTURE_PASSWORD)) {
      assertThat(new Doctor(session, selection, OracleSimulator.CAPTURE_USER, null).fastChecks())
          .singleElement()
          .satisfies(
              finding -> {
                assertThat(finding.rule()).isEqualTo("DOC-26");
                assertThat(finding.isBlocking()).isFalse();
                assertThat(finding.seen()).contains("cdc.key.columns names APP.TT");
              });
    }
  }

  @Test
  void aWrongPasswordAndAnAbsentDatabaseAreTypedErrors() throws SQLException {
    start(OracleSimulator.builder("doctor"));
    assertThatThrownBy(() -> session("jdbc:oracle-simulator:doctor", "wrong").connection())
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PRIVILEGE))
        .message()
        .contains("ORA-01017")
        .doesNotContain("wrong");
    assertThatThrownBy(() -> session("jdbc:oracle-simulator:nowhere", "cdc").connection())
        .isInstanceOfSatisfying(
            RetriableException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.TRANSIENT_DATABASE));
  }

  private void start(OracleSimulator.Builder builder) throws SQLException {
    oracle = builder.start();
  }

  private OracleSimulator oracle() {
    OracleSimulator running = oracle;
    if (running == null) {
      throw new IllegalStateException("not started");
    }
    return running;
  }

  private List<Finding> examine(String... patterns) {
    try (DatabaseSession session = session(oracle().url(), OracleSimulator.CAPTURE_PASSWORD)) {
      TableSelection selection = TableSelection.including(List.of(patterns)).build();
      return new Doctor(session, selection, OracleSimulator.CAPTURE_USER, null).fastChecks();
    }
  }

  private static DatabaseSession session(String url, String password) {
    return new DatabaseSession(
        new SessionFactory(
            DatabaseSettings.builder()
                .url(url)
                .user(OracleSimulator.CAPTURE_USER)
                .password(password)
                .build(),
            OracleErrors.standard()),
        SessionRole.METADATA);
  }

  private void app(String sql) throws SQLException {
    try (Connection app = oracle().connectApp();
        Statement statement = app.createStatement()) {
      statement.execute(sql);
    }
  }
}
