package io.oraclecdc.redo;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.config.UnescapedQuotes;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.redo.RedoFixtures.TableBuilder;
import io.oraclecdc.redo.SqlRedoSamples.Sample;
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.SpecialValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assertions;

/**
 * Damaged rows of every kind: each is decoded, or refused by one of our own errors that says where
 * the row stands and at which offset its text is wrong. None ends in another exception, none takes
 * long, none is believed with a part of its value missing, and no error shows a value.
 */
class BadInputPropertyTest {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** Stands in values, so it may stand in no message. */
  private static final String CANARY = "canary";

  private static final String CANARY_NUMBER = "918273645";
  private static final String CANARY_TIME = "2037-11-13";

  private static final Map<OperationCode, List<String>> INFO =
      Map.of(
          OperationCode.INSERT, List.of("", "Dictionary Mismatch"),
          OperationCode.LOB_WRITE, List.of("LOB sql_redo not re-executable"));

  private static TableBuilder columns(TableBuilder table) {
    return table
        .column("ID", Kind.NUMBER)
        .column("NAME", Kind.VARCHAR2, 50)
        .column("BODY", Kind.CLOB)
        .column("NBODY", Kind.NCLOB)
        .column("PIC", Kind.BLOB)
        .column("DOC", Kind.XMLTYPE)
        .column("V", Kind.VARCHAR2, 32767)
        .column("RX", Kind.RAW, 32767)
        .column("D", Kind.DATE)
        .column("TZ", Kind.TIMESTAMP_WITH_TIME_ZONE)
        .column("L", Kind.LONG);
  }

  private static final TableSchema DOCS = columns(RedoFixtures.table("APP", "DOCS")).build();

  private static final String WHERE =
      "where \"ID\" = '" + CANARY_NUMBER + "' and \"NAME\" = 'canary''s'";
  private static final String BLOCK =
      "DECLARE \n loc_c CLOB; \n buf_c VARCHAR2(6162); \n loc_b BLOB; \n buf_b RAW(6162); \n"
          + " loc_nc NCLOB; \n buf_nc NVARCHAR2(6162); \n e_len NUMBER; \nBEGIN\n";

  /** A row: its operation and its text. */
  private record Shape(OperationCode operation, String sql) {}

  private static final List<Shape> SHAPES = shapes();

  private static List<Shape> shapes() {
    List<Shape> shapes = new ArrayList<>();
    String select =
        " select \"BODY\" into loc_c from \"APP\".\"DOCS\" " + WHERE + " for update;\n\n";
    shapes.add(
        new Shape(
            OperationCode.INSERT,
            "insert into \"APP\".\"DOCS\"(\"ID\",\"NAME\",\"BODY\",\"PIC\",\"D\",\"TZ\",\"L\") values"
                + " ('918273645','canary',EMPTY_CLOB(),EMPTY_BLOB(),TO_DATE('2037-11-13 01:02:03',"
                + " 'YYYY-MM-DD HH24:MI:SS'),TO_TIMESTAMP_TZ('2037-11-13 01:02:03.5 +01:00'),NULL);"));
    shapes.add(new Shape(OperationCode.SELECT_LOB_LOCATOR, BLOCK + select));
    shapes.add(
        new Shape(
            OperationCode.LOB_WRITE,
            BLOCK
                + select
                + " buf_c := 'it''s a canary'; \n  dbms_lob.write(loc_c, 13, 1, buf_c);\nEND;"));
    shapes.add(
        new Shape(
            OperationCode.LOB_WRITE,
            " buf_nc := UNISTR('canary \\0434'); \n  dbms_lob.write(loc_nc, 8, 1, buf_nc);"));
    shapes.add(
        new Shape(
            OperationCode.LOB_WRITE,
            " buf_b := HEXTORAW('48656c6c6f'); \n  dbms_lob.write(loc_b, 5, 1, buf_b);"));
    shapes.add(new Shape(OperationCode.LOB_TRIM, "  dbms_lob.trim(loc_c, 918273645);"));
    shapes.add(
        new Shape(OperationCode.LOB_TRIM, BLOCK + select + "  dbms_lob.trim(loc_c, 3);\nEND;\n"));
    shapes.add(
        new Shape(OperationCode.LOB_ERASE, "  e_len :=  10;\n  dbms_lob.erase(loc_nc, e_len, 1);"));
    shapes.add(
        new Shape(
            OperationCode.LOB_ERASE,
            BLOCK + select + " e_len := 918273645;\n dbms_lob.erase(loc_c, e_len, 7);\nEND;"));
    shapes.add(
        new Shape(
            OperationCode.XML_DOC_BEGIN,
            "XML DOC BEGIN:  select \"DOC\" from \"APP\".\"DOCS\" " + WHERE));
    shapes.add(
        new Shape(
            OperationCode.XML_DOC_BEGIN,
            "update \"APP\".\"DOCS\" a set a.\"DOC\" = XMLType(:1)  where a.\"ID\" = '918273645';"));
    shapes.add(
        new Shape(OperationCode.XML_DOC_WRITE, "XML_REDO := '<a>it's a canary</a>'\n amount: 20"));
    shapes.add(
        new Shape(OperationCode.XML_DOC_WRITE, "XML_REDO := HEXTORAW('3c612f3e)\n amount: 4"));
    shapes.add(new Shape(OperationCode.XML_DOC_WRITE, "<canary/>"));
    shapes.add(
        new Shape(
            OperationCode.EXTENDED_STRING_BEGIN,
            "DECLARE\n TempLob CLOB;\nBEGIN\n Stmt := 'update \"APP\".\"DOCS\" a set a.\"V\" = :DATA"
                + " where a.\"ID\" = ''918273645'' and a.\"NAME\" = ''canary'';';"));
    shapes.add(
        new Shape(
            OperationCode.EXTENDED_STRING_BEGIN,
            "update \"APP\".\"DOCS\" a set a.\"RX\" = :DATA where a.\"NAME\" = 'canary'"));
    shapes.add(
        new Shape(
            OperationCode.EXTENDED_STRING_WRITE,
            "  buf_c := 'canary''s text';\n DBMS_LOB.WriteAppend(TempLob, 13, buf_c);"));
    shapes.add(
        new Shape(
            OperationCode.EXTENDED_STRING_WRITE,
            "  buf_b := HEXTORAW('63616e617279');\n DBMS_LOB.WriteAppend(TempLob, 6, buf_b);"));
    return shapes;
  }

  // ---- one row

  @Property(tries = 12_000, seed = "20260111", shrinking = net.jqwik.api.ShrinkingMode.OFF)
  void everyDamagedRowOfAValueIsDecodedOrRefused(@ForAll long seed) {
    Random random = new Random(seed);
    Shape shape = SHAPES.get(random.nextInt(SHAPES.size()));
    String sql = Mutations.mutate(random, shape.sql());
    // now and then under the operation of another row
    OperationCode operation =
        random.nextInt(8) == 0
            ? SHAPES.get(random.nextInt(SHAPES.size())).operation()
            : shape.operation();
    end(DOCS, operation, sql, random.nextBoolean() ? 2 : 0, info(operation, random));
  }

  private static @Nullable String info(OperationCode operation, Random random) {
    List<String> known = INFO.getOrDefault(operation, List.of(""));
    String info = known.get(random.nextInt(known.size()));
    return info.isEmpty() ? null : info;
  }

  @Property(tries = 12_000, seed = "20260112", shrinking = net.jqwik.api.ShrinkingMode.OFF)
  void everyDamagedSampleIsDecodedOrRefused(@ForAll long seed) {
    Random random = new Random(seed);
    List<Sample> samples = Samples.OF_CAPTURED_TABLES;
    Sample sample = samples.get(random.nextInt(samples.size()));
    TableSchema table = Samples.TABLES.get(sample.table());
    String piece = sample.pieces().get(random.nextInt(sample.pieces().size()));
    String sql = Mutations.mutate(random, piece == null ? "" : piece);
    String status = sample.attributes().getOrDefault("status", "0");
    end(
        table,
        sample.operation().equals("SKIP")
            ? OperationCode.OTHER
            : SqlRedoSamplesTest.operationOf(sample.operation()),
        sql,
        Integer.parseInt(status),
        sample.attributes().get("info"));
  }

  /** The samples by their tables, each of which has every column that a sample of it names. */
  private static final class Samples {
    static final Map<String, TableSchema> TABLES = new HashMap<>();
    static final List<Sample> OF_CAPTURED_TABLES = new ArrayList<>();

    static {
      Map<String, Map<String, Kind>> found = new HashMap<>();
      for (Sample sample : SqlRedoSamples.all()) {
        if (sample.owner().equals("APP")) {
          OF_CAPTURED_TABLES.add(sample);
          Map<String, Kind> columns = found.computeIfAbsent(sample.table(), t -> new HashMap<>());
          for (var values : List.of(sample.set(), sample.where())) {
            values.forEach(
                (name, value) -> {
                  if (!value.kind().equals("null") || !columns.containsKey(name)) {
                    columns.put(name, SqlRedoSamplesTest.kindOf(sample.table(), name, value));
                  }
                });
          }
          String column = sample.attributes().get("column");
          if (column != null) {
            columns.put(column, sample.operation().startsWith("XML") ? Kind.XMLTYPE : Kind.CLOB);
          }
        }
      }
      found.forEach(
          (name, columns) -> {
            TableBuilder table = RedoFixtures.table("APP", name);
            columns.forEach((column, kind) -> table.column(column, kind, 50));
            TABLES.put(name, table.build());
          });
    }
  }

  private static void end(
      TableSchema table, OperationCode operation, String sql, int status, @Nullable String info) {
    Assertions.assertTimeout(
        PATIENCE,
        () -> {
          try {
            RedoFixtures.decoder(table, RedoFixtures.settings(UnescapedQuotes.LENIENT))
                .decode(RedoFixtures.row(table, operation).sql(sql).status(status, info).build());
          } catch (CdcException e) {
            assertTyped(e, table);
          }
        },
        () -> operation + " " + sql);
  }

  static void assertTyped(CdcException e, TableSchema table) {
    assertThat(e.getMessage())
        .contains(table.id().owner() + "." + table.id().name(), "4100201", "0x0000");
    if (e.getCause() instanceof SqlRedoException cause) {
      assertThat(e.getMessage()).contains("offset " + cause.offset() + " of ");
    }
    for (Throwable each = e; each != null; each = each.getCause()) {
      assertThat(each.toString()).doesNotContain(CANARY, CANARY_NUMBER, CANARY_TIME);
    }
  }

  // ---- columns by numbers

  private static final List<Kind> INTERNAL =
      List.of(
          Kind.NUMBER,
          Kind.VARCHAR2,
          Kind.NVARCHAR2,
          Kind.DATE,
          Kind.TIMESTAMP,
          Kind.TIMESTAMP_WITH_TIME_ZONE,
          Kind.TIMESTAMP_WITH_LOCAL_TIME_ZONE,
          Kind.INTERVAL_YEAR_TO_MONTH,
          Kind.INTERVAL_DAY_TO_SECOND,
          Kind.BINARY_FLOAT,
          Kind.BINARY_DOUBLE,
          Kind.RAW,
          Kind.ROWID,
          Kind.CLOB);

  private static final List<String> INTERNAL_VALUES =
      List.of(
          "c60a1338494f2e",
          "63616e617279",
          "00630061006e",
          "787e021c0e2e3c",
          "787e021c0e2e3c1dcd6500",
          "787e021c0c1e3c00000000155a",
          "787e021c0e2e3c",
          "800000053c",
          "800000053d3c3c80000000",
          "bf800000",
          "bff0000000000000",
          "caca",
          "00011decc0400000000a",
          "0061");

  private static final TableSchema NUMBERED = numbered();

  private static TableSchema numbered() {
    TableBuilder table = RedoFixtures.table("APP", "T");
    for (int i = 0; i < INTERNAL.size(); i++) {
      table.column("C" + (i + 1), INTERNAL.get(i));
    }
    return table.build();
  }

  private static String numberedRow(Random random, OperationCode operation) {
    StringBuilder columns = new StringBuilder();
    StringBuilder values = new StringBuilder();
    StringBuilder pairs = new StringBuilder();
    for (int i = 0; i < INTERNAL.size(); i++) {
      if (random.nextInt(3) == 0) {
        continue;
      }
      String comma = columns.isEmpty() ? "" : ",";
      String value = "HEXTORAW('" + INTERNAL_VALUES.get(i) + "')";
      columns.append(comma).append("\"COL ").append(i + 1).append('"');
      values.append(comma).append(value);
      pairs
          .append(comma.isEmpty() ? "" : " and ")
          .append("\"COL ")
          .append(i + 1)
          .append("\" = ")
          .append(value);
    }
    return switch (operation) {
      case INSERT ->
          "insert into \"UNKNOWN\".\"OBJ# 74858\"(" + columns + ") values (" + values + ");";
      case UPDATE ->
          "update \"UNKNOWN\".\"OBJ# 74858\" set "
              + pairs.toString().replace(" and ", ", ")
              + " where "
              + pairs
              + ";";
      default -> "delete from \"UNKNOWN\".\"OBJ# 74858\" where " + pairs + ";";
    };
  }

  @Property(tries = 8_000, seed = "20260113", shrinking = net.jqwik.api.ShrinkingMode.OFF)
  void everyDamagedRowWithNumberedColumnsIsDecodedOrRefused(@ForAll long seed) {
    Random random = new Random(seed);
    OperationCode operation =
        List.of(OperationCode.INSERT, OperationCode.UPDATE, OperationCode.DELETE)
            .get(random.nextInt(3));
    String sql = numberedRow(random, operation);
    end(NUMBERED, operation, Mutations.mutate(random, sql), 2, "Dictionary Mismatch");
  }

  @Property(tries = 5_000, seed = "20260114", shrinking = net.jqwik.api.ShrinkingMode.OFF)
  void damagedInternalBytesAreAValueOrRefused(@ForAll long seed) {
    Random random = new Random(seed);
    int column = random.nextInt(INTERNAL.size());
    byte[] bytes = HexFormat.of().parseHex(INTERNAL_VALUES.get(column));
    bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    end(
        NUMBERED,
        OperationCode.INSERT,
        "insert into \"APP\".\"T\"(\"COL "
            + (column + 1)
            + "\") values (HEXTORAW('"
            + HexFormat.of().formatHex(bytes)
            + "'))",
        2,
        "Dictionary Mismatch");
  }

  // ---- shortened values

  /** Where a statement is cut must show, unless nothing but its end mark is missing. */
  @Example
  void aStatementThatIsCutAnywhereIsRefused() {
    for (Shape shape : SHAPES) {
      String whole = describe(shape.operation(), shape.sql());
      // The beginning of an assignment could be text of a document.
      int from = shape.operation() == OperationCode.XML_DOC_WRITE ? "XML_REDO :=".length() : 0;
      for (int length = from; length < shape.sql().length() && !holdsNoValue(shape); length++) {
        String cut = shape.sql().substring(0, length);
        assertThat(describe(shape.operation(), cut))
            .as("%s: %s", shape.operation(), cut)
            .isIn("refused", whole);
      }
    }
  }

  /** A locator, and a condition that lost a part, say nothing of a value. */
  private static boolean holdsNoValue(Shape shape) {
    return switch (shape.operation()) {
      case SELECT_LOB_LOCATOR, XML_DOC_BEGIN, EXTENDED_STRING_BEGIN -> true;
      default -> shape.sql().startsWith("<");
    };
  }

  private static String describe(OperationCode operation, String sql) {
    try {
      RedoEvent event =
          RedoFixtures.decoder(DOCS)
              .decode(RedoFixtures.row(DOCS, operation).sql(sql).status(2, null).build());
      if (event instanceof RedoEvent.RowChanged changed) {
        return RedoFixtures.valuesOf(DOCS, changed.after()).values().stream()
            .map(BadInputPropertyTest::text)
            .toList()
            .toString();
      }
      if (event instanceof RedoEvent.LobTouched touched) {
        return touched.calls().stream().map(BadInputPropertyTest::content).toList().toString();
      }
      if (event instanceof RedoEvent.ValueContinued continued) {
        return text(continued.piece());
      }
      return String.valueOf(event);
    } catch (CdcException e) {
      return "refused";
    }
  }

  private static String content(LobCall call) {
    return call instanceof LobCall.Write write ? text(write.data()) + call : call.toString();
  }

  private static String text(Object value) {
    return value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : String.valueOf(value);
  }

  /** A piece says how long it is: one that lost something of its inside is not believed. */
  @Property(tries = 8_000, seed = "20260115", shrinking = net.jqwik.api.ShrinkingMode.OFF)
  void aPieceThatLostAPartOfItsContentIsRefused(@ForAll long seed) {
    Random random = new Random(seed);
    boolean hex = random.nextInt(3) == 0;
    int length = 2 + random.nextInt(40);
    StringBuilder content = new StringBuilder();
    for (int i = 0; i < length; i++) {
      content.append(
          hex ? String.format("%02x", random.nextInt(256)) : (char) ('a' + random.nextInt(26)));
    }
    int unit = hex ? 2 : 1;
    int from = random.nextInt(length);
    int to = from + 1 + random.nextInt(length - from);
    String rest = content.substring(0, from * unit) + content.substring(to * unit);
    Shape shape = piece(random, hex, rest, length);
    String found = describe(shape.operation(), shape.sql());
    assertThat(found).as(shape.sql()).isEqualTo("refused");
    Shape whole = piece(random, hex, content.toString(), length);
    assertThat(describe(whole.operation(), whole.sql())).contains(content);
  }

  private static Shape piece(Random random, boolean hex, String content, int length) {
    String literal = hex ? "HEXTORAW('" + content + "')" : "'" + content + "'";
    String variable = hex ? "_b" : "_c";
    return switch (random.nextInt(3)) {
      case 0 ->
          new Shape(
              OperationCode.LOB_WRITE,
              " buf"
                  + variable
                  + " := "
                  + literal
                  + "; \n  dbms_lob.write(loc"
                  + variable
                  + ", "
                  + length
                  + ", 1, buf"
                  + variable
                  + ");");
      case 1 ->
          new Shape(OperationCode.XML_DOC_WRITE, "XML_REDO := " + literal + "\n amount: " + length);
      default ->
          new Shape(
              OperationCode.EXTENDED_STRING_WRITE,
              " buf"
                  + variable
                  + " := "
                  + literal
                  + ";\n DBMS_LOB.WriteAppend(TempLob, "
                  + length
                  + ", buf"
                  + variable
                  + ");");
    };
  }

  // ---- continued rows

  @Property(tries = 5_000, seed = "20260116", shrinking = net.jqwik.api.ShrinkingMode.OFF)
  void damagedPiecesOfAContinuedStatementAreDecodedOrRefused(@ForAll long seed) {
    Random random = new Random(seed);
    Shape shape = SHAPES.get(random.nextInt(SHAPES.size()));
    SqlRedoDecoder decoder = RedoFixtures.decoder(DOCS);
    int from = 0;
    try {
      while (from < shape.sql().length()) {
        int to = Math.min(shape.sql().length(), from + 1 + random.nextInt(60));
        String piece = shape.sql().substring(from, to);
        OperationCode operation =
            random.nextInt(20) == 0
                ? SHAPES.get(random.nextInt(SHAPES.size())).operation()
                : shape.operation();
        var row =
            RedoFixtures.row(DOCS, operation)
                .sql(
                    switch (random.nextInt(12)) {
                      case 0 -> null;
                      case 1 -> Mutations.mutate(random, piece);
                      default -> piece;
                    });
        if (to < shape.sql().length() && random.nextInt(15) > 0) {
          row.continued();
        }
        decoder.decode(row.build());
        from = to;
      }
    } catch (CdcException e) {
      assertTyped(e, DOCS);
      decoder.reset();
      assertThat(decoder.isInsideStatement()).isFalse();
    }
  }

  @Example
  void aContinuedStatementWithoutItsLastPieceIsNoChange() {
    String sql = SHAPES.get(0).sql();
    SqlRedoDecoder decoder = RedoFixtures.decoder(DOCS);
    RedoEvent event =
        decoder.decode(
            RedoFixtures.row(DOCS, OperationCode.INSERT)
                .sql(sql.substring(0, 90))
                .continued()
                .build());
    assertThat(event).isNull();
    assertThat(decoder.isInsideStatement()).isTrue();
    Assertions.assertThrows(
        CdcException.class, () -> decoder.decode(RedoFixtures.row(OperationCode.COMMIT).build()));
  }

  @Example
  void nullIsNoValueThatWasLost() {
    assertThat(describe(OperationCode.XML_DOC_WRITE, "XML_REDO := NULL\n amount: 0"))
        .isEqualTo(SpecialValue.SQL_NULL.toString());
  }
}
