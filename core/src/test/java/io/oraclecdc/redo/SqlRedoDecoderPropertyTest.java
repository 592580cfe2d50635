package io.oraclecdc.redo;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.config.UnescapedQuotes;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.SpecialValue;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever the text: a change, or one of our own errors, and never a value in its message. */
class SqlRedoDecoderPropertyTest {
  private static final String ALPHABET =
      "'\"(),=|;\\ \n\tabNULLISwherand0123456789.-+EeXTO_DATEUNISTR/*\u0416\ud83d\ufffd";

  private static final TableSchema TABLE =
      RedoFixtures.table("APP", "T")
          .column("ID", Kind.NUMBER)
          .column("NAME", Kind.VARCHAR2, 50)
          .column("NV", Kind.NVARCHAR2, 50)
          .column("D", Kind.DATE)
          .column("T", Kind.TIMESTAMP)
          .column("TZ", Kind.TIMESTAMP_WITH_TIME_ZONE)
          .column("LT", Kind.TIMESTAMP_WITH_LOCAL_TIME_ZONE)
          .column("Y", Kind.INTERVAL_YEAR_TO_MONTH)
          .column("S", Kind.INTERVAL_DAY_TO_SECOND)
          .column("R", Kind.RAW)
          .column("BF", Kind.BINARY_FLOAT)
          .column("BD", Kind.BINARY_DOUBLE)
          .column("U", Kind.UROWID)
          .build();

  private static final List<String> STATEMENTS =
      List.of(
          "insert into \"APP\".\"T\"(\"ID\",\"NAME\",\"NV\",\"D\",\"T\",\"TZ\",\"LT\",\"Y\",\"S\",\"R\",\"BF\",\"BD\",\"U\")"
              + " values ('1','it''s',UNISTR('\\0434') || UNISTR('x'),TO_DATE('2026-02-28"
              + " 13:45:59', 'YYYY-MM-DD HH24:MI:SS'),TO_TIMESTAMP('2026-03-29"
              + " 01:30:00.5'),TO_TIMESTAMP_TZ('2026-03-29 01:30:00.5"
              + " +05:30'),TO_TIMESTAMP_TZ('2026-10-25"
              + " 02:30:00'),TO_YMINTERVAL('+0012-03'),TO_DSINTERVAL('-00005"
              + " 04:03:02.1'),HEXTORAW('00ff'),'1.5E+010','Nan',Unsupported Type);",
          "update \"APP\".\"T\" a set a.\"NAME\" = 'rock 'n' roll', a.\"ID\" = '-.5' where a.\"NAME\""
              + " IS NULL and a.\"D\" = NULL and a.ROWID = 'AAAR3sAAEAAAACXAAA'",
          "delete from \"APP\".\"T\" where \"ID\" = '3' and \"TZ\" = TO_TIMESTAMP_TZ('2021-07-08"
              + " 04:05:06.789000 US/Pacific PDT BC') and \"R\" = /* JSON */ HEXTORAW('FF')");

  @Provide
  Arbitrary<String> mutated() {
    return Arbitraries.randoms().map(random -> mutate(random, STATEMENTS));
  }

  private static String mutate(Random random, List<String> texts) {
    StringBuilder text = new StringBuilder(texts.get(random.nextInt(texts.size())));
    int mutations = 1 + random.nextInt(4);
    for (int i = 0; i < mutations && text.length() > 1; i++) {
      int at = random.nextInt(text.length());
      char c = ALPHABET.charAt(random.nextInt(ALPHABET.length()));
      switch (random.nextInt(5)) {
        case 0 -> text.deleteCharAt(at);
        case 1 -> text.insert(at, c);
        case 2 -> text.setCharAt(at, c);
        case 3 -> text.setLength(at);
        default -> {
          int to = Math.min(text.length(), at + random.nextInt(30));
          text.insert(random.nextInt(text.length()), text.substring(at, to));
        }
      }
    }
    return text.toString();
  }

  @Property(tries = 20_000, seed = "20260101")
  void everyTextEndsInAChangeOrInOurError(
      @ForAll @From("mutated") String sql, @ForAll UnescapedQuotes quotes) {
    assertEnds(sql, quotes);
  }

  @Property(tries = 3_000, seed = "20260102")
  void everyNoiseEndsInAChangeOrInOurError(@ForAll String sql) {
    assertEnds(sql, UnescapedQuotes.LENIENT);
    assertEnds(
        "insert into \"APP\".\"T\"(\"NAME\",\"NV\") values ('" + sql, UnescapedQuotes.LENIENT);
    assertEnds("update \"APP\".\"T\" set \"NAME\" = '" + sql + "'", UnescapedQuotes.LENIENT);
  }

  private static void assertEnds(String sql, UnescapedQuotes quotes) {
    SqlRedoDecoder decoder = RedoFixtures.decoder(TABLE, RedoFixtures.settings(quotes));
    for (OperationCode operation :
        List.of(OperationCode.INSERT, OperationCode.UPDATE, OperationCode.DELETE)) {
      try {
        RedoEvent event = decoder.decode(RedoFixtures.row(TABLE, operation).sql(sql).build());
        assertThat(event).isInstanceOf(RedoEvent.RowChanged.class);
      } catch (CdcException e) {
        assertThat(e.getMessage()).contains("APP.T").contains("4100201");
      }
    }
  }

  @Property(tries = 2_000, seed = "20260103")
  void anyTextSurvivesBothWays(@ForAll String name, @ForAll String note) {
    TableSchema table = RedoFixtures.defaultTable();
    String literalName = "'" + name.replace("'", "''") + "'";
    String literalNote = "'" + note.replace("'", "''") + "'";
    RedoEvent.RowChanged change =
        RedoFixtures.change(
            table,
            "update \"APP\".\"T\" set \"NAME\" = "
                + literalName
                + ", \"NOTE\" = "
                + literalNote
                + " where \"ID\" = '1' and \"NAME\" = "
                + literalNote
                + " and \"NOTE\" = "
                + literalName);
    assertText(change.after().get(1), name);
    assertText(change.after().get(2), note);
    assertText(change.before().get(1), note);
    assertText(change.before().get(2), name);
  }

  private static void assertText(Object actual, String expected) {
    if (expected.isEmpty()) {
      assertThat(actual).isEqualTo(SpecialValue.SQL_NULL);
    } else {
      assertThat(actual).isEqualTo(expected);
    }
  }

  @Property(tries = 2_000, seed = "20260104")
  void splitAnywhereAStatementMeansTheSame(@ForAll @From("cuts") int[] cuts) {
    String sql = STATEMENTS.get(0);
    SqlRedoDecoder decoder = RedoFixtures.decoder(TABLE);
    int from = 0;
    for (int cut : cuts) {
      int to = Math.max(from, Math.min(cut, sql.length()));
      decoder.decode(
          RedoFixtures.row(TABLE, OperationCode.INSERT)
              .sql(sql.substring(from, to))
              .continued()
              .build());
      from = to;
    }
    RedoEvent event =
        decoder.decode(
            RedoFixtures.row(TABLE, OperationCode.INSERT).sql(sql.substring(from)).build());
    assertThat(RedoFixtures.changed(event).after())
        .isEqualTo(RedoFixtures.change(TABLE, sql).after());
  }

  @Provide
  Arbitrary<int[]> cuts() {
    return Arbitraries.integers().between(0, 600).array(int[].class).ofMinSize(0).ofMaxSize(6);
  }

  private static final TableSchema DOCS =
      RedoFixtures.table("APP", "T")
          .column("ID", Kind.NUMBER)
          .column("C", Kind.CLOB)
          .column("N", Kind.NCLOB)
          .column("B", Kind.BLOB)
          .column("X", Kind.XMLTYPE)
          .column("V", Kind.VARCHAR2, 32767)
          .build();

  private static final List<String> VALUE_ROWS =
      List.of(
          "DECLARE \n loc_c CLOB; \n buf_c VARCHAR2(6162); \nBEGIN\n select \"C\" into loc_c from"
              + " \"APP\".\"T\" where \"ID\" = '2' for update;\n\n buf_c := 'it''s'; \n "
              + " dbms_lob.write(loc_c, 4, 1, buf_c);\nEND;\n\n",
          " buf_b := HEXTORAW('48656c6c6f'); \n  dbms_lob.write(loc_b, 5, 1, buf_b);",
          "  e_len :=  10;\n  dbms_lob.erase(loc_nc, e_len, 1);",
          "  dbms_lob.trim(loc_c, 7000);",
          "XML DOC BEGIN:  select \"X\" from \"APP\".\"T\" where \"ID\" = '1' and \"V\" IS NULL",
          "update \"APP\".\"T\" a set a.\"X\" = XMLType(:1)  where a.\"ID\" = '1';",
          "XML_REDO := '<a>it's</a>'\n amount: 11",
          "XML_REDO := HEXTORAW('3c612f3e)\n amount: 4",
          "DECLARE\n TempLob CLOB;\nBEGIN\n Stmt := 'update \"APP\".\"T\" a set a.\"V\" = :DATA"
              + " where a.\"ID\" = ''1'';';",
          "  buf_c := 'long text';\n DBMS_LOB.WriteAppend(TempLob, 9, buf_c);");

  @Provide
  Arbitrary<String> mutatedValueRows() {
    return Arbitraries.randoms().map(random -> mutate(random, VALUE_ROWS));
  }

  @Property(tries = 20_000, seed = "20260105")
  void everyValueRowEndsInAnEventOrInOurError(@ForAll @From("mutatedValueRows") String sql) {
    SqlRedoDecoder decoder = RedoFixtures.decoder(DOCS);
    for (OperationCode operation :
        List.of(
            OperationCode.SELECT_LOB_LOCATOR,
            OperationCode.LOB_WRITE,
            OperationCode.LOB_TRIM,
            OperationCode.LOB_ERASE,
            OperationCode.XML_DOC_BEGIN,
            OperationCode.XML_DOC_WRITE,
            OperationCode.EXTENDED_STRING_BEGIN,
            OperationCode.EXTENDED_STRING_WRITE)) {
      try {
        decoder.decode(RedoFixtures.row(DOCS, operation).sql(sql).status(2, "LOB").build());
      } catch (CdcException e) {
        assertThat(e.getMessage()).contains("APP.T").contains("4100201");
      }
    }
  }
}
