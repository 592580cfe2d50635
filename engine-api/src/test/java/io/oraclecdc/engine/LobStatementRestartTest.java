package io.oraclecdc.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The engine ends while the rows of one statement lie in several logs, some of which it has read:
 * the change comes once and whole, from whichever engine.
 */
@Timeout(120)
class LobStatementRestartTest {
  private static final String TABLE = "CREATE TABLE d (id NUMBER(9) PRIMARY KEY, c CLOB, b BLOB)";

  @TempDir private Path state;
  private final List<String> received = new CopyOnWriteArrayList<>();

  @ParameterizedTest
  @ValueSource(strings = {"", " LOB (c, b) STORE AS BASICFILE (DISABLE STORAGE IN ROW)"})
  void aStatementOverSeveralLogsComesOnceAndWhole(String storage) throws Exception {
    OracleSimulator.Builder builder =
        OracleSimulator.builder(Shop.newName())
            .redoOptions(
                o ->
                    o.logSizeBytes(64 << 10).behaviours(List.of(RedoBehaviour.LOB_ROWS_TAKE_SCNS)));
    String first = "a'b\u20ac".repeat(20_000);
    String second = "c".repeat(90_000);
    try (Shop shop = Shop.over(builder);
        Connection other = shop.database.connectApp();
        Statement plain = other.createStatement()) {
      other.setAutoCommit(true);
      shop.execute(TABLE + storage);
      shop.execute("ALTER TABLE d ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      try (OracleCdcEngine engine = start(shop)) {
        insert(shop.app, 2, first);
        plain.execute("INSERT INTO d VALUES (3, 'three', NULL)");
        shop.database.switchLog();
        plain.execute("INSERT INTO d VALUES (4, NULL, HEXTORAW('04'))");
        delivered(engine, 2);
      }
      // The next statement of the transaction is written while nobody reads.
      insert(shop.app, 5, second);
      try (OracleCdcEngine engine = start(shop)) {
        plain.execute("INSERT INTO d VALUES (6, 'six', NULL)");
        delivered(engine, 3);
      }
      shop.app.commit();
      try (OracleCdcEngine engine = start(shop)) {
        delivered(engine, 5);
        shop.awaitDelivered(engine);
      }
    }
    List<String> expected = new ArrayList<>();
    expected.add("3 three null");
    expected.add("4 null 04");
    expected.add("6 six null");
    expected.add("2 " + first + " 0102");
    expected.add("5 " + second + " 0102");
    assertThat(received).isEqualTo(expected);
  }

  private OracleCdcEngine start(Shop shop) throws InterruptedException {
    OracleCdcConfig config =
        shop.settings().tables("APP\\.D").set("cdc.lob.mode", "inline").build();
    return Shop.started(
        OracleCdcEngine.create(config)
            .notifying((EventConsumer) event -> received.add(line(event)))
            .storingIn(state));
  }

  private static String line(ChangeEvent event) {
    byte[] bytes = event.after().getBytes("B");
    return event.key().get(0)
        + " "
        + event.after().getString("C")
        + " "
        + (bytes == null ? null : java.util.HexFormat.of().formatHex(bytes));
  }

  private void delivered(OracleCdcEngine engine, int count) {
    org.awaitility.Awaitility.await()
        .atMost(Shop.PATIENCE)
        .until(() -> received.size() >= count || engine.completion().isDone());
  }

  private static void insert(Connection app, int id, String text) throws SQLException {
    try (PreparedStatement statement = app.prepareStatement("INSERT INTO d VALUES (?, ?, ?)")) {
      statement.setInt(1, id);
      statement.setCharacterStream(2, new java.io.StringReader(text));
      statement.setBytes(3, new byte[] {1, 2});
      statement.executeUpdate();
    }
  }
}
