package io.oraclecdc.redo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.config.UnescapedQuotes;
import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.Xid;
import io.oraclecdc.redo.RedoFixtures.RowBuilder;
import io.oraclecdc.redo.RedoFixtures.TableBuilder;
import io.oraclecdc.redo.SqlRedoSamples.Sample;
import io.oraclecdc.redo.SqlRedoSamples.Value;
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

  /** The dictionary does not fit; the columns by their numbers. */
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
        .filter(sample -> !STALE.contains(sample.id()) && !NO_TIME_OF_DAY.contains(sample.id()));
  }

  static Stream<Sample> undone() {
    return decodable().filter(sample -> sample.attributes().containsKey("rollback"));
  }

  static Stream<Sample> stale() {
    return rowChanges().filter(sample -> STALE.contains(sample.id()));
  }

  static Stream<Sample> noTimeOfDay() {
    return rowChanges().filter(sample -> NO_TIME_OF_DAY.contains(sample.id()));
  }

  @Test
  void theListsNameSamplesThatExist() {
    assertThat(rowChanges().map(Sample::id)).containsAll(STALE).containsAll(NO_TIME_OF_DAY);
    assertThat(decodable()).hasSizeGreaterThan(130);
  }

  @ParameterizedTest
  @MethodSource("decodable")
  void sampleDecodesToItsStatedMeaning(Sample sample) {
    TableSchema table = tableOf(sample);
    RedoEvent event = decode(sample, table, quotesOf(sample));

    Map<String, Object> set = expected(sample.set());
    if (sample.table().equals("J")) {
      set.replace("DOC", SpecialValue.UNAVAILABLE);
    }
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
    TableSchema table = tableBuilder(sample).indexOrganized().build();
    RedoEvent.RowUndone undone = RedoFixtures.undone(decode(sample, table, UnescapedQuotes.STRICT));
    Map<String, Object> values = expected(sample.set());
    if (values.isEmpty()) {
      assertThat(undone.image()).isNull();
    } else {
      assertImage(table, Objects.requireNonNull(undone.image()), values);
    }
  }

  @ParameterizedTest
  @MethodSource("stale")
  void sampleOfAStaleDictionaryIsReadByColumnNumbers(Sample sample) {
    boolean dates = sample.id().equals("dict-date-bytes");
    boolean text = sample.id().equals("dict-unknown-object");
    TableSchema table =
        RedoFixtures.table(sample.owner(), sample.table())
            .column("ID", text ? Kind.VARCHAR2 : Kind.NUMBER)
            .column("D", dates ? Kind.DATE : Kind.VARCHAR2)
            .column("N", dates ? Kind.NUMBER : Kind.VARCHAR2)
            .build();
    RedoEvent.RowChanged change =
        RedoFixtures.changed(decode(sample, table, UnescapedQuotes.STRICT));
    Map<String, Object> values =
        RedoFixtures.valuesOf(
            table, sample.operation().equals("DELETE") ? change.before() : change.after());
    Map<String, Object> expected =
        switch (sample.id()) {
          case "dict-stale-insert" -> Map.of("ID", BigDecimal.ONE, "D", "ab");
          case "dict-stale-update" -> Map.of("ID", BigDecimal.ONE, "D", "ac");
          case "dict-stale-delete" -> Map.of("ID", BigDecimal.ONE, "N", SpecialValue.SQL_NULL);
          case "dict-unknown-object" ->
              Map.of("ID", "EF_GH", "D", SpecialValue.SQL_NULL, "N", SpecialValue.SQL_NULL);
          default ->
              Map.of(
                  "ID",
                  BigDecimal.ZERO,
                  "D",
                  LocalDateTime.of(2026, 2, 28, 13, 45, 59),
                  "N",
                  BigDecimal.ONE.negate());
        };
    assertThat(values).isEqualTo(expected);
  }

  static Stream<Sample> valueRows() {
    return SqlRedoSamples.all().stream()
        .filter(
            sample ->
                Set.of("LOCATOR", "LOB_WRITE", "LOB_TRIM", "LOB_ERASE", "EXT_BEGIN", "EXT_WRITE")
                        .contains(sample.operation())
                    || Set.of("XML_BEGIN", "XML_WRITE").contains(sample.operation()))
        .filter(sample -> sample.pieces().get(0) != null);
  }

  @ParameterizedTest
  @MethodSource("valueRows")
  void valueRowDecodesToItsStatedMeaning(Sample sample) {
    TableSchema table = tableOfValues(sample);
    RedoEvent event =
        RedoFixtures.decoder(table)
            .decode(
                RedoFixtures.row(table, operationOf(sample.operation()))
                    .sql(sample.pieces().get(0))
                    .status(2, null)
                    .build());
    ValueTarget target = null;
    if (event instanceof RedoEvent.LobTouched touched) {
      target = touched.target();
      assertThat(touched.calls()).hasSize(sample.operation().equals("LOCATOR") ? 0 : 1);
      touched.calls().forEach(call -> assertCall(sample, call));
    } else if (event instanceof RedoEvent.ValueBegun begun) {
      target = begun.target();
    } else if (event instanceof RedoEvent.ValueContinued continued) {
      assertThat(continued.piece()).isEqualTo(pieceOf(sample));
    } else {
      throw new AssertionError("no event of a value: " + event);
    }
    String column = sample.attributes().get("column");
    if (column == null) {
      assertThat(target).isNull();
    } else {
      assertThat(target).isNotNull();
      assertThat(nameOf(table, Objects.requireNonNull(target).column())).isEqualTo(column);
      String rowId = sample.attributes().get("rowid");
      assertThat(target.rowId() == null ? null : target.rowId().text()).isEqualTo(rowId);
      if (!sample.where().containsKey("COL 1")) {
        assertImage(table, target.row(), expected(sample.where()));
      }
    }
  }

  private static String nameOf(TableSchema table, int column) {
    String name = table.columns().get(column).name();
    return table.id().owner().equals("UNKNOWN") ? "COL " + (column + 1) : name;
  }

  private static void assertCall(Sample sample, LobCall call) {
    long length = Long.parseLong(sample.attributes().get("length"));
    if (call instanceof LobCall.Write write) {
      assertThat(write.amount()).isEqualTo(length);
      assertThat(write.offset()).isEqualTo(Long.parseLong(sample.attributes().get("offset")));
      assertThat(write.data()).isEqualTo(pieceOf(sample));
    } else if (call instanceof LobCall.Trim trim) {
      assertThat(trim.length()).isEqualTo(length);
    } else if (call instanceof LobCall.Erase erase) {
      assertThat(erase.amount()).isEqualTo(length);
      assertThat(erase.offset()).isEqualTo(Long.parseLong(sample.attributes().get("offset")));
    }
  }

  private static Object pieceOf(Sample sample) {
    Map<String, String> attributes = sample.attributes();
    if (attributes.containsKey("data_null")) {
      return SpecialValue.SQL_NULL;
    }
    return attributes.containsKey("data")
        ? attributes.get("data")
        : HexFormat.of().parseHex(attributes.get("hex"));
  }

  private static TableSchema tableOfValues(Sample sample) {
    TableBuilder table = RedoFixtures.table(sample.owner(), sample.table());
    if (sample.owner().equals("UNKNOWN")) {
      return table.column("ID", Kind.NUMBER).column("DOC", Kind.XMLTYPE).build();
    }
    sample
        .where()
        .forEach((name, value) -> table.column(name, kindOf(sample.table(), name, value)));
    String column = sample.attributes().getOrDefault("column", "C");
    Kind kind =
        switch (String.valueOf(sample.attributes().get("locator"))) {
          case "loc_b" -> Kind.BLOB;
          case "loc_nc" -> Kind.NCLOB;
          case "loc_c" -> Kind.CLOB;
          default -> sample.operation().startsWith("XML") ? Kind.XMLTYPE : Kind.VARCHAR2;
        };
    return table.column(column, kind, 8000).build();
  }

  static OperationCode operationOf(String name) {
    return switch (name) {
      case "LOCATOR" -> OperationCode.SELECT_LOB_LOCATOR;
      case "EXT_BEGIN" -> OperationCode.EXTENDED_STRING_BEGIN;
      case "EXT_WRITE" -> OperationCode.EXTENDED_STRING_WRITE;
      case "XML_BEGIN" -> OperationCode.XML_DOC_BEGIN;
      case "XML_WRITE" -> OperationCode.XML_DOC_WRITE;
      case "XML_END" -> OperationCode.XML_DOC_END;
      default -> OperationCode.valueOf(name);
    };
  }

  @ParameterizedTest
  @MethodSource("noTimeOfDay")
  void sampleWithoutTimeOfDayStops(Sample sample) {
    assertThatThrownBy(() -> decode(sample, tableOf(sample), UnescapedQuotes.STRICT))
        .isInstanceOf(DecodeException.class);
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

  private static TableSchema tableOf(Sample sample) {
    return tableBuilder(sample).build();
  }

  private static TableBuilder tableBuilder(Sample sample) {
    Map<String, Value> columns = new LinkedHashMap<>(sample.set());
    sample.where().forEach((name, value) -> columns.merge(name, value, SqlRedoSamplesTest::typed));
    TableBuilder table = RedoFixtures.table(sample.owner(), sample.table());
    columns.forEach(
        (name, value) -> {
          Kind kind = kindOf(sample.table(), name, value);
          table.column(name, kind, value.kind().equals("extempty") ? 8000 : 50);
        });
    return table;
  }

  private static Value typed(Value one, Value other) {
    return one.kind().equals("null") ? other : one;
  }

  static Kind kindOf(String table, String name, Value value) {
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
      case "raw", "hex" -> Kind.RAW;
      case "rowid" -> Kind.ROWID;
      case "unsupported" -> Kind.UROWID;
      default -> throw new AssertionError("unknown kind " + value.kind());
    };
  }

  static Map<String, Object> expected(Map<String, Value> values) {
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
      case "null", "extempty" -> SpecialValue.SQL_NULL;
      case "unsupported", "json" -> SpecialValue.UNAVAILABLE;
      case "emptyclob" -> "";
      case "emptyblob" -> new byte[0];
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
