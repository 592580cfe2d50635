package io.oraclecdc.auditor;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.format.ChangeRecord;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A table of every type that both sides know: all that Connect knows of the schemas of key, row,
 * envelope and source is compared. Each line that differs belongs to a {@link Difference}.
 */
@Timeout(120)
class SchemaDifferencesTest {
  private static final String ROW = "value\\.(before|after)\\.\\w+";

  private static final String ROUND =
      "value\\.(before|after)\\.N_NEG type: theirs INT64, ours (STRING|FLOAT64)";

  /** What differs in the schemas, and why. Each line found belongs to one, each one has lines. */
  private static final Map<String, Difference> LISTED =
      Map.ofEntries(
          Map.entry("value version: theirs 2, ours 1", Difference.ENVELOPE),
          Map.entry("value order: theirs .*, ours .*", Difference.ENVELOPE),
          Map.entry(ROW + " optional: theirs false, ours true", Difference.ROW_SCHEMA),
          Map.entry(ROW + " default: theirs .*, ours null", Difference.ROW_SCHEMA),
          Map.entry(ROW + " parameters: .*, ours .cdc\\.default=.*", Difference.ROW_SCHEMA),
          Map.entry(
              "value\\.(before|after)\\.(YM|DS) type: theirs INT64, ours FLOAT64",
              Difference.INTERVAL_CLASS),
          Map.entry(ROUND, Difference.DECIMAL_MODE),
          Map.entry(
              "value\\.source\\.(ts_us|ts_ns|lcr_position|redo_sql|commit_ts_ms|start_scn"
                  + "|start_ts_ms|txSeq) only in theirs",
              Difference.SOURCE_BLOCK),
          Map.entry("value\\.source\\.(pdb|reselect) only in ours", Difference.SOURCE_BLOCK),
          Map.entry(
              "value\\.source\\.snapshot optional: theirs true, ours false",
              Difference.SOURCE_BLOCK));

  /** A change of each kind by both sides. */
  private record Records(List<SourceRecord> theirs, List<ChangeRecord> ours) {}

  private static Records records(String decimals) throws Exception {
    Setup setup = Setup.UNBUFFERED_LOBS;
    try (OracleSimulator database = setup.start("schemadifferences" + decimals);
        Connection app = database.connectApp();
        Statement statement = app.createStatement()) {
      AuditWorkload.createMark(app);
      statement.execute(
          "CREATE TABLE wide (id NUMBER(9), part VARCHAR2(10), n NUMBER, n2 NUMBER(2) DEFAULT 3,"
              + " n4 NUMBER(4) NOT NULL, n9 NUMBER(9), n18 NUMBER(18), n38 NUMBER(38),"
              + " n12_2 NUMBER(12,2) DEFAULT 1.5 NOT NULL, n_star NUMBER(*,3), n_neg NUMBER(8,-2),"
              + " n_wide NUMBER(30,-4), n_int INTEGER, n_small SMALLINT, f FLOAT, f60 FLOAT(60),"
              + " r REAL, bf BINARY_FLOAT, bd BINARY_DOUBLE, v VARCHAR2(20) DEFAULT 'it''s',"
              + " nv NVARCHAR2(20), c CHAR(3), nc NCHAR(3), raw1 RAW(10),"
              + " d DATE DEFAULT DATE '2020-02-03', ts0 TIMESTAMP(0), ts3 TIMESTAMP(3),"
              + " ts6 TIMESTAMP(6), ts9 TIMESTAMP(9), tz TIMESTAMP(6) WITH TIME ZONE,"
              + " ltz TIMESTAMP(6) WITH LOCAL TIME ZONE, ym INTERVAL YEAR(4) TO MONTH,"
              + " ds INTERVAL DAY(5) TO SECOND(6), rid ROWID, uri UROWID, lg LONG, body CLOB, notes NCLOB, pic BLOB,"
              + " PRIMARY KEY (id, part))");
      statement.execute("ALTER TABLE wide ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      try (BothSides sides =
          new BothSides(database, setup, "WIDE|ZZ_MARK", Map.of("cdc.decimal.mode", decimals))
              .startPeer(Map.of("decimal.handling.mode", decimals))) {
        statement.execute(
            "INSERT INTO wide VALUES (1, 'a', 1.25, 12, 1234, -5, 123456789012345678, 7, 19.9, 2.5,"
                + " 12300, 120000, 5, 6, 0.5, 0.25, 0.125, 1.5, 2.5, 'text', 'n', 'c', 'nc',"
                + " HEXTORAW('CAFE'), DATE '2026-03-29', TIMESTAMP '2026-03-29 10:15:29',"
                + " TIMESTAMP '2026-03-29 10:15:29.123', TIMESTAMP '2026-03-29 10:15:29.123456',"
                + " TIMESTAMP '2026-03-29 10:15:29.123456789',"
                + " TIMESTAMP '2026-03-29 10:15:29.5 +02:00', TIMESTAMP '2026-03-29 10:15:29.5 +02:00',"
                + " INTERVAL '1-2' YEAR TO MONTH, INTERVAL '1 02:03:04.5' DAY TO SECOND,"
                + " 'AAAR3sAAEAAAACXAAA', 'AAAR3sAAEAAAACXAAA', 'long', 'body', 'notes', HEXTORAW('CAFE'))");
        statement.execute("UPDATE wide SET v = 'other' WHERE id = 1");
        statement.execute("DELETE FROM wide");
        sides.finish();
        return new Records(sides.theirs("WIDE"), sides.ours("WIDE"));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"precise", "string", "double"})
  void schemasAndValuesDifferOnlyAsListed(String decimals) throws Exception {
    Records records = records(decimals);
    assertThat(records.theirs()).hasSize(4);
    assertThat(records.ours()).hasSize(4);
    boolean precise = decimals.equals("precise");
    Set<String> unused = new HashSet<>(LISTED.keySet());
    unused.removeIf(line -> precise && line.equals(ROUND));
    for (String line : lines(records)) {
      String why = LISTED.keySet().stream().filter(line::matches).findFirst().orElse(null);
      assertThat(why).as(line).isNotNull();
      unused.remove(why);
    }
    assertThat(unused).as("differences that are gone").isEmpty();
    valuesAreEqual(records, precise);
  }

  private static List<String> lines(Records records) {
    SourceRecord their = records.theirs().get(0);
    ChangeRecord our = records.ours().get(0);
    List<String> lines =
        new ArrayList<>(
            SchemaDifferences.of(
                "key", their.keySchema(), Objects.requireNonNull(our.keySchema())));
    lines.addAll(
        SchemaDifferences.of(
            "value", their.valueSchema(), Objects.requireNonNull(our.valueSchema())));
    return lines;
  }

  private static void valuesAreEqual(Records records, boolean precise) {
    for (int i = 0; i < records.theirs().size(); i++) {
      AuditedRecord their = new ConnectRecords().of(records.theirs().get(i));
      AuditedRecord our = new ConnectRecords().of(records.ours().get(i));
      assertThat(our.operation()).isEqualTo(their.operation());
      assertThat(our.key()).isEqualTo(their.key());
      assertThat(row(our.before(), precise)).isEqualTo(row(their.before(), precise));
      assertThat(row(our.after(), precise)).isEqualTo(row(their.after(), precise));
    }
    assertThat(new ConnectRecords().of(records.ours().get(0)).after()).containsEntry("LG", "long");
  }

  /**
   * {@link Difference#DECIMAL_MODE}: a number of another class. {@link Difference#LONG_VALUES}: not
   * compared.
   */
  private static @Nullable Map<String, @Nullable Object> row(
      @Nullable Map<String, @Nullable Object> row, boolean precise) {
    if (row == null) {
      return row;
    }
    Map<String, @Nullable Object> copy = new TreeMap<>(row);
    copy.keySet().removeAll(Set.of("LG", "URI"));
    if (precise) {
      return copy;
    }
    copy.computeIfPresent("N_NEG", (name, value) -> new BigDecimal(value.toString()).longValue());
    return copy;
  }
}
