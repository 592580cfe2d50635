package io.oraclecdc.redo;

import static io.oraclecdc.redo.RedoFixtures.change;
import static io.oraclecdc.redo.RedoFixtures.changed;
import static io.oraclecdc.redo.RedoFixtures.decoder;
import static io.oraclecdc.redo.RedoFixtures.defaultTable;
import static io.oraclecdc.redo.RedoFixtures.row;
import static io.oraclecdc.redo.RedoFixtures.settings;
import static io.oraclecdc.redo.RedoFixtures.table;
import static io.oraclecdc.redo.RedoFixtures.undone;
import static io.oraclecdc.redo.RedoFixtures.valuesOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.config.UnescapedQuotes;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.Xid;
import io.oraclecdc.redo.RedoEvent.ContentUnknown;
import io.oraclecdc.redo.RedoEvent.DdlExecuted;
import io.oraclecdc.redo.RedoEvent.Mark;
import io.oraclecdc.redo.RedoEvent.RowChanged;
import io.oraclecdc.redo.RedoEvent.RowUndone;
import io.oraclecdc.redo.RedoEvent.StatementMarked;
import io.oraclecdc.redo.RedoEvent.ValueBegun;
import io.oraclecdc.redo.RedoEvent.ValueContinued;
import io.oraclecdc.schema.Column.Use;
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.SchemaCatalog;
import io.oraclecdc.schema.SegmentRef;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.CodecContext;
import io.oraclecdc.value.SpecialValue;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlRedoDecoderTest {
  private static final String INSERT = "insert into \"APP\".\"T\"(\"ID\") values ('1')";

  private final TableSchema table = defaultTable();
  private final SqlRedoDecoder decoder = decoder(table);

  private static void assertStops(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code));
  }

  @ParameterizedTest
  @EnumSource(
      value = OperationCode.class,
      names = {"INTERNAL", "SELECT_FOR_UPDATE", "OTHER"})
  void rowsWithoutMeaningArePassedOver(OperationCode operation) {
    assertThat(
            decoder.decode(
                row(table, operation).rowId("AAAR3sAAAAAAAAAAAA").sql("anything").build()))
        .isNull();
  }

  @Test
  void anInternalRowThatNamesARowMayEndAStatement() {
    assertThat(decoder.decode(row(OperationCode.INTERNAL).build()))
        .isInstanceOfSatisfying(
            StatementMarked.class, event -> assertThat(event.mark()).isEqualTo(Mark.END));
  }

  @Test
  void transactionRowsBecomeTheirEvents() {
    assertThat(decoder.decode(row(OperationCode.START).build()))
        .isInstanceOf(RedoEvent.TransactionStarted.class);
    assertThat(decoder.decode(row(OperationCode.COMMIT).build()))
        .isInstanceOf(RedoEvent.Committed.class);
    assertThat(decoder.decode(row(OperationCode.ROLLBACK).address(RedoAddress.ZERO).build()))
        .isInstanceOf(RedoEvent.RolledBack.class);
  }

  @ParameterizedTest
  @EnumSource(
      value = OperationCode.class,
      names = {"START", "COMMIT", "ROLLBACK"})
  void transactionRowsWithoutTransactionMeanNothing(OperationCode operation) {
    assertThat(decoder.decode(row(operation).xid(Xid.NONE).build())).isNull();
  }

  @Test
  void missingRedoStops() {
    assertStops(ErrorCode.CORRUPTION, () -> decoder.decode(row(OperationCode.MISSING_SCN).build()));
  }

  @ParameterizedTest
  @CsvSource({"4,CORRUPTION", "1343,CORRUPTION", "1291,LOG_GAP"})
  void statusThatSpeaksAboutTheStreamStops(int status, ErrorCode code) {
    assertStops(
        code, () -> decoder.decode(row(OperationCode.OTHER).status(status, "blocks").build()));
  }

  @Test
  void rowsOfOtherTablesArePassedOver() {
    TableSchema other = table("APP", "OTHER").column("ID", Kind.NUMBER).build();
    assertThat(
            decoder.decode(
                row(other, OperationCode.INSERT).sql("not even sql").status(3, null).build()))
        .isNull();
    assertThat(decoder.decode(row(other, OperationCode.UNSUPPORTED).build())).isNull();
    assertThat(decoder.decode(row(OperationCode.LOB_WRITE).build())).isNull();
  }

  @Test
  void continuedRowsOfOtherTablesArePassedOverAsAWhole() {
    TableSchema other = table("APP", "OTHER").column("ID", Kind.NUMBER).build();
    assertThat(decoder.decode(row(other, OperationCode.INSERT).sql("insert").continued().build()))
        .isNull();
    assertThat(decoder.decode(row(other, OperationCode.INSERT).sql("rest").build())).isNull();
    assertThat(decoder.isInsideStatement()).isFalse();
  }

  @Test
  void missingPiecesOfAContinuedRowCountAsEmpty() {
    decoder.decode(row(table, OperationCode.INSERT).sql(null).continued().build());
    decoder.decode(row(table, OperationCode.INSERT).sql(INSERT).continued().build());
    RedoEvent event = decoder.decode(row(table, OperationCode.INSERT).sql(null).build());
    assertThat(changed(event).after().get(0)).isEqualTo(BigDecimal.ONE);
  }

  @Test
  void eventOfAContinuedRowCarriesItsFirstPiece() {
    MinedRow first =
        row(table, OperationCode.INSERT)
            .sql(INSERT.substring(0, 9))
            .rowId("AAAR3sAAEAAAACXAAF")
            .continued()
            .build();
    decoder.decode(first);
    RowChanged event =
        changed(decoder.decode(row(table, OperationCode.INSERT).sql(INSERT.substring(9)).build()));
    assertThat(event.row().rowId()).isEqualTo(first.rowId());
    assertThat(event.row().sqlRedo()).isEqualTo(INSERT);
    assertThat(event.row().continued()).isFalse();
  }

  @Test
  void aContinuedStatementInterruptedByAnotherTransactionStops() {
    decoder.decode(row(table, OperationCode.INSERT).sql("insert").continued().build());
    assertStops(
        ErrorCode.CORRUPTION,
        () ->
            decoder.decode(
                row(table, OperationCode.INSERT).sql(INSERT).xid(new Xid(1, 2, 3)).build()));
  }

  @Test
  void resetForgetsAnUnfinishedStatement() {
    decoder.decode(row(table, OperationCode.INSERT).sql("insert").continued().build());
    decoder.reset();
    assertThat(decoder.isInsideStatement()).isFalse();
    assertThat(change(decoder, table, INSERT)).isNotNull();
  }

  @Test
  void ddlOfUsersBecomesAnEvent() {
    DdlExecuted event =
        (DdlExecuted)
            Objects.requireNonNull(
                decoder.decode(
                    row(OperationCode.DDL)
                        .status(0, "USER DDL (PlSql=0 RecDep=0)")
                        .sql("alter table app.t add (x number)")
                        .build()));
    assertThat(event.sql()).isEqualTo("alter table app.t add (x number)");
  }

  @Test
  void recursiveDdlIsIgnored() {
    assertThat(
            decoder.decode(
                row(table, OperationCode.DDL)
                    .status(0, "INTERNAL DDL (PlSql=0 RecDep=0)")
                    .sql("alter table t shrink space")
                    .build()))
        .isNull();
  }

  @Test
  void ddlOfACapturedTableWithoutTextStops() {
    assertStops(
        ErrorCode.UNSUPPORTED_DDL,
        () -> decoder.decode(row(table, OperationCode.DDL).sql(null).build()));
  }

  @ParameterizedTest
  @EnumSource(
      value = OperationCode.class,
      names = {"INSERT", "UPDATE", "DELETE", "UNSUPPORTED", "DDL"})
  void aRowWithDataButWithoutRedoAddressStops(OperationCode operation) {
    assertStops(
        ErrorCode.CORRUPTION,
        () -> decoder.decode(row(table, operation).sql(INSERT).address(RedoAddress.ZERO).build()));
  }

  @ParameterizedTest
  @EnumSource(
      value = OperationCode.class,
      names = {"INSERT", "UPDATE", "DELETE", "UNSUPPORTED"})
  void aRowWithDataButWithoutTransactionStops(OperationCode operation) {
    assertStops(
        ErrorCode.CORRUPTION,
        () -> decoder.decode(row(table, operation).sql(INSERT).xid(Xid.NONE).build()));
  }

  @Test
  void statusTwoWithoutInfoIsReadable() {
    assertThat(decoder.decode(row(table, OperationCode.INSERT).sql(INSERT).status(2, null).build()))
        .isInstanceOf(RowChanged.class);
  }

  @ParameterizedTest
  @CsvSource({
    "Dictionary Mismatch,insert into \"APP\".\"T\"(\"ID\") values ('1')",
    ",Dictionary Version Mismatch",
    ",insert into \"APP\".\"T\"(\"COL 9\") values (HEXTORAW('c102'))",
    ",insert into \"APP\".\"T\"(\"COL 1\") values ('1')"
  })
  void aStaleDictionaryStopsWithoutColumnNumbersThatFit(String info, String sql) {
    assertThatThrownBy(
            () -> decoder.decode(row(table, OperationCode.INSERT).sql(sql).status(2, info).build()))
        .isInstanceOf(CdcException.class)
        .hasMessageMatching("(?s).*CDC-(6001|3001).*");
  }

  @ParameterizedTest
  @CsvSource({
    "Dictionary Mismatch,insert into \"APP\".\"T\"(\"COL 1\") values (HEXTORAW('c102'))",
    ",insert into \"APP\".\"T\"(\"COL 1\") values (HEXTORAW('c102'))",
    "something,insert into \"APP\".\"T\"(\"COL 1\") values (HEXTORAW('c102'))",
    ",insert into \"UNKNOWN\".\"OBJ# 74858\"(\"COL 1\") values (HEXTORAW('c102'))"
  })
  void aStaleRowIsReadByTheLayoutOfItsTimeOrNotAtAll(String info, String sql) {
    MinedRow row = row(table, OperationCode.INSERT).sql(sql).status(2, info).build();

    assertThat(RedoFixtures.changed(decoder.decode(row)).after().get(0)).isEqualTo(BigDecimal.ONE);
    assertThatThrownBy(() -> new SqlRedoDecoder(lateCatalog(), RedoSettings.defaults()).decode(row))
        .isInstanceOfSatisfying(
            CdcException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.DICTIONARY_UNAVAILABLE))
        .hasMessageContaining("may be a later one");
  }

  @Test // DDL-10
  void DDL_10_rowsOlderThanTheLastDdlUnderTheOnlineCatalog() {
    RowChanged inserted =
        RedoFixtures.changed(
            decoder.decode(
                row(table, OperationCode.INSERT)
                    .status(2, null)
                    .sql(
                        "insert into \"APP\".\"T\"(\"COL 1\",\"COL 2\") values"
                            + " (HEXTORAW('c102'),HEXTORAW('616263'))")
                    .build()));
    RowChanged updated =
        RedoFixtures.changed(
            decoder.decode(
                row(table, OperationCode.UPDATE)
                    .status(2, null)
                    .sql(
                        "update \"APP\".\"T\" set \"COL 2\" = HEXTORAW('78') where \"COL 1\" ="
                            + " HEXTORAW('c102') and \"COL 2\" = HEXTORAW('616263')")
                    .build()));
    assertThat(inserted.after().get(0)).isEqualTo(BigDecimal.ONE);
    assertThat(inserted.after().get(1)).isEqualTo("abc");
    assertThat(updated.after().get(1)).isEqualTo("x");
    assertThat(updated.before().get(0)).isEqualTo(BigDecimal.ONE);
  }

  /** Knows a layout that was read after the rows were written. */
  private SchemaCatalog lateCatalog() {
    return new SchemaCatalog() {
      @Override
      public boolean hasValuesApart() {
        return false;
      }

      @Override
      public Optional<TableSchema> layoutOf(SegmentRef segment, Scn scn) {
        return Optional.of(table);
      }

      @Override
      public boolean isExact(SegmentRef segment, Scn scn) {
        return false;
      }

      @Override
      public void ddl(
          SegmentRef segment, RedoThread thread, RedoAddress address, Scn scn, String sql) {}
    };
  }

  @Test
  void inventedNamesAreReadAsAStaleDictionaryWhateverTheStatus() {
    RowChanged change = change(table, "delete from \"APP\".\"T\" where \"COL 2\" IS NULL");
    assertThat(change.before().isNull(1)).isTrue();
  }

  @Test
  void statusThreeNamesSupplementalLogging() {
    assertThatThrownBy(
            () ->
                decoder.decode(
                    row(table, OperationCode.INSERT)
                        .sql(INSERT)
                        .status(3, "no supplemental log data found")
                        .build()))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("SUPPLEMENTAL LOG");
  }

  @ParameterizedTest
  @CsvSource({"2,LOB sql_redo not re-executable", "5,", "77,"})
  void anyOtherStatusStops(int status, String info) {
    assertThatThrownBy(
            () ->
                decoder.decode(
                    row(table, OperationCode.INSERT).sql(INSERT).status(status, info).build()))
        .isInstanceOf(DecodeException.class);
  }

  @Test
  void unsupportedRowsStop() {
    assertThatThrownBy(
            () ->
                decoder.decode(
                    row(table, OperationCode.UNSUPPORTED)
                        .sql("Unsupported")
                        .status(2, null)
                        .build()))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("UNSUPPORTED");
  }

  @Test
  void codeAndVerbMustAgree() {
    assertThatThrownBy(() -> decoder.decode(row(table, OperationCode.UPDATE).sql(INSERT).build()))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("disagree");
  }

  @Test
  void anUnknownColumnStopsAndIsNamed() {
    assertThatThrownBy(
            () -> change(table, "insert into \"APP\".\"T\"(\"ID\",\"NEW_ONE\") values ('1','2')"))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("\"NEW_ONE\"");
  }

  @Test
  void whatLooksLikeANameBehindAValueIsNotShown() {
    assertThatThrownBy(
            () -> change(table, "update \"APP\".\"T\" set \"NAME\" = 'a', \"secret\" = 'b'"))
        .isInstanceOf(DecodeException.class)
        .message()
        .doesNotContain("secret");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "insert",
        "insert into \"APP\".\"T\"",
        "insert into \"APP\".\"T\"()",
        "insert into \"APP\".\"T\"(\"ID\") values ()",
        "insert into \"APP\".\"T\"(\"ID\",\"NAME\") values ('1')",
        "insert into \"APP\".\"T\"(\"ID\") values ('1','2')",
        "insert into \"APP\".\"T\"(\"ID\",\"ID\") values ('1','2')",
        "insert into \"APP\".\"T\"(\"ID\") values ('1') extra",
        "insert into \"APP\".\"T\"(\"ID\") values ('1'",
        "insert into \"APP\".\"T\"(\"ID\") values ('1",
        "insert into \"APP\".\"T\"(\"ID\") values (\"1\")",
        "insert into \"APP\".\"T\"(\"NAME\") values (SYSDATE)",
        "insert into \"APP\".\"T\"(\"NAME\") values (UNISTR('\\04'))",
        "insert into \"APP\".\"T\"(\"NAME\") values (UNISTR('\\04G1'))",
        "insert into \"APP\".\"T\"(\"NAME\") values (/* open)",
        "insert into APP.T(\"NAME\") values ('x')",
        "insert into \"APP\".\"T\"(\"NAME) values ('x')",
        "insert into \"APP\".\"T\"(\"NAME\") values ('a' || )",
        "insert into \"APP\".\"T\"(\"NAME\") values (EMPTY_CLOB())"
      })
  void damagedInsertsStop(String sql) {
    assertThatThrownBy(() -> decoder.decode(row(table, OperationCode.INSERT).sql(sql).build()))
        .isInstanceOf(DecodeException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "update \"APP\".\"T\"",
        "update \"APP\".\"T\" set",
        "update \"APP\".\"T\" set \"ID\"",
        "update \"APP\".\"T\" set \"ID\" = ",
        "update \"APP\".\"T\" set \"ID\" = '1' where",
        "update \"APP\".\"T\" set \"ID\" = '1', where \"ID\" = '2'",
        "update \"APP\".\"T\" set \"ID\" = '1' and \"NAME\" = 'x'",
        "update \"APP\".\"T\" set ROWID = 'x'",
        "update \"APP\".\"T\" set \"ID\" = '1' where \"ID\" = '1' or \"ID\" = '2'",
        "update \"APP\".\"T\" set \"ID\" = '1' where \"ID\" > '1'",
        "update \"APP\".\"T\" set \"ID\" = '1' where \"ID\" IS NOT NULL",
        "update \"APP\".\"T\" set \"ID\" = '1' where \"ID\" = '1' and \"ID\" = '1'",
        "update \"APP\".\"T\" set \"ID\" = '1' where ROWID = 'a' and ROWID = 'b'",
        "update \"APP\".\"T\" set \"ID\" = '1'; delete"
      })
  void damagedUpdatesStop(String sql) {
    assertThatThrownBy(() -> decoder.decode(row(table, OperationCode.UPDATE).sql(sql).build()))
        .isInstanceOf(DecodeException.class);
  }

  @Test
  void errorsNameThePlaceAndWithholdTheText() {
    assertThatThrownBy(() -> change(table, "insert into \"APP\".\"T\"(\"ID\") values ('hunter2')"))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("CDC-3001")
        .hasMessageContaining("\"ID\"")
        .hasMessageContaining("offset")
        .hasMessageContaining("SCN 4100201")
        .hasMessageContaining("0x0000fd.00011b0e.0010")
        .hasMessageContaining("APP.T")
        .hasMessageNotContaining("hunter2")
        .hasMessageContaining("withheld")
        .satisfies(
            e -> {
              for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
                assertThat(cause.toString()).doesNotContain("hunter2");
              }
            });
  }

  @Test
  void oneSettingShowsTheTextAroundAnError() {
    RedoSettings showing =
        new RedoSettings(CodecContext.standard(), UnescapedQuotes.STRICT, 10_000, true);
    assertThatThrownBy(
            () ->
                change(
                    decoder(table, showing),
                    table,
                    "insert into \"APP\".\"T\"(\"ID\") values ('hunter2')"))
        .hasMessageContaining("hunter2");
  }

  @Test
  void textOfTablesWithExcludedColumnsIsNeverShown() {
    TableSchema excluding =
        table("APP", "T")
            .column("ID", Kind.NUMBER)
            .column("PIN", Kind.VARCHAR2, 10, Use.EXCLUDED)
            .build();
    RedoSettings showing =
        new RedoSettings(CodecContext.standard(), UnescapedQuotes.STRICT, 10_000, true);
    assertThatThrownBy(
            () ->
                change(
                    decoder(excluding, showing),
                    excluding,
                    "insert into \"APP\".\"T\"(\"PIN\",\"ID\") values ('1234','x')"))
        .hasMessageNotContaining("1234");
  }

  @Test
  void excludedColumnsAreDroppedBeforeConversion() {
    TableSchema excluding =
        table("APP", "T")
            .column("ID", Kind.NUMBER)
            .column("PIN", Kind.NUMBER, 0, Use.EXCLUDED)
            .column("BODY", Kind.CLOB, 0, Use.IGNORED)
            .build();
    RowChanged change =
        change(
            excluding,
            "update \"APP\".\"T\" set \"PIN\" = 'no number', \"BODY\" = EMPTY_CLOB() where \"ID\" ="
                + " '1' and \"PIN\" = TO_DATE('x')");
    assertThat(valuesOf(excluding, change.after())).isEqualTo(Map.of("ID", BigDecimal.ONE));
    assertThat(valuesOf(excluding, change.before())).isEqualTo(Map.of("ID", BigDecimal.ONE));
  }

  @Test
  void anUpdateSharesUnchangedValuesBetweenItsImages() {
    RowChanged change =
        change(
            table,
            "update \"APP\".\"T\" set \"NAME\" = 'new' where \"ID\" = '123456789' and \"NOTE\" ="
                + " 'same'");
    assertThat(change.after().get(0)).isSameAs(change.before().get(0));
    assertThat(change.after().get(2)).isSameAs(change.before().get(2));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "delete from \"APP\".\"T\" where ROWID = 'AAAR3sAAEAAAACXAAA'",
        "no sql at all",
        "   "
      })
  void undoRowsAreKnownByIdentityWhateverTheirText(String sql) {
    RowUndone undone =
        undone(
            decoder.decode(
                row(table, OperationCode.DELETE).sql(sql).rollback().status(2, null).build()));
    assertThat(undone.operation()).isEqualTo(RedoEvent.RowOperation.DELETE);
    assertThat(undone.image()).isNull();
  }

  @Test
  void undoRowsOfIndexOrganizedTablesCarryTheirValues() {
    TableSchema organized = table("APP", "T").column("ID", Kind.NUMBER).indexOrganized().build();
    SqlRedoDecoder organizedDecoder = decoder(organized);
    RowUndone undone =
        undone(
            organizedDecoder.decode(
                row(organized, OperationCode.DELETE)
                    .sql("delete from \"APP\".\"T\" where \"ID\" = '7'")
                    .rollback()
                    .build()));
    assertThat(Objects.requireNonNull(undone.image()).get(0)).isEqualTo(BigDecimal.valueOf(7));
    RowUndone unreadable =
        undone(
            organizedDecoder.decode(
                row(organized, OperationCode.DELETE).sql("???").rollback().build()));
    assertThat(unreadable.image()).isNull();
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

  @Test
  void piecesOfLongValuesArePassedOverBecauseTheirStatementSaysUnavailable() {
    TableSchema longs = table("APP", "T").column("L", Kind.LONG).build();
    assertThat(decoder(longs).decode(row(longs, OperationCode.LONG_DATA).sql("x").build()))
        .isNull();
    assertThat(change(longs, "update \"APP\".\"T\" set \"L\" = 'LONG DATA'").after().get(0))
        .isEqualTo(SpecialValue.UNAVAILABLE);
  }

  @Test
  void anUnsupportedRowIsHandedOnWhenRowsAreReadFromTheTable() {
    RedoSettings reselecting =
        new RedoSettings(
            RedoSettings.defaults().codecs(),
            UnescapedQuotes.STRICT,
            RedoSettings.DEFAULT_MAX_STATEMENT_CHARACTERS,
            false,
            RedoSettings.UnsupportedRows.RESELECT);
    assertThat(
            decoder(table, reselecting)
                .decode(row(table, OperationCode.UNSUPPORTED).sql("Unsupported").build()))
        .isInstanceOf(ContentUnknown.class);
  }

  @Test
  void literalsOfSessionsWithStringLiteralsAreRead() {
    TableSchema bare =
        table("APP", "T").column("AGE", Kind.NUMBER).column("BORN", Kind.DATE).build();
    RowChanged change =
        change(
            bare,
            "update \"APP\".\"T\" set \"AGE\" = 3 where \"AGE\" = -2.5 and \"BORN\" = TIMESTAMP '"
                + " 1977-03-17 17:22:59'");
    assertThat(change.after().get(0)).isEqualTo(BigDecimal.valueOf(3));
    assertThat(change.before().get(0)).isEqualTo(new BigDecimal("-2.5"));
    assertThat(change.before().get(1)).hasToString("1977-03-17T17:22:59");
  }

  @Test
  void learntOrderDoesNotChangeTheResult() {
    for (int i = 0; i < 3; i++) {
      assertThat(
              valuesOf(
                  table,
                  change(
                          decoder,
                          table,
                          "insert into \"APP\".\"T\"(\"NOTE\",\"ID\") values ('n','" + i + "')")
                      .after()))
          .isEqualTo(Map.of("NOTE", "n", "ID", BigDecimal.valueOf(i)));
      assertThat(
              valuesOf(
                  table,
                  change(
                          decoder,
                          table,
                          "insert into \"APP\".\"T\"(\"ID\",\"NOTE\") values ('" + i + "','n')")
                      .after()))
          .isEqualTo(Map.of("NOTE", "n", "ID", BigDecimal.valueOf(i)));
      assertThat(
              change(
                      decoder,
                      table,
                      "update \"APP\".\"T\" set \"NOTE\" = 'a', \"ID\" = '2' where \"NAME\" = 'x'"
                          + " and \"ID\" = '1'")
                  .after()
                  .get(0))
          .isEqualTo(BigDecimal.valueOf(2));
    }
  }

  @Test
  void lenientReadingLeavesStatementsThatItCannotReadAlone() {
    SqlRedoDecoder lenient = decoder(table, settings(UnescapedQuotes.LENIENT));
    assertThatThrownBy(
            () -> change(lenient, table, "delete from \"APP\".\"T\" where \"NAME\" = 'a'b'"))
        .isInstanceOf(DecodeException.class);
    assertThatThrownBy(
            () -> change(lenient, table, "update \"APP\".\"T\" set \"ID\" = '1'2', \"NAME\" = 'b'"))
        .isInstanceOf(DecodeException.class);
  }
}
