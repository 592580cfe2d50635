package io.oraclecdc.testkit.simulator.logmnr;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.dictionary.SimColumn;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.dictionary.SimTable.SupplementalLogging;
import io.oraclecdc.testkit.simulator.dictionary.SimType;
import io.oraclecdc.testkit.simulator.redo.RowChange;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows built from the meaning of public samples are printed as the samples are. */
class SqlRedoSamplesTest {
  /** Samples whose text needs something a row change does not say, with the reason. */
  private static final Map<String, String> NOT_REBUILT =
      Map.ofEntries(
          Map.entry("upd-types-where", "the sample leaves the changed column out of WHERE"),
          Map.entry("ins-nvarchar-concat", "pieces of two characters"),
          Map.entry("upd-nchar-where", "pieces of two characters"),
          Map.entry("ins-date-year-zero", "no such year"),
          Map.entry("ins-timestamp-bare-dot", "variant, see OracleDateMaskTest"),
          Map.entry("ins-timestamp-no-fraction", "another mask"),
          Map.entry("ins-timestampltz-trailing-blank", "variant"),
          Map.entry("ins-raw-upper", "upper-case hex"),
          Map.entry("ins-json-gg", "JSON with replication enabled"),
          Map.entry("upd-json-gg", "JSON with replication enabled"),
          Map.entry("ins-blank-before-columns", "layout of a test, not of Oracle"),
          Map.entry("upd-no-where", "a hand-made text"),
          Map.entry("upd-alias", "object tables are not simulated"),
          Map.entry("del-alias-unsupported", "object tables are not simulated"),
          Map.entry("upd-where-eq-null", "= NULL"),
          Map.entry("upd-rowid-only", "the changed column is not logged"),
          Map.entry("upd-key-change", "two columns, the second unchanged, with key logging"),
          Map.entry("del-no-where", "a hand-made text"),
          Map.entry("ext-empty", "extended strings are not simulated"),
          Map.entry("ext-unescaped-quotes", "extended strings are not simulated"),
          Map.entry("ext-unescaped-quotes-update", "extended strings are not simulated"),
          Map.entry("ext-unescaped-apostrophe", "extended strings are not simulated"),
          Map.entry("ext-mixed-quotes", "extended strings are not simulated"),
          Map.entry("dict-stale-delete", "unlogged columns in between"),
          Map.entry("era-date-bc", "see OracleDateMaskTest"));

  static Stream<SqlRedoSample> plainStatements() {
    return SqlRedoSample.all().stream()
        .filter(s -> Set.of("INSERT", "UPDATE", "DELETE").contains(s.operation()))
        .filter(s -> !s.mark().equals("U") && !s.pieces().isEmpty())
        .filter(s -> !s.set().toString().contains("hex:"))
        .filter(s -> !s.where().toString().contains("hex:"))
        .filter(s -> !NOT_REBUILT.containsKey(s.id()));
  }

  @ParameterizedTest
  @MethodSource("plainStatements")
  void theRendererPrintsTheSample(SqlRedoSample sample) throws SQLException {
    SqlRedoRenderer renderer = renderer(sample);
    boolean isUndo = "1".equals(sample.attributes().get("rollback"));

    RowChange change = change(sample, isUndo);
    String text = isUndo ? renderer.compensation(change) : renderer.redo(change);

    assertThat(text).isEqualTo(sample.text());
    assertThat(CsfSplitter.split(text, null))
        .extracting(CsfSplitter.Piece::redo)
        .isEqualTo(sample.pieces());
  }

  @Test
  void almostAllMeasuredSamplesAreRebuilt() {
    List<SqlRedoSample> measured =
        SqlRedoSample.all().stream()
            .filter(s -> s.mark().equals("M"))
            .filter(s -> Set.of("INSERT", "UPDATE", "DELETE").contains(s.operation()))
            .toList();

    assertThat(plainStatements().filter(s -> s.mark().equals("M")).count())
        .as("of %d", measured.size())
        .isGreaterThan(70);
  }

  @Test
  void staleRowsShowInternalBytes() throws SQLException {
    for (SqlRedoSample sample : SqlRedoSample.all()) {
      if (sample.id().equals("dict-date-bytes")) {
        SimTable table =
            SimTables.table(
                "LAGT",
                SupplementalLogging.ALL,
                SimTables.columns("A", "NUMBER", "B", "DATE", "C", "NUMBER"));
        RowChange insert =
            SimTables.insert(
                table,
                SimTables.rowId(table, 1, 0),
                BigDecimal.ZERO,
                LocalDateTime.of(2026, 2, 28, 13, 45, 59),
                BigDecimal.valueOf(-1));

        assertThat(renderer(sample).redo(insert, new PrintedNames("APP", "LAGT", true)))
            .isEqualTo(sample.text());
      }
    }
  }

  private static SqlRedoRenderer renderer(SqlRedoSample sample) throws SQLException {
    NlsSettings nls = MiningBench.ISO;
    if (sample.has("DEF")) {
      nls = NlsSettings.defaults(ZoneOffset.UTC);
    } else if (sample.has("ERA")) {
      nls =
          new NlsSettings(
              nls.dateFormat() + " AD",
              nls.timestampFormat() + (sample.id().equals("era-timestamp-1bc") ? "" : " AD"),
              nls.timestampTzFormat() + " AD",
              ".,",
              "AMERICAN",
              ZoneOffset.UTC);
      if (sample.id().equals("era-timestamp-1bc")) {
        nls =
            new NlsSettings(
                nls.dateFormat(),
                "YYYY-MM-DD HH24:MI:SS AD",
                nls.timestampTzFormat(),
                ".,",
                "AMERICAN",
                ZoneOffset.UTC);
      }
    }
    return new SqlRedoRenderer(
        new RenderOptions(nls, sample.has("DELIM"), sample.has("ROWID"), false, Set.of()));
  }

  private static RowChange change(SqlRedoSample sample, boolean isUndo) {
    Set<String> names = new LinkedHashSet<>();
    boolean setFirst = sample.where().isEmpty() || sample.set().size() > sample.where().size();
    names.addAll((setFirst ? sample.set() : sample.where()).keySet());
    names.addAll((setFirst ? sample.where() : sample.set()).keySet());
    if (names.isEmpty()) {
      names.add("ID");
    }
    List<SimColumn> columns = new ArrayList<>();
    for (String name : names) {
      String newValue = sample.set().getOrDefault(name, "null");
      String oldValue = sample.where().getOrDefault(name, "null");
      boolean unlogged = sample.operation().equals("UPDATE") && !sample.where().containsKey(name);
      SimType type = type(name, newValue.equals("null") ? oldValue : newValue, unlogged && !isUndo);
      columns.add(SimTables.column(name, type, columns.size() + 1));
    }
    int dot = sample.object().indexOf('.');
    SimTable table =
        new SimTable(
            0,
            sample.object().substring(0, dot),
            sample.object().substring(dot + 1),
            1,
            1,
            1,
            columns,
            List.of(),
            isUndo ? SupplementalLogging.MINIMAL : SupplementalLogging.ALL,
            Set.of());
    String rowId = sample.attributes().getOrDefault("rowid", SimTables.rowId(table, 1, 0));
    @Nullable Object[] after = values(columns, sample.set(), sample.where());
    @Nullable Object[] before = values(columns, sample.where(), Map.of());
    if (isUndo) {
      return switch (sample.operation()) {
        case "INSERT" -> SimTables.delete(table, rowId, after);
        case "DELETE" -> SimTables.insert(table, rowId, after);
        default -> update(table, rowId, after, before, sample.set().keySet());
      };
    }
    return switch (sample.operation()) {
      case "INSERT" -> SimTables.insert(table, rowId, after);
      case "DELETE" -> SimTables.delete(table, rowId, before);
      default -> update(table, rowId, before, after, sample.set().keySet());
    };
  }

  private static RowChange update(
      SimTable table,
      String rowId,
      @Nullable Object[] before,
      @Nullable Object[] after,
      Set<String> assigned) {
    BitSet set = new BitSet();
    for (int i = 0; i < table.columns().size(); i++) {
      set.set(i, assigned.contains(table.columns().get(i).name()));
    }
    return new RowChange(RowChange.Kind.UPDATE, table, rowId, before, after, set);
  }

  private static @Nullable Object[] values(
      List<SimColumn> columns, Map<String, String> first, Map<String, String> second) {
    @Nullable Object[] values = new @Nullable Object[columns.size()];
    for (int i = 0; i < values.length; i++) {
      String name = columns.get(i).name();
      String text = first.getOrDefault(name, second.getOrDefault(name, "null"));
      values[i] = value(columns.get(i).type(), text);
    }
    return values;
  }

  private static SimType type(String name, String value, boolean unlogged) {
    String kind = kind(value);
    String payload = payload(value);
    return switch (kind) {
      case "num" -> SimTables.type("NUMBER");
      case "flt" -> SimTables.type(name.equals("BF") ? "BINARY_FLOAT" : "BINARY_DOUBLE");
      case "nstr" -> SimTables.type("NVARCHAR2");
      case "date" -> SimTables.type("DATE");
      case "ts" -> SimTables.timestamp("TIMESTAMP", fractionDigits(payload));
      case "tstz" ->
          SimTables.timestamp("TIMESTAMP WITH TIME ZONE", fractionDigits(payload.split(" ", 2)[0]));
      case "ltz" -> SimTables.timestamp("TIMESTAMP WITH LOCAL TIME ZONE", fractionDigits(payload));
      case "ym" -> SimTables.interval("INTERVAL YEAR TO MONTH", payload.indexOf('-', 1) - 1, null);
      case "ds" ->
          SimTables.interval(
              "INTERVAL DAY TO SECOND", payload.indexOf(' ') - 1, fractionDigits(payload));
      case "raw" -> SimTables.type(unlogged ? "BLOB" : "RAW");
      case "rowid" -> SimTables.type("ROWID");
      case "unsupported" -> SimTables.type("UROWID");
      case "emptyblob" -> SimTables.type("BLOB");
      case "emptyclob" -> SimTables.type("CLOB");
      default -> SimTables.type(unlogged ? "CLOB" : "VARCHAR2");
    };
  }

  private static @Nullable Object value(SimType type, String value) {
    String payload = payload(value);
    return switch (kind(value)) {
      case "null" -> null;
      case "num" -> new BigDecimal(payload);
      case "flt" ->
          type.name().equals("BINARY_FLOAT")
              ? (Object) Float.valueOf(payload)
              : (Object) Double.valueOf(payload);
      case "date", "ts" -> local(payload);
      case "tstz" -> {
        String[] parts = payload.split(" ", -1);
        String era = parts.length > 2 ? " " + parts[2] : "";
        yield OffsetDateTime.of(local(parts[0] + era), ZoneOffset.of(parts[1]));
      }
      case "ltz" -> OffsetDateTime.of(local(payload), ZoneOffset.UTC);
      case "ym" -> {
        int dash = payload.indexOf('-', 1);
        int months =
            12 * Integer.parseInt(payload.substring(1, dash))
                + Integer.parseInt(payload.substring(dash + 1));
        yield payload.charAt(0) == '-' ? -months : months;
      }
      case "ds" -> duration(payload);
      case "raw" -> HexFormat.of().parseHex(payload);
      case "emptyblob" -> new byte[0];
      case "emptyclob" -> "";
      case "unsupported" -> "any";
      default -> payload;
    };
  }

  private static LocalDateTime local(String payload) {
    int blank = payload.indexOf(' ');
    LocalDateTime time = LocalDateTime.parse(blank < 0 ? payload : payload.substring(0, blank));
    return payload.endsWith(" BC") ? time.withYear(1 - time.getYear()) : time;
  }

  private static Duration duration(String payload) {
    String[] parts = payload.substring(1).split("[ :.]", -1);
    Duration size =
        Duration.ofDays(Long.parseLong(parts[0]))
            .plusHours(Long.parseLong(parts[1]))
            .plusMinutes(Long.parseLong(parts[2]))
            .plusSeconds(Long.parseLong(parts[3]))
            .plusNanos(Long.parseLong((parts[4] + "000000000").substring(0, 9)));
    return payload.charAt(0) == '-' ? size.negated() : size;
  }

  private static int fractionDigits(String payload) {
    int dot = payload.indexOf('.');
    return dot < 0 ? 0 : payload.split(" (?=[AB])", 2)[0].length() - dot - 1;
  }

  private static String kind(String value) {
    int colon = value.indexOf(':');
    return colon < 0 ? value : value.substring(0, colon);
  }

  private static String payload(String value) {
    return value.substring(value.indexOf(':') + 1);
  }
}
