package io.oraclecdc.auditor;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.format.ChangeRecord;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * Records beside those of rows, of both sides: begin and end of transactions, schema changes,
 * truncates. Each line that differs belongs to a {@link Difference}.
 */
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OtherKindsTest {
  private static final String THEIRS_ALONE =
      "(ts_us|ts_ns|lcr_position|redo_sql|commit_ts_ms|start_scn|start_ts_ms|txSeq)";

  /** {@link Difference#SOURCE_BLOCK}, in schemas. */
  private static final List<String> SOURCE_SCHEMA =
      List.of(
          "value\\.source\\." + THEIRS_ALONE + " only in theirs",
          "value\\.source\\.(pdb|reselect) only in ours",
          "value\\.source\\.snapshot optional: theirs true, ours false");

  /** {@link Difference#SOURCE_BLOCK} and {@link Difference#SCHEMA_CHANGE}, in values. */
  private static final List<String> VALUES =
      List.of(
          "value\\.source\\." + THEIRS_ALONE + ": .*",
          "value\\.source\\.(pdb|reselect): theirs null, ours null",
          "value\\.source\\.(connector|version): .*",
          "value\\.(source\\.)?ts_ms: .*",
          "value\\.tableChanges\\[0\\]\\.table\\.columns\\[(BD|N|TZ)\\]\\.length: .*, ours null",
          "value\\.tableChanges\\[0\\]\\.table\\.columns\\[YM\\]\\.scale: theirs 0, ours null");

  private List<SourceRecord> theirTransactions = List.of();
  private List<ChangeRecord> ourTransactions = List.of();
  private List<SourceRecord> theirChanges = List.of();
  private List<ChangeRecord> ourChanges = List.of();
  private List<SourceRecord> theirTruncates = List.of();
  private List<ChangeRecord> ourTruncates = List.of();

  @BeforeAll
  void letBothRead() throws Exception {
    Setup setup = Setup.BUFFERED;
    try (OracleSimulator database = setup.start("otherkinds");
        Connection app = database.connectApp();
        Statement statement = app.createStatement()) {
      AuditWorkload.createMark(app);
      statement.execute(
          "CREATE TABLE kinds (id NUMBER(9) PRIMARY KEY, n12_2 NUMBER(12,2) DEFAULT 1.5 NOT NULL,"
              + " n NUMBER, f FLOAT, bd BINARY_DOUBLE, v VARCHAR2(20) DEFAULT 'x', nv NVARCHAR2(10),"
              + " c CHAR(3), r RAW(10), d DATE, ts TIMESTAMP(6), tz TIMESTAMP(3) WITH TIME ZONE,"
              + " ds INTERVAL DAY(5) TO SECOND(6), ym INTERVAL YEAR(4) TO MONTH)");
      statement.execute("ALTER TABLE kinds ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      statement.execute("CREATE TABLE others (id NUMBER(9) PRIMARY KEY, v VARCHAR2(5))");
      statement.execute("ALTER TABLE others ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      try (BothSides sides =
          new BothSides(
                  database,
                  setup,
                  "KINDS|OTHERS|ZZ_MARK",
                  Map.of(
                      "cdc.transactions.topic.enabled", "true",
                      "cdc.schema.changes.topic.enabled", "true",
                      "cdc.truncate.emit", "true"))
              .startPeer(
                  Map.of("provide.transaction.metadata", "true", "skipped.operations", "none"))) {
        app.setAutoCommit(false);
        statement.execute("INSERT INTO kinds (id) VALUES (1)");
        statement.execute("INSERT INTO others VALUES (1, 'a')");
        statement.execute("UPDATE kinds SET n = 2 WHERE id = 1");
        statement.execute("INSERT INTO kinds (id) VALUES (2)");
        app.commit();
        statement.execute("DELETE FROM kinds WHERE id = 2");
        app.commit();
        // LogMiner knows rows from before an ALTER no more once the dictionary is another
        sides.mark(1);
        sides.await(() -> !sides.theirs("ZZ_MARK").isEmpty());
        statement.execute("ALTER TABLE kinds ADD (more VARCHAR2(7))");
        statement.execute("INSERT INTO kinds (id, more) VALUES (3, 'more')");
        app.commit();
        statement.execute("TRUNCATE TABLE others");
        sides.finish();
        theirTransactions = sides.theirsOn("cdc.transaction");
        ourTransactions = sides.oursOn("cdc.cdc.transactions");
        theirChanges = sides.theirSchemaChanges();
        ourChanges = sides.oursOn("cdc.cdc.schema.changes");
        theirTruncates =
            sides.theirs("OTHERS").stream().filter(r -> isTruncate(r.value())).toList();
        ourTruncates = sides.ours("OTHERS").stream().filter(r -> isTruncate(r.value())).toList();
      }
    }
  }

  private static boolean isTruncate(@Nullable Object value) {
    return value instanceof Struct envelope && envelope.getString("op").equals("t");
  }

  private static List<String> schemaLines(SourceRecord their, ChangeRecord our) {
    List<String> lines =
        new ArrayList<>(
            SchemaDifferences.of(
                "key", their.keySchema(), Objects.requireNonNull(our.keySchema())));
    lines.addAll(
        SchemaDifferences.of(
            "value", their.valueSchema(), Objects.requireNonNull(our.valueSchema())));
    return lines;
  }

  /** Every value below a struct by its path. */
  private static Map<String, String> values(String path, @Nullable Object value) {
    Map<String, String> values = new TreeMap<>();
    collect(path, value, values);
    return values;
  }

  private static void collect(String path, @Nullable Object value, Map<String, String> values) {
    if (value instanceof Struct struct) {
      for (Field field : struct.schema().fields()) {
        collect(path + "." + field.name(), struct.get(field), values);
      }
    } else if (value instanceof List<?> list) {
      int place = 0;
      for (Object item : list) {
        boolean named = item instanceof Struct struct && struct.schema().field("name") != null;
        String name = named ? ((Struct) item).getString("name") : Integer.toString(place);
        collect(path + "[" + name + "]", item, values);
        place++;
      }
    } else {
      values.put(path, String.valueOf(value));
    }
  }

  private static List<String> valueLines(String path, Struct theirs, Struct ours) {
    Map<String, String> their = values(path, theirs);
    Map<String, String> our = values(path, ours);
    Set<String> paths = new HashSet<>(their.keySet());
    paths.addAll(our.keySet());
    return paths.stream()
        .sorted()
        .filter(p -> !Objects.equals(their.get(p), our.get(p)))
        .map(p -> p + ": theirs " + their.get(p) + ", ours " + our.get(p))
        .toList();
  }

  /** Each line belongs to a reason, and each reason to a line. */
  private static void areListed(List<String> lines, List<String> reasons) {
    Set<String> unused = new HashSet<>(reasons);
    List<String> unexplained = new ArrayList<>();
    for (String line : lines) {
      List<String> why = reasons.stream().filter(line::matches).toList();
      unused.removeAll(why);
      if (why.isEmpty()) {
        unexplained.add(line);
      }
    }
    assertThat(unexplained).isEmpty();
    assertThat(unused).as("differences that are gone").isEmpty();
  }

  @Test
  void schemasOfTransactionRecordsAreDebeziums() {
    areListed(schemaLines(theirTransactions.get(0), ourTransactions.get(0)), List.of());
  }

  private static String told(Struct value) {
    List<String> parts = new ArrayList<>();
    parts.add(value.getString("status"));
    parts.add(String.valueOf(value.get("event_count")));
    List<Struct> collections = value.getArray("data_collections");
    if (collections != null) {
      collections.forEach(
          c -> parts.add(c.getString("data_collection") + "=" + c.getInt64("event_count")));
    }
    parts.subList(2, parts.size()).sort(null);
    return String.join(" ", parts);
  }

  @Test
  void transactionsHaveTheSameCounts() {
    List<String> theirs = theirTransactions.stream().map(r -> told((Struct) r.value())).toList();
    List<String> ours =
        ourTransactions.stream()
            .map(r -> told((Struct) Objects.requireNonNull(r.value())))
            .toList();
    assertThat(ours).isEqualTo(theirs);
    for (ChangeRecord our : ourTransactions) {
      Struct value = (Struct) Objects.requireNonNull(our.value());
      assertThat(((Struct) Objects.requireNonNull(our.key())).get("id")).isEqualTo(value.get("id"));
    }
  }

  @Test
  void schemasOfSchemaChangesAreDebeziums() {
    areListed(schemaLines(theirChanges.get(0), ourChanges.get(0)), SOURCE_SCHEMA);
  }

  private static String ddl(Struct value) {
    String ddl = value.getString("ddl");
    return ddl == null ? "" : ddl;
  }

  private Struct theirs(Predicate<Struct> wanted) {
    return theirChanges.stream()
        .map(r -> (Struct) r.value())
        .filter(wanted)
        .findFirst()
        .orElseThrow();
  }

  private Struct ours(Predicate<Struct> wanted) {
    return ourChanges.stream()
        .map(r -> (Struct) Objects.requireNonNull(r.value()))
        .filter(wanted)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void schemaChangesTellTheSameOfAStatement() {
    Predicate<Struct> statement = v -> ddl(v).toUpperCase(Locale.ROOT).contains("MORE");
    Struct theirs = theirs(statement);
    Struct ours = ours(statement);
    List<String> listed = new ArrayList<>(VALUES);
    // Difference.TRANSACTION_ID, Difference.SCHEMA_CHANGE
    listed.add("value\\.source\\.(txId|commit_scn): .*");
    areListed(valueLines("value", theirs, ours), listed);
  }

  @Test
  void layoutsAtTheStartAreTheSame() {
    Predicate<Struct> table = v -> v.getStruct("source").getString("table").equals("KINDS");
    Struct theirs = theirs(table);
    Struct ours = ours(table);
    List<String> listed = new ArrayList<>(VALUES);
    // each side has read the dictionary at a time of its own
    listed.add("value\\.source\\.(scn|ssn): .*");
    listed.add("(?s)value\\.ddl: theirs .*CREATE TABLE.*, ours null");
    areListed(valueLines("value", theirs, ours), listed);
  }

  @Test
  void truncatesAreDebeziums() {
    assertThat(theirTruncates).hasSize(1);
    assertThat(ourTruncates).hasSize(1);
    SourceRecord their = theirTruncates.get(0);
    ChangeRecord our = ourTruncates.get(0);
    assertThat(their.key()).isNull();
    assertThat(our.key()).isNull();
    assertThat(our.keySchema()).isNull();
    for (String image : List.of("before", "after")) {
      assertThat(((Struct) their.value()).get(image)).isNull();
      assertThat(((Struct) Objects.requireNonNull(our.value())).get(image)).isNull();
    }
    Schema schema = Objects.requireNonNull(our.valueSchema());
    assertThat(schema.name()).isEqualTo(their.valueSchema().name());
  }
}
