package io.oraclecdc.redo;

import static io.oraclecdc.redo.RedoFixtures.change;
import static io.oraclecdc.redo.RedoFixtures.decoder;
import static io.oraclecdc.redo.RedoFixtures.row;
import static io.oraclecdc.redo.RedoFixtures.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.redo.RedoEvent.ValueBegun;
import io.oraclecdc.redo.RedoEvent.ValueContinued;
import io.oraclecdc.schema.Column.Use;
import io.oraclecdc.schema.DdlEffect;
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.SchemaCatalog;
import io.oraclecdc.schema.SegmentRef;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.SpecialValue;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows that carry values beside the statements. */
class ValueRowsTest {

  private static void assertStops(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code));
  }

  @ParameterizedTest
  @EnumSource(
      value = OperationCode.class,
      names = {"SELECT_LOB_LOCATOR", "LOB_WRITE", "LOB_TRIM", "LOB_ERASE", "XML_DOC_BEGIN"})
  void valueRowsThatCannotBeReadStopWhenAFieldDependsOnThem(OperationCode operation) {
    TableSchema skipped = table("APP", "T").column("BODY", Kind.CLOB, 0, Use.IGNORED).build();
    SqlRedoDecoder skipping = decoder(skipped);
    assertThat(skipping.decode(row(skipped, operation).sql("x").status(2, "LOB").build())).isNull();
    assertThat(skipping.unreadableValueRows()).isEqualTo(1);
    TableSchema captured = table("APP", "T").column("BODY", Kind.CLOB).build();
    assertThatThrownBy(
            () ->
                decoder(captured)
                    .decode(row(captured, operation).sql("x").status(2, "LOB").build()))
        .isInstanceOf(DecodeException.class);
  }

  @Test
  void extendedStringsNameTheirColumnAndBringTheirPieces() {
    TableSchema notes =
        table("APP", "T")
            .column("ID", Kind.VARCHAR2)
            .column("TXT", Kind.VARCHAR2, 8000, Use.EXCLUDED)
            .build();
    String begin =
        "Stmt := 'update \"APP\".\"T\" a set a.\"TXT\" = :DATA where a.\"ID\" = ''1'';';";
    SqlRedoDecoder notesDecoder = decoder(notes);
    assertThat(
            notesDecoder.decode(row(notes, OperationCode.EXTENDED_STRING_BEGIN).sql(begin).build()))
        .isInstanceOfSatisfying(
            ValueBegun.class,
            event -> {
              assertThat(event.target().column()).isEqualTo(1);
              assertThat(event.target().row().get(0)).isEqualTo("1");
            });
    assertThatThrownBy(
            () ->
                notesDecoder.decode(
                    row(notes, OperationCode.EXTENDED_STRING_BEGIN).sql(null).build()))
        .isInstanceOf(DecodeException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "buf_c := 'it''s'; DBMS_LOB.WriteAppend(TempLob, 4, buf_c);|it's",
        "buf_c := 'it's'; DBMS_LOB.WriteAppend(TempLob, 4, buf_c);|it's",
        "buf_c := 'it''s'; DBMS_LOB.WriteAppend(TempLob, 5, buf_c);|it''s",
        "buf_c := 'a'; DBMS_LOB.WriteAppend(TempLob, 1, buf_c);'; DBMS_LOB.WriteAppend(TempLob, 44, buf_c);|a'; DBMS_LOB.WriteAppend(TempLob, 1, buf_c);"
      })
  void quotesOfAPieceAreDoubledOrNotAsItsLengthTells(String sql, String piece) {
    TableSchema notes = table("APP", "T").column("TXT", Kind.VARCHAR2, 8000).build();
    assertThat(
            decoder(notes)
                .decode(row(notes, OperationCode.EXTENDED_STRING_WRITE).sql("  " + sql).build()))
        .isInstanceOfSatisfying(
            ValueContinued.class, event -> assertThat(event.piece()).isEqualTo(piece));
  }

  @Test
  void aPieceOfAnotherLengthThanItSaysStops() {
    TableSchema notes = table("APP", "T").column("TXT", Kind.VARCHAR2, 8000).build();
    assertStops(
        ErrorCode.DECODE,
        () ->
            decoder(notes)
                .decode(
                    row(notes, OperationCode.EXTENDED_STRING_WRITE)
                        .sql("buf_c := 'abc'; DBMS_LOB.WriteAppend(TempLob, 9, buf_c);")
                        .build()));
    TableSchema docs = table("APP", "T").column("C", Kind.CLOB).build();
    assertStops(
        ErrorCode.DECODE,
        () ->
            decoder(docs)
                .decode(
                    row(docs, OperationCode.LOB_WRITE)
                        .sql(" buf_c := 'abc'; dbms_lob.write(loc_c, 4, 1, buf_c);")
                        .build()));
    assertStops(
        ErrorCode.DECODE,
        () ->
            decoder(docs)
                .decode(
                    row(docs, OperationCode.XML_DOC_WRITE).sql("XML_REDO := '<a/>':5").build()));
  }

  private static final String BLOCK =
      "DECLARE \n loc_c CLOB; \nBEGIN\n select \"BODY\" into loc_c from %s where \"ID\" = '1' for"
          + " update;\n\n buf_c := 'secret'; \n  dbms_lob.write(loc_c, 6, 1, buf_c);\nEND;";

  private static final TableSchema DOCS =
      table("APP", "D").column("ID", Kind.NUMBER).column("BODY", Kind.CLOB).build();

  @Test
  void aBlockThatNamesAnotherTableThanItsRowStops() {
    SqlRedoDecoder decoder = decoder(DOCS);
    String own = BLOCK.formatted("\"APP\".\"D\"");
    assertThat(decoder.decode(row(DOCS, OperationCode.LOB_WRITE).sql(own).build())).isNotNull();
    assertThat(decoder.decode(row(DOCS, OperationCode.LOB_WRITE).sql(own).build())).isNotNull();
    for (String other : new String[] {"\"APP\".\"E\"", "\"OTHER\".\"D\"", "\"APP\".\"d\""}) {
      String sql = BLOCK.formatted(other);
      assertStops(
          ErrorCode.DECODE,
          () -> decoder.decode(row(DOCS, OperationCode.LOB_WRITE).sql(sql).build()));
      // once more, with a head that was read before
      assertThatThrownBy(() -> decoder.decode(row(DOCS, OperationCode.LOB_WRITE).sql(sql).build()))
          .hasMessageContaining("another table")
          .hasMessageNotContaining("secret");
    }
    assertStops(
        ErrorCode.DECODE,
        () ->
            decoder.decode(
                row(DOCS, OperationCode.XML_DOC_BEGIN)
                    .sql("XML DOC BEGIN: select \"BODY\" from \"APP\".\"E\" where \"ID\" = '1'")
                    .build()));
  }

  @Test
  void aRenamedTableMayHaveEitherNameInABlock() {
    SchemaCatalog renamed =
        new SchemaCatalog() {
          @Override
          public Optional<TableSchema> layoutOf(SegmentRef segment, Scn scn) {
            return Optional.of(DOCS);
          }

          @Override
          public boolean isExact(SegmentRef segment, Scn scn) {
            return true;
          }

          @Override
          public boolean hasValuesApart() {
            return true;
          }

          @Override
          public List<TableSchema> tables() {
            return List.of();
          }

          @Override
          public DdlEffect ddl(
              SegmentRef segment, RedoThread thread, RedoAddress address, Scn scn, String sql) {
            throw new IllegalStateException("no DDL is expected");
          }
        };
    SqlRedoDecoder decoder = new SqlRedoDecoder(renamed, RedoSettings.defaults());
    TableSchema later = table("APP", "D_NEW").column("ID", Kind.NUMBER).build();
    for (String name : new String[] {"\"APP\".\"D_NEW\"", "\"APP\".\"D\""}) {
      assertThat(
              decoder.decode(
                  row(later, OperationCode.LOB_WRITE).sql(BLOCK.formatted(name)).build()))
          .isNotNull();
    }
    assertStops(
        ErrorCode.DECODE,
        () ->
            decoder.decode(
                row(later, OperationCode.LOB_WRITE).sql(BLOCK.formatted("\"APP\".\"E\"")).build()));
  }

  @Test
  void piecesOfLongValuesArePassedOverBecauseTheirStatementSaysUnavailable() {
    TableSchema longs = table("APP", "T").column("L", Kind.LONG).build();
    assertThat(decoder(longs).decode(row(longs, OperationCode.LONG_DATA).sql("x").build()))
        .isNull();
    assertThat(change(longs, "update \"APP\".\"T\" set \"L\" = 'LONG DATA'").after().get(0))
        .isEqualTo(SpecialValue.UNAVAILABLE);
  }
}
