package io.oraclecdc.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.ops.OpsEvent;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the engine tells operators, through the whole engine. */
@Timeout(120)
class OpsEventsTest {
  private final List<OpsEvent> told = new CopyOnWriteArrayList<>();
  private final List<ChangeEvent> events = new CopyOnWriteArrayList<>();
  @TempDir private Path directory;
  private Shop shop;

  @BeforeEach
  void open() throws SQLException {
    shop = Shop.over(OracleSimulator.builder(Shop.newName()));
    shop.execute("CREATE TABLE notes (id NUMBER(9) PRIMARY KEY, body CLOB, n NUMBER(9))");
    shop.execute("ALTER TABLE notes ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
  }

  @AfterEach
  void close() throws SQLException {
    shop.close();
  }

  private EngineBuilder engine(String... settings) {
    var config = shop.settings().tables("APP\\.(FLAGS|NOTES)");
    for (int i = 0; i < settings.length; i += 2) {
      config.set(settings[i], settings[i + 1]);
    }
    return OracleCdcEngine.create(config.build())
        .notifying((EventConsumer) events::add)
        .storingIn(directory)
        .opsListener(told::add);
  }

  /** Before the start the doctor would refuse it. */
  private void createFlags() throws SQLException {
    shop.execute("CREATE TABLE flags (id NUMBER(9) PRIMARY KEY, on_off BOOLEAN, name VARCHAR2(9))");
    shop.execute("ALTER TABLE flags ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
  }

  private List<String> names() {
    return told.stream().map(OpsEvent::name).toList();
  }

  @Test
  void aRowThatIsKeptAsADeadLetterIsToldOf() throws Exception {
    try (OracleCdcEngine engine = Shop.started(engine("cdc.on.decode.error", "dlq"))) {
      createFlags();
      shop.commit(
          "INSERT INTO flags VALUES (1, TRUE, 'canary')",
          "INSERT INTO flags VALUES (2, TRUE, 'canary')",
          "INSERT INTO notes VALUES (1, 'x', 1)");
      shop.awaitDelivered(engine);
    }
    assertThat(events).hasSize(1);
    assertThat(names())
        .containsExactly("startup", "unsupported-table", "unsupported-row", "unsupported-row");
    assertThat(told.get(0).details()).containsKeys("resume_scn", "database", "version");
    assertThat(told.get(1).details())
        .containsEntry("table", "APP.FLAGS")
        .containsEntry("columns", "ON_OFF BOOLEAN");
    assertThat(told.get(2).details())
        .containsEntry("table", "APP.FLAGS")
        .containsKeys("xid", "scn");
    assertThat(told.toString()).doesNotContain("canary");
  }

  @Test
  void theErrorThatStopsCaptureIsToldOf() throws Exception {
    OracleCdcEngine engine = Shop.started(engine());
    createFlags();
    shop.commit("INSERT INTO flags VALUES (1, TRUE, 'canary')");
    Shop.awaitEnd(engine);
    engine.close();
    assertThat(names()).containsExactly("startup", "unsupported-table", "stop");
    assertThat(told.get(2).details())
        .containsEntry("code", "CDC-3001")
        .containsKeys("message", "runbook", "operator_action");
    assertThat(told.toString()).doesNotContain("canary");
  }

  @Test
  void aValueThatCannotBeReadIsToldOf() throws Exception {
    shop.commit("INSERT INTO notes VALUES (1, 'canary', 1)");
    shop.database.undoRetention().expireBefore(Long.MAX_VALUE / 2);
    try (OracleCdcEngine engine = Shop.started(engine("cdc.lob.mode", "reselect"))) {
      shop.commit("UPDATE notes SET n = 2 WHERE id = 1");
      shop.awaitDelivered(engine);
    }
    assertThat(events).hasSize(1);
    assertThat(names()).containsExactly("startup", "reselect-failed");
    assertThat(told.get(1).details())
        .containsEntry("table", "APP.NOTES")
        .containsEntry("rows", "1")
        .containsEntry("oracle_error", "ORA-01555");
  }
}
