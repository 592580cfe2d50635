package io.oraclecdc.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.faults.FaultPlan.Call;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections that were not used for long, and may lead nowhere by now. */
@Timeout(60)
class QuietSessionTest {
  private static final String PROBE = "SELECT 'x' FROM DUAL";

  private OracleSimulator oracle;
  private long nanos;
  private final List<String> opened = new ArrayList<>();

  @BeforeEach
  void start() throws SQLException {
    oracle = OracleSimulator.start("quiet");
  }

  @AfterEach
  void stop() throws SQLException {
    oracle.close();
  }

  private DatabaseSession session(Duration idleTimeout) {
    SessionFactory sessions =
        new SessionFactory(
            DatabaseSettings.builder()
                .url(oracle.url())
                .user(OracleSimulator.CAPTURE_USER)
                .password(OracleSimulator.CAPTURE_PASSWORD)
                .idleTimeout(idleTimeout)
                .build(),
            OracleErrors.standard(),
            () -> nanos);
    return new DatabaseSession(
        sessions, SessionRole.METADATA, session -> opened.add(session.currentScn().toString()));
  }

  private void quietFor(Duration time) {
    nanos += time.toNanos();
  }

  @Test
  void aHalfOpenConnectionIsFoundByAProbeAndReplaced() throws SQLException {
    try (DatabaseSession session = session(Duration.ofMillis(400))) {
      Connection first = session.connection();
      session.currentScn();
      var silence = oracle.faults().on(Call.EXECUTE).containing(PROBE).goSilent();
      quietFor(Duration.ofMillis(250));
      assertThat(session.currentScn().value()).isPositive();
      assertThat(silence.count()).isEqualTo(1);
      assertThat(session.connection()).isNotSameAs(first);
      assertThat(first.isValid(1)).isFalse();
      assertThat(opened).as("each connection is looked at before it is used").hasSize(2);
    }
  }

  @Test
  void aConnectionThatAnswersIsKeptWithItsTimeLimit() throws SQLException {
    try (DatabaseSession session = session(Duration.ofMinutes(5))) {
      Connection first = session.connection();
      first.setNetworkTimeout(Runnable::run, 77_000);
      var probes = oracle.faults().on(Call.EXECUTE).containing(PROBE).times(9).run(() -> {});
      quietFor(Duration.ofMinutes(2));
      session.currentScn();
      assertThat(probes.count()).as("it was quiet for less than half of the time").isZero();
      quietFor(Duration.ofMinutes(3));
      session.currentScn();
      session.currentScn();
      assertThat(probes.count()).isEqualTo(1);
      assertThat(session.connection()).isSameAs(first);
      assertThat(first.getNetworkTimeout()).isEqualTo(77_000);
    }
  }

  @Test
  void withoutATimeNothingIsProbed() throws SQLException {
    try (DatabaseSession session = session(Duration.ZERO)) {
      session.currentScn();
      var probes = oracle.faults().on(Call.EXECUTE).containing(PROBE).run(() -> {});
      quietFor(Duration.ofDays(1));
      session.currentScn();
      assertThat(probes.count()).isZero();
    }
  }

  @Test
  void aSessionThatLeadsToAnotherDatabaseIsRefusedAndNotKept() throws SQLException {
    SessionFactory sessions =
        new SessionFactory(
            DatabaseSettings.builder()
                .url(oracle.url())
                .user(OracleSimulator.CAPTURE_USER)
                .password(OracleSimulator.CAPTURE_PASSWORD)
                .build(),
            OracleErrors.standard());
    try (DatabaseSession session =
        new DatabaseSession(
            sessions,
            SessionRole.RESELECT,
            fresh -> {
              throw new CdcException(ErrorCode.TOPOLOGY, "another one");
            })) {
      assertThatThrownBy(session::currentScn).hasMessageContaining("CDC-5001");
      assertThat(session.isOpen()).isFalse();
    }
  }

  @Test
  void aSessionThatBrokeIsInItsContainerAgainAndPrintsDatesAsBefore() throws SQLException {
    try (OracleSimulator containers =
            OracleSimulator.builder("quiet-cdb").containerDatabase("SALES").start();
        DatabaseSession session =
            new DatabaseSession(
                new SessionFactory(
                    DatabaseSettings.builder()
                        .url(containers.url())
                        .user(OracleSimulator.CAPTURE_USER)
                        .password(OracleSimulator.CAPTURE_PASSWORD)
                        .build(),
                    OracleErrors.standard()),
                SessionRole.METADATA)) {
      session.enter("SALES");
      List<String> before = seenBy(session);
      containers.faults().on(Call.EXECUTE).containing("CURRENT_SCN").breakConnection();
      assertThatThrownBy(session::currentScn)
          .isInstanceOf(io.oraclecdc.errors.RetriableException.class)
          .hasMessageContaining("ORA-17002");
      assertThat(session.isOpen()).isFalse();
      assertThat(seenBy(session)).isEqualTo(before).contains("SALES");
    }
  }

  private static List<String> seenBy(DatabaseSession session) {
    return session
        .query(
            "looking",
            "SELECT SYS_CONTEXT('USERENV', 'CON_NAME'), TO_CHAR(DATE '2026-02-28'),"
                + " TO_CHAR(1.5), SESSIONTIMEZONE FROM DUAL",
            row -> List.of(row.getString(1), row.getString(2), row.getString(3), row.getString(4)))
        .get(0);
  }

  @Test
  void aSilentCallEndsWithTheNetworkTimeout() throws SQLException {
    try (Connection connection = oracle.connectCapture();
        var statement = connection.createStatement()) {
      connection.setNetworkTimeout(Runnable::run, 50);
      oracle.faults().on(Call.EXECUTE).containing("FROM DUAL").goSilent();
      assertThatThrownBy(() -> statement.executeQuery("SELECT 1 FROM DUAL"))
          .hasMessageContaining("ORA-17002");
      assertThatThrownBy(() -> statement.executeQuery("SELECT 1 FROM DUAL"))
          .hasMessageContaining("ORA-17008");
    }
  }

  @Test
  void aSilentCallEndsWhenTheConnectionIsAborted() throws Exception {
    Connection connection = oracle.connectCapture();
    oracle.faults().on(Call.EXECUTE).containing("FROM DUAL").goSilent();
    List<Throwable> ends = new ArrayList<>();
    Thread caller =
        new Thread(
            () -> {
              try (var statement = connection.createStatement()) {
                statement.executeQuery("SELECT 1 FROM DUAL").close();
              } catch (SQLException e) {
                ends.add(e);
              }
            });
    caller.start();
    org.awaitility.Awaitility.await().until(() -> caller.getState() == Thread.State.TIMED_WAITING);
    connection.abort(Runnable::run);
    caller.join(10_000);
    assertThat(ends).singleElement().asString().contains("ORA-17002");
  }
}
