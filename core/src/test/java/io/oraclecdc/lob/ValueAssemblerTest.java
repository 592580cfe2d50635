package io.oraclecdc.lob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.lob.AssemblySettings.Oversize;
import io.oraclecdc.lob.AssemblySettings.PartialImages;
import io.oraclecdc.model.Container;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RowId;
import io.oraclecdc.model.TableId;
import io.oraclecdc.redo.RedoEvent.RowOperation;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.OracleType;
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.RecordKey;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.CodecContext;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.SpecialValue;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValueAssemblerTest {
  private static final RowId ROW = new RowId("AAAR3sAAEAAAACXAAB");
  private static final int TEXT = 1;
  private static final int BYTES = 2;
  private static final int XML = 3;
  private static final int NAME = 4;
  private static final TableSchema TABLE = table();

  private static TableSchema table() {
    List<Column> columns = new ArrayList<>();
    for (Kind kind : List.of(Kind.NUMBER, Kind.CLOB, Kind.BLOB, Kind.XMLTYPE, Kind.VARCHAR2)) {
      columns.add(
          new Column(
              "C_" + kind,
              new OracleType(kind, kind.name(), 20, null, null),
              true,
              columns.size() + 1,
              Column.Use.CAPTURED,
              null));
    }
    return new TableSchema(
        TableId.of("APP", "D"),
        new Container(0, "FREE"),
        0,
        1,
        false,
        columns,
        RecordKey.NONE,
        TableSchema.SupplementalLogging.ALL);
  }

  private static RowImage image(Object name) {
    return RowImage.owning(
        new Object[] {
          BigDecimal.ONE,
          SpecialValue.NOT_LOGGED,
          SpecialValue.NOT_LOGGED,
          SpecialValue.NOT_LOGGED,
          name
        });
  }

  private static AssemblySettings settings(
      long maxBytes, Oversize oversize, boolean reselect, PartialImages partial) {
    return new AssemblySettings(CodecContext.standard(), maxBytes, oversize, reselect, partial);
  }

  private static ValueAssembler assembler() {
    return new ValueAssembler(AssemblySettings.defaults());
  }

  private static CompletedRow update(ValueAssembler assembler, Consumer<ValueAssembler> parts) {
    return row(assembler, RowOperation.UPDATE, image("n"), parts);
  }

  private static CompletedRow row(
      ValueAssembler assembler,
      RowOperation operation,
      RowImage row,
      Consumer<ValueAssembler> parts) {
    assembler.begin(TABLE, row, ROW, RedoAddress.ZERO);
    parts.accept(assembler);
    return assembler.complete(operation, row, row, ROW, "transaction 1.2.3, commit SCN 5");
  }

  @Test
  void whatAnUpdateDoesNotTellIsUnavailableInBothImagesAndWhatAnInsertLeavesOutIsNull() {
    CompletedRow updated = update(assembler(), parts -> {});
    assertThat(updated.after().isUnavailable(TEXT)).isTrue();
    assertThat(updated.before().isUnavailable(XML)).isTrue();
    CompletedRow inserted = row(assembler(), RowOperation.INSERT, image("n"), parts -> {});
    assertThat(inserted.after().isNull(TEXT)).isTrue();
    assertThat(inserted.after().isNull(XML)).isTrue();
  }

  private static ValueAssembler inAHeapOf(long bytes, Oversize oversize) {
    return new ValueAssembler(settings(1L << 40, oversize, false, PartialImages.MARK), bytes);
  }

  private static void assertHasNoRoom(
      long heap, long units, RowOperation operation, Consumer<ValueAssembler> parts) {
    assertThatThrownBy(() -> row(inAHeapOf(heap, Oversize.FAIL), operation, image("n"), parts))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOB_TOO_LARGE))
        .hasMessageContaining("has at least " + units + " characters or bytes")
        .hasMessageContaining("the heap has no room")
        .hasMessageContaining("transaction 1.2.3, commit SCN 5")
        .hasMessageContaining("larger heap");
    CompletedRow row = row(inAHeapOf(heap, Oversize.PLACEHOLDER), operation, image("n"), parts);
    assertThat(row.after().isUnavailable(BYTES)).isTrue();
    assertThat(row.after().get(NAME)).isEqualTo("n");
  }

  @Test
  void aValueOfMoreThanHalfTheHeapIsNotCollected() {
    Consumer<ValueAssembler> parts =
        all -> {
          all.replaced(BYTES);
          for (int i = 0; i < 8; i++) {
            all.written(BYTES, new byte[10], 10, 1 + 10L * i);
          }
        };
    assertHasNoRoom(159, 80, RowOperation.UPDATE, parts);
    CompletedRow row = row(inAHeapOf(160, Oversize.FAIL), RowOperation.UPDATE, image("n"), parts);
    assertThat((byte[]) row.after().get(BYTES)).hasSize(80);
  }

  @Test
  void aPartThatTheHeapCannotHoldIsTheEndOfItsValueAlone() {
    assertHasNoRoom(
        1 << 20,
        16,
        RowOperation.INSERT,
        all -> {
          all.replaced(BYTES);
          all.written(BYTES, new byte[10], 10, 1);
          all.abandoned(BYTES);
          all.written(BYTES, new byte[5], 5, 12);
        });
    assertHasNoRoom(
        1 << 20,
        1,
        RowOperation.INSERT,
        all -> {
          all.replaced(BYTES);
          all.abandoned(BYTES);
        });
    CompletedRow row =
        row(
            inAHeapOf(1 << 20, Oversize.FAIL),
            RowOperation.UPDATE,
            image("n"),
            all -> {
              all.replaced(BYTES);
              all.abandoned(BYTES);
              all.replaced(BYTES);
              all.written(BYTES, new byte[] {7}, 1, 1);
            });
    assertThat((byte[]) row.after().get(BYTES)).as("written anew").containsExactly(7);
  }

  /** The allocation fails for real: no array of that size fits into the heap of the tests. */
  @Test
  void anArrayThatTheHeapCannotHoldIsATypedError() {
    long heap = Runtime.getRuntime().maxMemory();
    assumeThat(heap).isLessThan(Integer.MAX_VALUE);
    assertHasNoRoom(
        Long.MAX_VALUE,
        heap,
        RowOperation.INSERT,
        all -> {
          all.kept(BYTES);
          all.trimmed(BYTES, 0);
          all.written(BYTES, new byte[] {1}, 1, heap);
        });
  }

  @Test
  void aTrimMakesTheWrittenBeginningOfAnUnknownValueKnown() {
    CompletedRow row =
        update(
            assembler(),
            parts -> {
              parts.kept(TEXT);
              parts.written(TEXT, "abcdef", 6, 1);
              parts.trimmed(TEXT, 4);
              parts.kept(BYTES);
              parts.written(BYTES, new byte[] {1, 2}, 2, 1);
            });
    assertThat(row.after().get(TEXT)).isEqualTo("abcd");
    assertThat(row.after().isUnavailable(BYTES)).as("its end is not known").isTrue();
  }

  @Test
  void aWriteBeyondAnUnknownPartLeavesTheValueUnknown() {
    CompletedRow row =
        update(
            assembler(),
            parts -> {
              parts.kept(TEXT);
              parts.written(TEXT, "abc", 3, 3);
              parts.trimmed(TEXT, 3);
            });
    assertThat(row.after().isUnavailable(TEXT)).isTrue();
  }

  @Test
  void anErasedPartIsBlankOrZeroAndTheLengthStays() {
    CompletedRow row =
        update(
            assembler(),
            parts -> {
              parts.replaced(TEXT);
              parts.written(TEXT, "abcdef", 6, 1);
              parts.erased(TEXT, 100, 5);
              parts.replaced(BYTES);
              parts.written(BYTES, new byte[] {1, 2, 3}, 3, 1);
              parts.erased(BYTES, 2, 1);
            });
    assertThat(row.after().get(TEXT)).isEqualTo("abcd  ");
    assertThat(row.after().get(BYTES)).isEqualTo(new byte[] {0, 0, 3});
  }

  @Test
  void aCallGoesOnWithTheValueAnEarlierChangeOfTheTransactionGave() {
    ValueAssembler assembler = assembler();
    assembler.startTransaction(true);
    update(
        assembler,
        parts -> {
          parts.replaced(TEXT);
          parts.written(TEXT, "abc", 3, 1);
        });
    assertThat(
            update(
                    assembler,
                    parts -> {
                      parts.kept(TEXT);
                      parts.written(TEXT, "X", 1, 2);
                    })
                .after()
                .get(TEXT))
        .isEqualTo("aXc");
    assembler.startTransaction(true);
    assertThat(
            update(
                    assembler,
                    parts -> {
                      parts.kept(TEXT);
                      parts.written(TEXT, "X", 1, 2);
                    })
                .after()
                .isUnavailable(TEXT))
        .as("another transaction")
        .isTrue();
  }

  @Test
  void bytesOfADocumentAreTextOnlyWhenAllAreThere() {
    byte[] utf8 = "<a>\u0416</a>".getBytes(StandardCharsets.UTF_8);
    CompletedRow row =
        update(
            assembler(),
            parts -> {
              parts.replaced(XML);
              parts.appended(XML, java.util.Arrays.copyOfRange(utf8, 0, 4));
              parts.appended(XML, java.util.Arrays.copyOfRange(utf8, 4, utf8.length));
            });
    assertThat(row.after().get(XML)).isEqualTo("<a>\u0416</a>");
    assertThatThrownBy(
            () ->
                update(
                    assembler(),
                    parts -> {
                      parts.replaced(XML);
                      parts.appended(XML, new byte[] {(byte) 0xC3});
                    }))
        .isInstanceOf(CdcException.class)
        .hasMessageContaining("C_XMLTYPE");
  }

  @Test
  void aValueThatIsTooLargeStopsOrIsUnavailable() {
    Consumer<ValueAssembler> twelveBytes =
        parts -> {
          parts.replaced(TEXT);
          parts.written(TEXT, "\u0416".repeat(6), 6, 1);
        };
    assertThatThrownBy(
            () ->
                update(
                    new ValueAssembler(settings(11, Oversize.FAIL, false, PartialImages.MARK)),
                    twelveBytes))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOB_TOO_LARGE))
        .hasMessageContaining("C_CLOB")
        .hasMessageContaining("1.2.3")
        .hasMessageNotContaining("\u0416");
    ValueAssembler placeholder =
        new ValueAssembler(settings(11, Oversize.PLACEHOLDER, true, PartialImages.MARK));
    CompletedRow row = update(placeholder, twelveBytes);
    assertThat(row.after().isUnavailable(TEXT)).isTrue();
    ValueAssembler enough =
        new ValueAssembler(settings(12, Oversize.FAIL, false, PartialImages.MARK));
    assertThat(update(enough, twelveBytes).after().get(TEXT)).isEqualTo("\u0416".repeat(6));
  }

  @ParameterizedTest
  @ValueSource(longs = {1_200_000_000L, 2_000_000_000L, Integer.MAX_VALUE, 999_999_999_999L})
  void aWriteFarBeyondTheLimitTakesNoHeap(long offset) {
    Consumer<ValueAssembler> far =
        parts -> {
          parts.replaced(TEXT);
          parts.written(TEXT, "abc", 3, offset);
          parts.trimmed(TEXT, offset + 2);
          parts.replaced(BYTES);
          parts.written(BYTES, new byte[3], 3, offset);
        };
    long limit = 1 << 30;
    ValueAssembler stops =
        new ValueAssembler(settings(limit, Oversize.FAIL, false, PartialImages.MARK));
    assertThatThrownBy(() -> row(stops, RowOperation.INSERT, image("n"), far))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOB_TOO_LARGE));
    ValueAssembler goesOn =
        new ValueAssembler(settings(limit, Oversize.PLACEHOLDER, false, PartialImages.MARK));
    CompletedRow row = row(goesOn, RowOperation.INSERT, image("n"), far);
    assertThat(row.after().isUnavailable(TEXT)).isTrue();
    assertThat(row.after().isUnavailable(BYTES)).isTrue();
  }

  @Test
  void aFarWriteThatIsCutOffAgainLeavesWhatIsBeforeIt() {
    ValueAssembler assembler =
        new ValueAssembler(settings(1 << 30, Oversize.FAIL, false, PartialImages.MARK));
    CompletedRow row =
        row(
            assembler,
            RowOperation.INSERT,
            image("n"),
            parts -> {
              parts.replaced(BYTES);
              parts.written(BYTES, new byte[] {1}, 1, 1);
              parts.written(BYTES, new byte[] {2}, 1, 1_000_000_000);
              parts.erased(BYTES, 900_000_000, 50_000);
              parts.trimmed(BYTES, 20_000);
            });
    assertThat((byte[]) row.after().get(BYTES)).hasSize(20_000).startsWith(1, 0).endsWith(0, 0);
  }

  @Test
  void aValueThatWasTooLargeForAWhileIsAsItEnds() {
    ValueAssembler assembler =
        new ValueAssembler(settings(4, Oversize.FAIL, false, PartialImages.MARK));
    CompletedRow row =
        update(
            assembler,
            parts -> {
              parts.replaced(TEXT);
              for (int i = 0; i < 10; i++) {
                parts.written(TEXT, "abcd", 4, 4 * i + 1);
              }
              parts.trimmed(TEXT, 3);
            });
    assertThat(row.after().get(TEXT)).isEqualTo("abc");
  }

  @Test
  void columnsThatAreNotLoggedAreMarkedAskedForOrStop() {
    RowImage partial = image(SpecialValue.NOT_LOGGED);
    assertThat(row(assembler(), RowOperation.UPDATE, partial, parts -> {}).missing().isEmpty())
        .isTrue();
    ValueAssembler asking =
        new ValueAssembler(settings(9, Oversize.FAIL, false, PartialImages.RESELECT));
    assertThat(row(asking, RowOperation.UPDATE, partial, parts -> {}).missing().stream().boxed())
        .containsExactly(NAME);
    ValueAssembler strict =
        new ValueAssembler(settings(9, Oversize.FAIL, false, PartialImages.FAIL));
    assertThatThrownBy(() -> row(strict, RowOperation.UPDATE, partial, parts -> {}))
        .isInstanceOf(CdcException.class)
        .hasMessageContaining("cdc.partial.images");
  }

  @Test
  void everyUnavailableValueOfANewRowIsAskedForInReselectMode() {
    ValueAssembler asking =
        new ValueAssembler(settings(9, Oversize.FAIL, true, PartialImages.MARK));
    assertThat(update(asking, parts -> parts.assigned(TEXT, "x")).missing().stream().boxed())
        .containsExactly(BYTES, XML);
    assertThat(row(asking, RowOperation.DELETE, image("n"), parts -> {}).missing().isEmpty())
        .isTrue();
  }

  @Test
  void aCallGoesOnWithNoValueThatAChangeWithoutValuesMayHaveReplaced() {
    RowId other = new RowId("AAAR3sAAEAAAACXAAC");
    for (RowId changed : new RowId[] {ROW, null, RowId.PLACEHOLDER}) {
      ValueAssembler assembler = assembler();
      assembler.startTransaction(true);
      row(assembler, RowOperation.INSERT, image("n"), parts -> parts.assigned(TEXT, "abc"));
      assembler.passed(TABLE, other);
      assertThat(update(assembler, parts -> parts.kept(TEXT)).after().get(TEXT)).isEqualTo("abc");
      assembler.passed(TABLE, changed);
      assertThat(update(assembler, parts -> parts.kept(TEXT)).after().isUnavailable(TEXT)).isTrue();
    }
  }

  @Test
  void aCallGoesOnWithNoValueThatAnUpdateOfAnUnknownRowMayHaveReplaced() {
    ValueAssembler assembler = assembler();
    assembler.startTransaction(true);
    row(assembler, RowOperation.INSERT, image("n"), parts -> parts.assigned(TEXT, "abc"));
    assembler.begin(TABLE, image("n"), RowId.PLACEHOLDER, RedoAddress.ZERO);
    assembler.assigned(TEXT, "new");
    assembler.complete(RowOperation.UPDATE, image("n"), image("n"), RowId.PLACEHOLDER, "");
    assertThat(update(assembler, parts -> parts.kept(TEXT)).after().isUnavailable(TEXT)).isTrue();
  }
}
