package io.oraclecdc.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.errors.RetriableException;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.ops.OpsEvent;
import io.oraclecdc.testing.TestRow;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpsReportsTest {
  private final List<OpsEvent> told = new ArrayList<>();
  @TempDir private Path directory;

  private static OracleCdcConfig config(boolean sensitive) {
    return OracleCdcConfig.builder()
        .url("jdbc:oracle:thin:@//db.example.com:1521/FREE")
        .user("C##CDC")
        .password("secret")
        .tables("APP\\.T")
        .topicPrefix("shop")
        .set("cdc.log.sensitive.data", String.valueOf(sensitive))
        .build();
  }

  private OpsReports reports(boolean sensitive) {
    return new OpsReports(config(sensitive), told::add);
  }

  private DeadLetters letters(OpsReports reports) {
    return reports.on(
        new FileDeadLetters(directory.resolve("letters"), "shop", table -> Optional.empty()));
  }

  private static MinedRow row() {
    return TestRow.at(4711, 7).transaction(3).insert("R1", "canary");
  }

  @Test
  void aRowThatIsKeptAsADeadLetterIsToldOfOnce() {
    DeadLetters letters = letters(reports(false));
    letters.accept(row(), new DecodeException("SQL_REDO cannot be read", null));
    letters.accept(row(), new DecodeException("SQL_REDO cannot be read", null));

    assertThat(letters.count()).isEqualTo(1);
    assertThat(told).hasSize(1);
    assertThat(told.get(0).name()).isEqualTo("decode-error-dlq");
    assertThat(told.get(0).details())
        .containsEntry("table", "APP.T")
        .containsEntry("scn", "4711")
        .containsEntry("operation", "INSERT")
        .containsEntry("error", "SQL_REDO cannot be read")
        .containsKeys("xid", "rs_id", "thread", "status");
    assertThat(told.get(0).toString()).doesNotContain("canary");
  }

  @Test
  void valuesThatTheSettingsShowInMessagesAreNotInEvents() {
    OpsReports reports = reports(true);
    letters(reports).accept(row(), new DecodeException("text: 'canary'", null));
    reports.stopped(new DecodeException("text: 'canary'", null));

    assertThat(told).hasSize(2);
    assertThat(told).allSatisfy(event -> assertThat(event.toString()).doesNotContain("canary"));
    assertThat(told.get(1).details()).containsEntry("code", "CDC-3001");
  }

  @Test
  void aLostSessionIsToldOfWhenReadingGoesOn() {
    OpsReports reports = reports(false);
    reports.goesOn(0);
    reports.failed(new RetriableException(ErrorCode.MINING_STEP_RETRY, "a step", null));
    reports.goesOn(1);
    assertThat(told).isEmpty();

    reports.failed(new RetriableException(ErrorCode.TRANSIENT_DATABASE, "a session", null));
    reports.goesOn(2);
    reports.goesOn(0);
    assertThat(told).containsExactly(new OpsEvent.Reconnected(ErrorCode.TRANSIENT_DATABASE, 2));
  }

  @Test
  void aListenerThatFailsChangesNothing() {
    OpsReports reports =
        new OpsReports(
            config(false),
            event -> {
              throw new IllegalStateException("the pager is down");
            });
    reports.stopped(new CdcException(ErrorCode.LOG_GAP, "a gap"));
    DeadLetters letters = letters(reports);
    letters.accept(row(), new DecodeException("SQL_REDO cannot be read", null));
    assertThat(letters.count()).isEqualTo(1);
  }
}
