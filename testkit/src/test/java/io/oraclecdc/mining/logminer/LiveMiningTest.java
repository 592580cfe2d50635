package io.oraclecdc.mining.logminer;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.database.DatabaseInfo;
import io.oraclecdc.database.DatabaseSession;
import io.oraclecdc.database.DatabaseSettings;
import io.oraclecdc.database.OracleErrors;
import io.oraclecdc.database.SessionFactory;
import io.oraclecdc.database.SessionRole;
import io.oraclecdc.dictionary.DictionarySchemaCatalog;
import io.oraclecdc.dictionary.Layouts;
import io.oraclecdc.dictionary.OracleDictionary;
import io.oraclecdc.dictionary.TableSelection;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.mining.MiningStep;
import io.oraclecdc.mining.StepEnd;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.Scn;
import io.oraclecdc.position.Position;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Dictionary, start position and mining together, on real SQL of an application. */
class LiveMiningTest {
  private OracleSimulator oracle;
  private DatabaseSession metadata;
  private DictionarySchemaCatalog catalog;
  private LogMinerSource source;
  private MiningStart at;

  @BeforeEach
  void start() throws SQLException {
    oracle = OracleSimulator.start("live-mining");
    app(
        "CREATE TABLE orders (id NUMBER(9) PRIMARY KEY, state VARCHAR2(20), placed DATE)",
        "ALTER TABLE orders ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    SessionFactory sessions =
        new SessionFactory(
            DatabaseSettings.builder()
                .url(oracle.url())
                .user(OracleSimulator.CAPTURE_USER)
                .password(OracleSimulator.CAPTURE_PASSWORD)
                .build(),
            OracleErrors.standard());
    metadata = new DatabaseSession(sessions, SessionRole.METADATA);
    DatabaseInfo database = DatabaseInfo.read(metadata);
    TableSelection selection = TableSelection.including(List.of("APP\\..*")).build();
    Position position = StartPosition.determine(metadata, database, Optional.empty(), null);
    catalog =
        DictionarySchemaCatalog.load(
            new OracleDictionary(metadata, selection), new Layouts(selection, database));
    source =
        new LogMinerSource(
            sessions, MiningSettings.defaults(), catalog.objects(), database, System::nanoTime);
    at = new MiningStart(position.resumeScn(), Map.of());
  }

  @AfterEach
  void stop() throws SQLException {
    source.close();
    metadata.close();
    oracle.close();
  }

  @Test
  void statementsOfAnApplicationComeAsRows() throws SQLException {
    app(
        "INSERT INTO orders VALUES (1, 'new', DATE '2026-02-28')",
        "UPDATE orders SET state = 'paid' WHERE id = 1",
        "DELETE FROM orders WHERE id = 1");
    List<MinedRow> rows = steps();
    assertThat(rows)
        .filteredOn(row -> row.operation() != OperationCode.START)
        .filteredOn(row -> row.operation() != OperationCode.COMMIT)
        .extracting(MinedRow::sqlRedo)
        .containsExactly(
            "insert into \"APP\".\"ORDERS\"(\"ID\",\"STATE\",\"PLACED\") values"
                + " ('1','new',TO_DATE('2026-02-28 00:00:00 AD', 'YYYY-MM-DD HH24:MI:SS AD'))",
            "update \"APP\".\"ORDERS\" set \"STATE\" = 'paid' where \"ID\" = '1' and \"STATE\" ="
                + " 'new' and \"PLACED\" = TO_DATE('2026-02-28 00:00:00 AD', 'YYYY-MM-DD"
                + " HH24:MI:SS AD')",
            "delete from \"APP\".\"ORDERS\" where \"ID\" = '1' and \"STATE\" = 'paid' and"
                + " \"PLACED\" = TO_DATE('2026-02-28 00:00:00 AD', 'YYYY-MM-DD HH24:MI:SS AD')");
    assertThat(rows).allMatch(row -> row.userName() == null || row.userName().equals("APP"));
  }

  @Test
  void aTableCreatedWhileCaptureRunsIsReadFromItsFirstRow() throws SQLException {
    app(
        "CREATE TABLE items (id NUMBER(9) PRIMARY KEY)",
        "ALTER TABLE items ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS",
        "INSERT INTO items VALUES (7)");
    assertThat(steps())
        .filteredOn(row -> row.operation() == OperationCode.INSERT)
        .extracting(MinedRow::sqlRedo)
        .containsExactly("insert into \"APP\".\"ITEMS\"(\"ID\") values ('7')");
    assertThat(catalog.tables())
        .extracting(t -> t.id().toString())
        .containsExactly("APP.ITEMS", "APP.ORDERS");
  }

  @Test
  void aColumnAddedWhileCaptureRunsIsInTheLayoutOfLaterRows() throws SQLException {
    app(
        "ALTER TABLE orders ADD (note VARCHAR2(40))",
        "INSERT INTO orders (id, note) VALUES (2, 'late')");
    MinedRow insert =
        steps().stream()
            .filter(row -> row.operation() == OperationCode.INSERT)
            .findFirst()
            .orElseThrow();
    TableSchema layout = catalog.layoutOf(insert.segment(), insert.scn()).orElseThrow();
    assertThat(layout.indexOf("NOTE")).isEqualTo(3);
    assertThat(layout.version()).isEqualTo(2);
  }

  @Test
  void rowsComeOverLogSwitchesAndPurges() throws SQLException {
    List<Integer> keys = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      app("INSERT INTO orders (id) VALUES (" + i + ")");
      keys.add(i);
      if (i % 3 == 0) {
        oracle.switchLog();
      }
    }
    assertThat(steps())
        .filteredOn(row -> row.operation() == OperationCode.INSERT)
        .extracting(row -> row.address() + "/" + row.ssn())
        .doesNotHaveDuplicates()
        .hasSize(keys.size());
    oracle.purgeArchivedLogs(oracle.redo().currentSequence(1) - 1);
    app("INSERT INTO orders (id) VALUES (100)");
    assertThat(steps()).anyMatch(row -> row.operation() == OperationCode.INSERT);
  }

  /** Rows up to the end of the redo, each once, DDL told to the catalog as capture does. */
  private List<MinedRow> steps() {
    List<MinedRow> rows = new ArrayList<>();
    boolean caughtUp = false;
    while (!caughtUp) {
      try (MiningStep step = source.open(at)) {
        for (MinedRow row = step.next(); row != null; row = step.next()) {
          var cursor = at.cursors().get(row.thread());
          boolean isNew = cursor == null || row.address().isAfter(cursor);
          if (isNew && row.operation() == OperationCode.DDL) {
            catalog.ddl(
                row.segment(),
                row.thread(),
                row.address(),
                row.scn(),
                String.valueOf(row.sqlRedo()));
          } else if (isNew) {
            rows.add(row);
          }
        }
        StepEnd end = step.finish();
        at = new MiningStart(Scn.max(at.lowestScn(), end.nextLowestScn()), end.cursors());
        caughtUp = end.caughtUp();
      }
    }
    return rows;
  }

  private void app(String... statements) throws SQLException {
    try (Connection app = oracle.connectApp();
        Statement statement = app.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }
}
