package io.oraclecdc.redo;

import static io.oraclecdc.redo.RedoFixtures.change;
import static io.oraclecdc.redo.RedoFixtures.decoder;
import static io.oraclecdc.redo.RedoFixtures.defaultTable;
import static io.oraclecdc.redo.RedoFixtures.row;
import static io.oraclecdc.redo.RedoFixtures.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.redo.RedoEvent.RowChanged;
import io.oraclecdc.schema.DdlEffect;
import io.oraclecdc.schema.SchemaCatalog;
import io.oraclecdc.schema.SegmentRef;
import io.oraclecdc.schema.TableSchema;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** STATUS of rows, and rows that LogMiner's dictionary does not fit. */
class StatusOfRowsTest {
  private static final String INSERT = "insert into \"APP\".\"T\"(\"ID\") values ('1')";

  private final TableSchema table = defaultTable();
  private final SqlRedoDecoder decoder = decoder(table);

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
      public List<TableSchema> tables() {
        return List.of();
      }

      @Override
      public DdlEffect ddl(
          SegmentRef segment, RedoThread thread, RedoAddress address, Scn scn, String sql) {
        return DdlEffect.NONE;
      }
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
}
