package io.oraclecdc.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.Container;
import io.oraclecdc.model.TableId;
import io.oraclecdc.redo.RedoEvent;
import io.oraclecdc.redo.RowDecoder;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.OracleType;
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.RecordKey;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.testing.TestRow;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.SpecialValue;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FittingDecoderTest {
  private static final TableSchema TABLE =
      new TableSchema(
          TableId.of("APP", "T"),
          new Container(0, "FREE"),
          0,
          1,
          false,
          List.of(
              new Column(
                  "ID",
                  new OracleType(Kind.NUMBER, "NUMBER", 0, 9, 0),
                  false,
                  1,
                  Column.Use.CAPTURED,
                  null),
              new Column(
                  "AT",
                  new OracleType(Kind.TIMESTAMP, "TIMESTAMP(9)", 0, null, 9),
                  true,
                  2,
                  Column.Use.CAPTURED,
                  null)),
          new RecordKey(RecordKey.Kind.COLUMNS, List.of(0)),
          TableSchema.SupplementalLogging.ALL);
  private static final Object END_OF_TIME = LocalDateTime.parse("9999-12-31T23:59:59.5");
  private static final Object NOW = LocalDateTime.parse("2026-01-01T00:00:00");
  private static final BigDecimal ONE = BigDecimal.ONE;
  private static final MinedRow ROW = TestRow.at(5, 1).insert("R1", "1,a");

  @Test
  void VAL_03_aValueThatItsFieldCannotHoldFollowsThePolicy() {
    assertThatThrownBy(() -> decode("dlq", ONE, END_OF_TIME))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("column AT TIMESTAMP(9) of table APP.T")
        .hasMessageContaining("NanoTimestamp")
        .hasMessageNotContaining("9999");
    assertThat(decode("dlq", ONE, NOW)).isInstanceOf(RedoEvent.RowChanged.class);
    assertThat(decode("dlq", ONE, SpecialValue.NOT_LOGGED))
        .isInstanceOf(RedoEvent.RowChanged.class);
    assertThat(decode("dlq", ONE, SpecialValue.SQL_NULL)).isInstanceOf(RedoEvent.RowChanged.class);
  }

  @Test
  void withFailTheRecordStops() {
    assertThat(decode("fail", ONE, END_OF_TIME)).isInstanceOf(RedoEvent.RowChanged.class);
  }

  @Test
  void textHoldsEveryTime() {
    assertThat(decode("dlq", ONE, END_OF_TIME, "cdc.temporal.mode", "iso_string"))
        .isInstanceOf(RedoEvent.RowChanged.class);
  }

  @Test
  void aKeyThatIsNullAndANumberBeyondItsDeclarationAreRefused() {
    assertThatThrownBy(() -> decode("dlq", SpecialValue.SQL_NULL, NOW))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("column ID NUMBER of table APP.T is NULL");
    assertThatThrownBy(() -> decode("dlq", new BigDecimal("99999999999"), NOW))
        .isInstanceOf(DecodeException.class)
        .hasMessageNotContaining("99999999999");
  }

  private static Object decode(String policy, Object id, Object at, String... settings) {
    Map<String, String> properties = new HashMap<>();
    properties.put("cdc.database.url", "jdbc:oracle:thin:@//host/free");
    properties.put("cdc.database.user", "u");
    properties.put("cdc.database.password", "p");
    properties.put("cdc.tables.include", ".*");
    properties.put("cdc.topic.prefix", "cdc");
    properties.put("cdc.snapshot.mode", "none");
    properties.put("cdc.on.decode.error", policy);
    for (int i = 0; i < settings.length; i += 2) {
      properties.put(settings[i], settings[i + 1]);
    }
    RedoEvent event =
        new RedoEvent.RowChanged(
            ROW,
            TABLE,
            RedoEvent.RowOperation.INSERT,
            RowImage.nothingLogged(2),
            RowImage.owning(new Object[] {id, at}),
            false);
    RedoEvent decoded =
        FittingDecoder.of(OracleCdcConfig.from(properties), new Decoded(event)).decode(ROW);
    return decoded == null ? "nothing" : decoded;
  }

  /** Gives one event. */
  private record Decoded(RedoEvent event) implements RowDecoder {
    @Override
    public RedoEvent decode(MinedRow row) {
      return event;
    }

    @Override
    public boolean isInsideStatement() {
      return false;
    }

    @Override
    public void reset() {
      // holds nothing
    }
  }
}
