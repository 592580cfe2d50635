package io.oraclecdc.redo;

import static io.oraclecdc.redo.RedoFixtures.change;
import static io.oraclecdc.redo.RedoFixtures.changed;
import static io.oraclecdc.redo.RedoFixtures.decoder;
import static io.oraclecdc.redo.RedoFixtures.defaultTable;
import static io.oraclecdc.redo.RedoFixtures.row;
import static io.oraclecdc.redo.RedoFixtures.table;
import static io.oraclecdc.redo.RedoFixtures.undone;
import static io.oraclecdc.redo.RedoFixtures.valuesOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.config.UnescapedQuotes;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.Xid;
import io.oraclecdc.redo.RedoEvent.ContentUnknown;
import io.oraclecdc.redo.RedoEvent.DdlExecuted;
import io.oraclecdc.redo.RedoEvent.Mark;
import io.oraclecdc.redo.RedoEvent.RowChanged;
import io.oraclecdc.redo.RedoEvent.RowUndone;
import io.oraclecdc.redo.RedoEvent.StatementMarked;
import io.oraclecdc.schema.Column.Use;
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.SpecialValue;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What rows mean by their operation, and how their statements are read. */
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
        changed(
            decoder.decode(
                row(table, OperationCode.INSERT)
                    .sql(INSERT.substring(9))
                    .rowId("AAAR3sAAEAAAACXAAF")
                    .build()));
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
  void aContinuedStatementIsNeverJoinedWithOneOfAnotherRow() {
    SqlRedoDecoder lenient = decoder(table, RedoFixtures.settings(UnescapedQuotes.LENIENT));
    MinedRow head =
        row(table, OperationCode.INSERT)
            .sql("insert into \"APP\".\"T\"(\"ID\",\"NAME\",\"NOTE\") values ('1','a','")
            .continued()
            .build();
    lenient.decode(head);
    assertStops(
        ErrorCode.CORRUPTION,
        () ->
            lenient.decode(
                row(table, OperationCode.INSERT)
                    .sql(INSERT)
                    .rowId("AAAR3sAAEAAAACXAAG")
                    .address(RedoAddress.parse("0x0000fd.00011b0f.0010"))
                    .build()));
    for (MinedRow other :
        new MinedRow[] {
          row(table, OperationCode.INSERT)
              .sql("x')")
              .address(RedoAddress.parse("0x0000fd.00011b0f.0010"))
              .build(),
          row(table, OperationCode.INSERT).sql("x')").rowId("AAAR3sAAEAAAACXAAG").build(),
          row(table, OperationCode.INSERT).sql("x')").rollback().build()
        }) {
      lenient.reset();
      lenient.decode(head);
      assertStops(ErrorCode.CORRUPTION, () -> lenient.decode(other));
    }
  }

  @Test
  void aPieceWithThePlaceholderRowIdContinuesItsStatement() {
    decoder.decode(
        row(table, OperationCode.INSERT).sql(INSERT.substring(0, 9)).continued().build());
    RedoEvent event =
        decoder.decode(
            row(table, OperationCode.INSERT)
                .sql(INSERT.substring(9))
                .rowId("AAAAAAAAAAAAAAAAAA")
                .build());
    assertThat(changed(event).after().get(0)).isEqualTo(BigDecimal.ONE);
  }

  @Test
  void nationalTextMayHaveItsPrefix() {
    TableSchema texts =
        table("APP", "T")
            .column("A", Kind.NVARCHAR2)
            .column("B", Kind.NCHAR)
            .column("C", Kind.VARCHAR2)
            .column("D", Kind.NVARCHAR2)
            .build();
    RowChanged insert =
        change(
            texts,
            "insert into \"APP\".\"T\"(\"A\",\"B\",\"C\",\"D\") values (N'it''s \u0416',n'b',NULL,"
                + "UNISTR('\\0416') || N'\\0''x' || 'y')");
    assertThat(valuesOf(texts, insert.after()))
        .containsEntry("A", "it's \u0416")
        .containsEntry("B", "b")
        .containsEntry("D", "\u0416\\0'xy");
    RowChanged update =
        change(
            texts,
            "update \"APP\".\"T\" set \"A\" = N'new' where \"A\" = N'old' and \"B\" IS NULL");
    assertThat(update.after().get(0)).isEqualTo("new");
    assertThat(update.before().get(0)).isEqualTo("old");
    assertStops(
        ErrorCode.DECODE, () -> change(texts, "insert into \"APP\".\"T\"(\"A\") values (N'open)"));
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
  void NAM_07_aRowThatLogMinerMarksUnsupportedStops() {
    assertStops(
        ErrorCode.DECODE,
        () -> decoder.decode(row(table, OperationCode.UNSUPPORTED).sql("Unsupported").build()));
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
    assertThat(valuesOf(excluding, change.after()))
        .as("of a LOB it is told that there is one, which decides whose its further rows are")
        .isEqualTo(Map.of("ID", BigDecimal.ONE, "BODY", SpecialValue.UNAVAILABLE));
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
}
