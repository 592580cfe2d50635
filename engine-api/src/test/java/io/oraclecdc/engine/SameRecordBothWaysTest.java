package io.oraclecdc.engine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.change.Change.RowInserted;
import io.oraclecdc.change.Change.RowRead;
import io.oraclecdc.config.SnapshotMode;
import io.oraclecdc.format.ChangeRecord;
import io.oraclecdc.signal.Signal;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.value.RowImage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.Header;
import org.junit.jupiter.api.Test;

/** A row gives the same record whether the redo or a snapshot tells it. */
class SameRecordBothWaysTest {
  /** Types and values. */
  private static final String[][] COLUMNS = {
    {"NUMBER", "0", "-12345678901234567890123456789012345678", "1e-20", "1e125", "1200"},
    {"NUMBER(10,2)", "10.5", "-0.01", "99999999.99", "0"},
    {"NUMBER(5,-2)", "1200", "-700"},
    {"FLOAT", "1.5", "-3.25e10"},
    {"BINARY_FLOAT", "1.5f", "-3.25e10f"},
    {"NUMBER", "1e-40", "1e-130", "-1e-37", "1e40"},
    {"FLOAT", "1e-130", "1.5e-45"},
    {"BINARY_DOUBLE", "0.1d", "-1e300d"},
    {"VARCHAR2(40)", "'plain'", "'it''s; \"x\" '", "'äé日本'", "' '"},
    {"NVARCHAR2(20)", "N'grüße'", "N'日本'", "'x'"},
    {"CHAR(5)", "'ab'", "'ab c '"},
    {"NCHAR(4)", "N'ü'"},
    {"RAW(10)", "HEXTORAW('00FFCAFE')"},
    {"DATE", "DATE '2026-02-28'", "TO_DATE('1999-12-31 23:59:59', 'YYYY-MM-DD HH24:MI:SS')"},
    {"DATE", "TO_DATE('-0044-03-15 01:02:03', 'SYYYY-MM-DD HH24:MI:SS')"},
    {"TIMESTAMP(0)", "TIMESTAMP '2026-02-28 12:13:14'"},
    {"TIMESTAMP(9)", "TIMESTAMP '2026-02-28 12:13:14.123456789'"},
    {"TIMESTAMP(6) WITH TIME ZONE", "TIMESTAMP '2026-02-28 12:13:14.5 +05:30'"},
    {"TIMESTAMP(6) WITH LOCAL TIME ZONE", "TIMESTAMP '2026-02-28 12:13:14.5 +05:30'"},
    {"INTERVAL YEAR(4) TO MONTH", "INTERVAL '-12-3' YEAR(4) TO MONTH", "INTERVAL '1' MONTH"},
    {"INTERVAL DAY(3) TO SECOND(6)", "INTERVAL '-3 04:05:06.789' DAY TO SECOND"},
    {"CLOB", "'short'", "TO_CLOB(RPAD('long', 5000, 'ü'))", "EMPTY_CLOB()"},
    {"NCLOB", "TO_NCLOB('日本')"},
    {"BLOB", "HEXTORAW('CAFE')", "EMPTY_BLOB()"},
  };

  @Test
  void bothWaysGiveTheSameValues() throws Exception {
    try (Shop shop = Shop.over(OracleSimulator.builder(Shop.newName()))) {
      create(shop);
      List<ChangeEvent> events = new CopyOnWriteArrayList<>();
      try (OracleCdcEngine engine =
          Shop.started(
              OracleCdcEngine.create(
                      shop.settings()
                          .tables("APP\\.W")
                          .set("cdc.lob.mode", "inline")
                          .snapshotMode(SnapshotMode.ON_SIGNAL)
                          .build())
                  .notifying((EventConsumer) events::add))) {
        fill(shop);
        shop.awaitDelivered(engine);
        engine.signal(new Signal.Snapshot("all", List.of("APP.W"), null));
        assertThat(engine.awaitSnapshot(Shop.PATIENCE)).isTrue();
      }
      Map<Object, RowImage> told = new HashMap<>();
      Map<Object, RowImage> read = new HashMap<>();
      Map<Object, Object> toldRecords = new HashMap<>();
      Map<Object, Object> readRecords = new HashMap<>();
      for (ChangeEvent event : events) {
        if (event.change() instanceof RowInserted inserted) {
          told.put(event.key(), inserted.after());
          toldRecords.put(event.key(), after(event));
        } else if (event.change() instanceof RowRead row) {
          read.put(event.key(), row.row());
          readRecords.put(event.key(), after(event));
          assertHeaders(event);
        }
      }
      assertThat(read).isNotEmpty().isEqualTo(told);
      assertThat(readRecords).isEqualTo(toldRecords);
    }
  }

  private static Object after(ChangeEvent event) {
    return requireNonNull((Struct) event.records().get(0).value()).get("after");
  }

  private static void assertHeaders(ChangeEvent event) {
    ChangeRecord record = event.records().get(0);
    List<String> headers = new ArrayList<>();
    for (Header header : record.headers()) {
      headers.add(header.key());
    }
    assertThat(headers).contains("cdc.scn", "cdc.snapshot", "cdc.schema_version");
    Struct value = requireNonNull((Struct) record.value());
    assertThat(value.getString("op")).isEqualTo("r");
    assertThat(value.getStruct("source").getString("snapshot")).isEqualTo("incremental");
    assertThat(value.getStruct("source").getString("row_id")).isNotNull();
    assertThat(event.toString()).startsWith("READ APP.W").doesNotContain("plain");
    assertThat(event.before().isLogged("ID")).isFalse();
  }

  private static void create(Shop shop) throws Exception {
    StringBuilder ddl = new StringBuilder("CREATE TABLE w (id NUMBER(9) PRIMARY KEY");
    for (int i = 0; i < COLUMNS.length; i++) {
      ddl.append(", c").append(i).append(' ').append(COLUMNS[i][0]);
    }
    shop.execute(ddl.append(')').toString());
    shop.execute("ALTER TABLE w ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
  }

  private static void fill(Shop shop) throws Exception {
    for (int row = 0; row < 6; row++) {
      StringBuilder insert = new StringBuilder("INSERT INTO w VALUES (").append(row);
      for (String[] column : COLUMNS) {
        insert.append(", ").append(row == 5 ? "NULL" : column[1 + row % (column.length - 1)]);
      }
      shop.commit(insert.append(')').toString());
    }
  }
}
