package io.oraclecdc.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.debezium.transforms.ExtractNewRecordState;
import io.oraclecdc.compat.WideTable.Column;
import io.oraclecdc.format.ChangeRecord;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The latest record per key is the table, whenever a log cleaner removes what it may: keys are
 * compared as bytes, as a broker does, and move by single changes, shifts and swaps.
 */
@Timeout(120)
class CompactionTest {
  private static final List<Column> WIDE =
      List.of(WideTable.KEY, new Column("V", "VARCHAR2(200 CHAR)"), new Column("BODY", "CLOB"));

  private final JsonConverter keys = new JsonConverter();

  CompactionTest() {
    keys.configure(Map.of("schemas.enable", "false"), true);
  }

  @ParameterizedTest
  @CsvSource({"11,true", "12,true", "13,false"})
  void theLatestRecordPerKeyIsTheTable(long seed, boolean tombstones) throws Exception {
    try (OracleSimulator database = OracleSimulator.start("compaction" + seed);
        Connection app = database.connectApp()) {
      Work.createTables(app);
      List<ChangeRecord> records;
      try (Capture capture =
          Capture.start(
              database,
              Work.TABLES,
              Map.of(
                  "cdc.lob.mode",
                  "reselect",
                  "cdc.tombstones.on.delete",
                  Boolean.toString(tombstones)))) {
        new Work(app, seed).run(150);
        records = capture.finish();
      }
      assertThat(records).anyMatch(r -> r.headers().lastWithName("__debezium.oldkey") != null);
      assertThat(records.stream().anyMatch(r -> r.value() == null)).isEqualTo(tombstones);
      Map<String, List<ChangeRecord>> topics = new TreeMap<>();
      records.forEach(r -> topics.computeIfAbsent(r.destination(), t -> new ArrayList<>()).add(r));
      Map<String, List<Column>> tables =
          Map.of("SHIFTS", Work.SHIFTS, "PAIRS", Work.PAIRS, "TYPES", WIDE);
      for (Map.Entry<String, List<Column>> table : tables.entrySet()) {
        List<ChangeRecord> log = topics.get("cdc.APP." + table.getKey());
        List<String> expected = Rows.ofSource(app, table.getKey(), table.getValue());
        assertThat(expected).hasSizeGreaterThan(4);
        List<ChangeRecord> cleaned = cleaned(log, new Random(seed));
        assertThat(cleaned).hasSizeLessThan(log.size());
        assertThat(rows(cleaned, table.getValue())).as(table.getKey()).isEqualTo(expected);
        assertThat(rows(log, table.getValue())).as(table.getKey()).isEqualTo(expected);
        if (tombstones) {
          assertThat(unwrappedRows(cleaned, table.getValue()))
              .as("unwrapped %s", table.getKey())
              .isEqualTo(expected);
        }
      }
    }
  }

  /** The log after a cleaner has met it a few times while it grew. */
  private List<ChangeRecord> cleaned(List<ChangeRecord> log, Random random) {
    List<ChangeRecord> kept = new ArrayList<>();
    for (ChangeRecord item : log) {
      kept.add(item);
      if (random.nextInt(50) == 0) {
        kept = clean(kept);
      }
    }
    return clean(kept);
  }

  /** Keeps the last record per key, and no tombstone. */
  private List<ChangeRecord> clean(List<ChangeRecord> log) {
    Map<ByteBuffer, Integer> last = new HashMap<>();
    for (int i = 0; i < log.size(); i++) {
      last.put(key(log.get(i)), i);
    }
    List<ChangeRecord> kept = new ArrayList<>();
    for (int i = 0; i < log.size(); i++) {
      ChangeRecord item = log.get(i);
      if (last.get(key(item)) == i && item.value() != null) {
        kept.add(item);
      }
    }
    return kept;
  }

  private ByteBuffer key(ChangeRecord item) {
    return ByteBuffer.wrap(keys.fromConnectData(item.destination(), item.keySchema(), item.key()));
  }

  private List<String> rows(List<ChangeRecord> log, List<Column> columns) {
    Map<ByteBuffer, Struct> rows = new LinkedHashMap<>();
    for (ChangeRecord item : log) {
      keep(
          rows,
          key(item),
          item.value() == null ? null : ((Struct) item.value()).getStruct("after"));
    }
    return texts(rows, columns);
  }

  private List<String> unwrappedRows(List<ChangeRecord> log, List<Column> columns) {
    Map<ByteBuffer, Struct> rows = new LinkedHashMap<>();
    try (ExtractNewRecordState<SourceRecord> unwrap = new ExtractNewRecordState<>()) {
      unwrap.configure(Map.of());
      for (ChangeRecord item : log) {
        SourceRecord out = unwrap.apply(JsonWire.unread(item));
        if (out != null) {
          keep(rows, key(item), (Struct) out.value());
        }
      }
    }
    return texts(rows, columns);
  }

  private static void keep(Map<ByteBuffer, Struct> rows, ByteBuffer key, @Nullable Struct row) {
    if (row == null) {
      rows.remove(key);
    } else {
      rows.put(key, row);
    }
  }

  private static List<String> texts(Map<ByteBuffer, Struct> rows, List<Column> columns) {
    List<String> texts = new ArrayList<>();
    for (Struct row : rows.values()) {
      Map<String, String> text = new TreeMap<>();
      columns.forEach(c -> text.put(c.name(), String.valueOf(row.get(c.name()))));
      texts.add(text.toString());
    }
    texts.sort(null);
    return texts;
  }
}
