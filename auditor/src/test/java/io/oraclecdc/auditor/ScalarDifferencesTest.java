package io.oraclecdc.auditor;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.format.ChangeRecord;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * Each {@link Difference} in tables without LOBs by one row: what Debezium makes of it, and what
 * the engine does. When a new release of Debezium changes its mind, a test here tells.
 */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScalarDifferencesTest {
  private final List<Struct> theirs = new ArrayList<>();
  private final List<Struct> ours = new ArrayList<>();
  private List<SourceRecord> theirKeyless = List.of();
  private List<ChangeRecord> ourKeyless = List.of();
  private List<String> warnings = List.of();

  @BeforeAll
  void letBothRead() throws Exception {
    try (OracleSimulator database = Setup.BUFFERED.start("scalardifferences")) {
      try (Connection app = database.connectApp();
          Statement statement = app.createStatement()) {
        AuditWorkload.createMark(app);
        statement.execute(
            "CREATE TABLE odd (id NUMBER(9) PRIMARY KEY, n NUMBER, nv NVARCHAR2(40), v VARCHAR2(40),"
                + " ds INTERVAL DAY TO SECOND, st VARCHAR2(9) DEFAULT 'NEW')");
        statement.execute("ALTER TABLE odd ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
        statement.execute("CREATE TABLE keyless (v VARCHAR2(40))");
        statement.execute("ALTER TABLE keyless ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
        try (BothSides sides =
            new BothSides(database, Setup.BUFFERED, "ODD|KEYLESS|ZZ_MARK").startPeer(Map.of())) {
          String insert = "INSERT INTO odd (id, n, nv, v, ds, st) VALUES ";
          statement.execute(insert + "(1, 1E45, NULL, NULL, INTERVAL '1' SECOND, NULL)");
          statement.execute(insert + "(2, NULL, N'日\\beta', NULL, NULL, NULL)");
          statement.execute(insert + "(3, NULL, N'''''', NULL, NULL, NULL)");
          statement.execute(insert + "(4, NULL, NULL, 'HEXTORAW(''61'')', NULL, NULL)");
          statement.execute(insert + "(5, NULL, NULL, 'UNISTR(''\\0061'')', NULL, NULL)");
          statement.execute(insert + "(6, NULL, NULL, 'EMPTY_CLOB()', NULL, NULL)");
          statement.execute("INSERT INTO keyless VALUES ('x')");
          statement.execute("DELETE FROM keyless");
          sides.finish();
          sides.theirs("ODD").forEach(r -> theirs.add((Struct) r.value()));
          sides.ours("ODD").forEach(r -> ours.add((Struct) r.value()));
          theirKeyless = sides.theirs("KEYLESS");
          ourKeyless = sides.ours("KEYLESS");
          warnings = sides.warnings();
        }
      }
    }
  }

  private static @Nullable Object field(List<Struct> side, int id, String column) {
    return side.get(id - 1).getStruct("after").get(column);
  }

  @Test
  void TRANSACTION_ID_theirsIsHexadecimal() {
    assertThat(theirs.get(0).getStruct("source").getString("txId")).matches("[0-9a-f]{16}");
    assertThat(ours.get(0).getStruct("source").getString("txId")).matches("\\d+\\.\\d+\\.\\d+");
  }

  @Test
  void INTERVAL_CLASS_theirsIsAnInteger() {
    assertThat(field(theirs, 1, "DS")).isEqualTo(1_000_000L);
    assertThat(field(ours, 1, "DS")).isEqualTo(1_000_000.0);
  }

  @Test
  void ROW_SCHEMA_theirsHasRequiredFieldsAndDefaults() {
    Schema their = theirs.get(0).schema().field("after").schema();
    Schema our = ours.get(0).schema().field("after").schema();
    assertThat(their.field("ID").schema().isOptional()).isFalse();
    assertThat(our.field("ID").schema().isOptional()).isTrue();
    assertThat(their.field("ST").schema().defaultValue()).isEqualTo("NEW");
    assertThat(our.field("ST").schema().defaultValue()).isNull();
    assertThat(our.field("ST").schema().parameters()).containsEntry("cdc.default", "NEW");
    // NULL was written: only a reader who asks for the value without the default sees it in theirs
    assertThat(theirs.get(0).getStruct("after").get("ST")).isEqualTo("NEW");
    assertThat(ours.get(0).getStruct("after").get("ST")).isNull();
  }

  @Test
  void SOURCE_BLOCK_theirsNeverSetsTheSubSequence() {
    assertThat(theirs).allMatch(r -> Long.valueOf(0).equals(r.getStruct("source").get("ssn")));
    assertThat(ours).anyMatch(r -> !Long.valueOf(0).equals(r.getStruct("source").get("ssn")));
  }

  @Test
  void CONTAINER_NAME_theirsHasNone() throws Exception {
    Setup setup = Setup.PLUGGABLE_BUFFERED;
    try (OracleSimulator database = setup.start(setup.databaseName("names"));
        Connection app = database.connectApp()) {
      AuditWorkload.createMark(app);
      try (BothSides sides = new BothSides(database, setup, "ZZ_MARK").startPeer(Map.of())) {
        sides.finish();
        assertThat(sides.theirs("ZZ_MARK").get(0).valueSchema().name())
            .isEqualTo("cdc.APP.ZZ_MARK.Envelope");
        assertThat(Objects.requireNonNull(sides.ours("ZZ_MARK").get(0).valueSchema()).name())
            .isEqualTo("cdc.SALES.APP.ZZ_MARK.Envelope");
      }
    }
  }

  @Test
  void NUMBER_FORM_theirsKeepsTheExponent() {
    Struct their = theirs.get(0).getStruct("after").getStruct("N");
    Struct our = ours.get(0).getStruct("after").getStruct("N");
    assertThat(their.getInt32("scale")).isEqualTo(-44);
    assertThat(new BigInteger(their.getBytes("value"))).isEqualTo(BigInteger.TEN);
    assertThat(our.getInt32("scale")).isZero();
    assertThat(new BigInteger(our.getBytes("value"))).isEqualTo(BigInteger.TEN.pow(45));
  }

  @Test
  void NATIONAL_ESCAPES_theirsLosesABackslash() {
    assertThat(field(theirs, 2, "NV")).isNull();
    assertThat(warnings).anyMatch(w -> w.contains("NV"));
    assertThat(field(ours, 2, "NV")).isEqualTo("日\\beta");
  }

  @Test
  void NATIONAL_ESCAPES_theirsTakesQuotesForPartOfTheText() {
    assertThat(field(theirs, 3, "NV")).isEqualTo("'");
    assertThat(field(ours, 3, "NV")).isEqualTo("''");
  }

  @Test
  void FUNCTION_LIKE_TEXT_theirsCallsTheFunction() {
    assertThat(field(theirs, 4, "V")).isEqualTo("a");
    assertThat(field(ours, 4, "V")).isEqualTo("HEXTORAW('61')");
    assertThat(field(theirs, 5, "V")).isEqualTo("a");
    assertThat(field(ours, 5, "V")).isEqualTo("UNISTR('\\0061')");
    assertThat(field(theirs, 6, "V")).isNull();
    assertThat(field(ours, 6, "V")).isEqualTo("EMPTY_CLOB()");
  }

  @Test
  void KEYLESS_TOMBSTONE_theirsHasNoKey() {
    assertThat(theirKeyless).hasSize(3);
    assertThat(theirKeyless.get(2).key()).isNull();
    assertThat(theirKeyless.get(2).value()).isNull();
    assertThat(ourKeyless).hasSize(2);
  }
}
