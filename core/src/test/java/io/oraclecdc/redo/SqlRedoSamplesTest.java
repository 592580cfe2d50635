package io.oraclecdc.redo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.Xid;
import io.oraclecdc.redo.RedoFixtures.RowBuilder;
import io.oraclecdc.redo.RedoFixtures.TableBuilder;
import io.oraclecdc.redo.SqlRedoSamples.Sample;
import io.oraclecdc.redo.SqlRedoSamples.Value;
import io.oraclecdc.schema.Column.Use;
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.SpecialValue;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every row-change sample of the sample file, and where each of them stands. */
class SqlRedoSamplesTest {

  /** Not yet: values of LOB, JSON and extended-string columns, which come in several rows. */
  private static final Set<String> NOT_YET =
      Set.of(
          "ins-clob-empty-first",
          "ins-blob-empty-first",
          "ins-json-gg",
          "upd-clob-in-row",
          "upd-nclob-in-row",
          "upd-blob-in-row",
          "upd-clob-null",
          "upd-clob-empty",
          "upd-json-gg",
          "upd-rolled-value-of-lob-second-row",
          "undo-update-lob-unreliable",
          "ext-empty",
          "g-insert-small-lobs-1",
          "g-insert-small-lobs-2",
          "g-insert-null-lobs-1",
          "g-insert-null-lobs-2",
          "g-insert-large-clob-1",
          "g-update-plain-and-small-lob-2",
          "g-update-null-to-small-1",
          "g-update-null-to-small-2",
          "g-savepoint-lob-insert-1",
          "g-savepoint-lob-insert-2");

  /** The dictionary does not fit: CDC-6001. */
  private static final Set<String> STALE =
      Set.of(
          "dict-stale-insert",
          "dict-stale-update",
          "dict-stale-delete",
          "dict-unknown-object",
          "dict-date-bytes");

  /** The literal has lost its time of day: CDC-3001, see case VAL-16. */
  private static final Set<String> NO_TIME_OF_DAY = Set.of("def-date", "def-date-rr");

  static Stream<Sample> rowChanges() {
    return SqlRedoSamples.all().stream().filter(Sample::isRowChange);
  }

  static Stream<Sample> decodable() {
    return rowChanges()
        .filter(
            sample ->
                !NOT_YET.contains(sample.id())
                    && !STALE.contains(sample.id())
                    && !NO_TIME_OF_DAY.contains(sample.id()));
  }

  static Stream<Sample> notYet() {
    return rowChanges().filter(sample -> NOT_YET.contains(sample.id()));
  }

  static Stream<Sample> undone() {
    return decodable().filter(sample -> sample.attributes().containsKey("rollback"));
  }

  static Stream<Sample> notYetWithLobValues() {
    return notYet()
        .filter(
            sample ->
                !sample.attributes().containsKey("rollback")
                    && !sample.id().contains("json")
                    && !sample.set().values().stream()
                        .allMatch(value -> value.kind().equals("null")));
  }

  static Stream<Sample> stale() {
    return rowChanges().filter(sample -> STALE.contains(sample.id()));
  }

  static Stream<Sample> noTimeOfDay() {
    return rowChanges().filter(sample -> NO_TIME_OF_DAY.contains(sample.id()));
  }

  @Test
  void theListsNameSamplesThatExist() {
    assertThat(rowChanges().map(Sample::id))
        .containsAll(NOT_YET)
        .containsAll(STALE)
        .containsAll(NO_TIME_OF_DAY);
    assertThat(decodable()).hasSizeGreaterThan(110);
  }

  @ParameterizedTest
  @MethodSource("decodable")
  void sampleDecodesToItsStatedMeaning(Sample sample) {
    TableSchema table = tableOf(sample, Use.CAPTURED);
    RedoEvent event = decode(sample, table, quotesOf(sample));

    Map<String, Object> set = expected(sample.set());
    Map<String, Object> where = expected(sample.where());
    if (sample.attributes().containsKey("rollback")) {
      assertThat(event).isInstanceOf(RedoEvent.RowUndone.class);
      return;
    }
    RedoEvent.RowChanged change = RedoFixtures.changed(event);
    assertThat(change.operation().name()).isEqualTo(sample.operation());
    assertImage(table, change.before(), where);
    Map<String, Object> after = new LinkedHashMap<>();
    if (sample.operation().equals("UPDATE")) {
      after.putAll(where);
    }
    after.putAll(set);
    assertImage(table, change.after(), after);
  }

  @ParameterizedTest
  @MethodSource("undone")
  void undoSampleWithValuesGivesThemForTablesWithoutRowIds(Sample sample) {
    TableSchema table = tableBuilder(sample, Use.CAPTURED).indexOrganized().build();
    RedoEvent.RowUndone undone = RedoFixtures.undone(decode(sample, table, UnescapedQuotes.STRICT));
    Map<String, Object> values = expected(sample.set());
    if (values.isEmpty()) {
      assertThat(undone.image()).isNull();
    } else {
      assertImage(table, Objects.requireNonNull(undone.image()), values);
    }
  }

  @ParameterizedTest
  @MethodSource("notYetWithLobValues")
  void sampleOfLaterWorkStopsWhenItsValuesAreCaptured(Sample sample) {
    TableSchema table = tableOf(sample, Use.CAPTURED);
    assertThatThrownBy(() -> decode(sample, table, UnescapedQuotes.STRICT))
        .isInstanceOf(DecodeException.class);
  }

  @ParameterizedTest
  @MethodSource("notYet")
  void sampleOfLaterWorkKeepsItsOtherColumnsWhenLobsAreSkipped(Sample sample) {
    TableSchema table = tableOf(sample, Use.IGNORED);
    RedoEvent event = decode(sample, table, UnescapedQuotes.STRICT);
    if (sample.attributes().containsKey("rollback")) {
      assertThat(event).isInstanceOf(RedoEvent.RowUndone.class);
      return;
    }
    RedoEvent.RowChanged change = RedoFixtures.changed(event);
    Map<String, Object> kept = expected(sample.where());
    sample.set().forEach((name, value) -> put(kept, table, name, value));
    assertImage(table, change.after(), kept);
  }

  @ParameterizedTest
  @MethodSource("stale")
  void sampleOfAStaleDictionaryStopsAsSuch(Sample sample) {
    TableSchema table =
        RedoFixtures.table(sample.owner(), sample.table()).column("ID", Kind.NUMBER).build();
    assertThatThrownBy(() -> decode(sample, table, UnescapedQuotes.STRICT))
        .isInstanceOfSatisfying(
            CdcException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.DICTIONARY_UNAVAILABLE));
  }

  @ParameterizedTest
  @MethodSource("noTimeOfDay")
  void sampleWithoutTimeOfDayStops(Sample sample) {
    assertThatThrownBy(() -> decode(sample, tableOf(sample, Use.CAPTURED), UnescapedQuotes.STRICT))
        .isInstanceOf(DecodeException.class);
  }

  private static void put(Map<String, Object> kept, TableSchema table, String name, Value value) {
    int column = table.indexOf(name);
    if (table.columns().get(column).isCaptured()) {
      kept.put(name, Objects.requireNonNull(expected(value)));
    }
  }

  private static UnescapedQuotes quotesOf(Sample sample) {
    return sample.attributes().containsKey("relaxed")
        ? UnescapedQuotes.LENIENT
        : UnescapedQuotes.STRICT;
  }

  private static @Nullable RedoEvent decode(
      Sample sample, TableSchema table, UnescapedQuotes quotes) {
    SqlRedoDecoder decoder = RedoFixtures.decoder(table, RedoFixtures.settings(quotes));
    RedoEvent event = null;
    for (int i = 0; i < sample.pieces().size(); i++) {
      assertThat(event).isNull();
      event = decoder.decode(row(sample, table, i));
    }
    assertThat(decoder.isInsideStatement()).isFalse();
    return event;
  }

  private static MinedRow row(Sample sample, TableSchema table, int piece) {
    RowBuilder row =
        RedoFixtures.row(table, OperationCode.valueOf(sample.operation()))
            .sql(sample.pieces().get(piece));
    if (sample.attributes().containsKey("rollback")) {
      row.rollback();
    }
    if (sample.attributes().containsKey("status")) {
      row.status(
          Integer.parseInt(sample.attributes().get("status")), sample.attributes().get("info"));
    }
    if (piece < sample.pieces().size() - 1) {
      row.continued();
    }
    return row.build();
  }

  private static TableSchema tableOf(Sample sample, Use lobUse) {
    return tableBuilder(sample, lobUse).build();
  }

  private static TableBuilder tableBuilder(Sample sample, Use lobUse) {
    Map<String, Value> columns = new LinkedHashMap<>(sample.set());
    sample.where().forEach((name, value) -> columns.merge(name, value, SqlRedoSamplesTest::typed));
    TableBuilder table = RedoFixtures.table(sample.owner(), sample.table());
    columns.forEach(
        (name, value) -> {
          Kind kind = kindOf(sample.table(), name, value);
          boolean later = kind.isLob() || kind == Kind.JSON || value.kind().equals("extempty");
          table.column(
              name,
              kind,
              value.kind().equals("extempty") ? 8000 : 50,
              later ? lobUse : Use.CAPTURED);
        });
    return table;
  }

  private static Value typed(Value one, Value other) {
    return one.kind().equals("null") ? other : one;
  }

  private static Kind kindOf(String table, String name, Value value) {
    if (table.equals("DOCS") && name.equals("BODY")) {
      return Kind.CLOB;
    }
    if (table.equals("DOCS") && name.equals("NBODY")) {
      return Kind.NCLOB;
    }
    if (table.equals("DOCS") && name.equals("PIC")) {
      return Kind.BLOB;
    }
    if (table.equals("J") && name.equals("DOC")) {
      return Kind.JSON;
    }
    return switch (value.kind()) {
      case "str", "null", "extempty" -> Kind.VARCHAR2;
      case "nstr" -> Kind.NVARCHAR2;
      case "num" -> Kind.NUMBER;
      case "flt" -> name.equals("BF") ? Kind.BINARY_FLOAT : Kind.BINARY_DOUBLE;
      case "date" -> Kind.DATE;
      case "ts" -> Kind.TIMESTAMP;
      case "tstz" -> Kind.TIMESTAMP_WITH_TIME_ZONE;
      case "ltz" -> Kind.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
      case "ym" -> Kind.INTERVAL_YEAR_TO_MONTH;
      case "ds" -> Kind.INTERVAL_DAY_TO_SECOND;
      case "raw" -> Kind.RAW;
      case "rowid" -> Kind.ROWID;
      case "unsupported" -> Kind.UROWID;
      default -> throw new AssertionError("unknown kind " + value.kind());
    };
  }

  private static Map<String, Object> expected(Map<String, Value> values) {
    Map<String, Object> expected = new LinkedHashMap<>();
    values.forEach(
        (name, value) -> {
          Object object = expected(value);
          if (object != null) {
            expected.put(name, object);
          }
        });
    return expected;
  }

  private static @Nullable Object expected(Value value) {
    String payload = value.payload();
    return switch (value.kind()) {
      case "str", "nstr", "rowid" -> payload;
      case "num" -> new BigDecimal(payload);
      case "flt" -> Double.valueOf(payload);
      case "date", "ts" -> localTime(payload);
      case "tstz" -> zonedTime(payload);
      case "ltz" -> localTime(payload).atOffset(ZoneOffset.UTC);
      case "ym" -> {
        String[] parts = payload.substring(1).split("-", -1);
        Period period = Period.of(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), 0);
        yield payload.startsWith("-") ? period.negated() : period;
      }
      case "ds" -> {
        String[] parts = payload.substring(1).split("[ :]", -1);
        Duration duration =
            Duration.ofDays(Long.parseLong(parts[0]))
                .plusHours(Long.parseLong(parts[1]))
                .plusMinutes(Long.parseLong(parts[2]))
                .plus(
                    new BigDecimal(parts[3]).movePointRight(9).longValueExact(), ChronoUnit.NANOS);
        yield payload.startsWith("-") ? duration.negated() : duration;
      }
      case "raw" -> HexFormat.of().parseHex(payload);
      case "null" -> SpecialValue.SQL_NULL;
      case "unsupported" -> SpecialValue.UNAVAILABLE;
      default -> null;
    };
  }

  private static LocalDateTime localTime(String payload) {
    boolean beforeEra = payload.endsWith(" BC");
    String text = payload.replace(" BC", "").replace(" AD", "");
    LocalDateTime time = LocalDateTime.parse(text);
    return beforeEra ? time.withYear(1 - time.getYear()) : time;
  }

  private static OffsetDateTime zonedTime(String payload) {
    String text = payload.replace(" BC", "").replace(" AD", "");
    int blank = text.indexOf(' ');
    return localTime(text.substring(0, blank) + (payload.endsWith(" BC") ? " BC" : ""))
        .atOffset(ZoneOffset.of(text.substring(blank + 1)));
  }

  private static void assertImage(TableSchema table, RowImage image, Map<String, Object> expected) {
    Map<String, Object> actual = RedoFixtures.valuesOf(table, image);
    assertThat(actual).containsOnlyKeys(expected.keySet());
    expected.forEach(
        (name, value) -> {
          Object found = actual.get(name);
          if (value instanceof BigDecimal number) {
            assertThat((BigDecimal) found).as(name).isEqualByComparingTo(number);
          } else if (found instanceof Float single) {
            assertThat(single).as(name).isEqualTo(Float.valueOf(((Double) value).floatValue()));
          } else {
            assertThat(found).as(name).isEqualTo(value);
          }
        });
  }

  @Test
  void rowsWithoutDataMeanWhatTheSamplesSay() {
    TableSchema table = RedoFixtures.defaultTable();
    SqlRedoDecoder decoder = RedoFixtures.decoder(table);
    List<Sample> samples =
        SqlRedoSamples.all().stream().filter(sample -> sample.id().startsWith("tx-")).toList();
    assertThat(samples).hasSize(5);
    for (Sample sample : samples) {
      RowBuilder row =
          RedoFixtures.row(OperationCode.valueOf(sample.operation())).sql(sample.pieces().get(0));
      if (sample.id().contains("zero-xid")) {
        assertThat(decoder.decode(row.xid(Xid.NONE).build())).isNull();
      } else {
        assertThat(decoder.decode(row.build())).as(sample.id()).isNotNull();
      }
    }
  }
}
