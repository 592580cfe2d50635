package io.oraclecdc.engine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.model.Container;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.Column.Use;
import io.oraclecdc.schema.OracleType;
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.RecordKey;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.SpecialValue;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowTest {
  private static final LocalDateTime TIME = LocalDateTime.of(2026, 2, 28, 13, 45, 59);
  private static final TableSchema TABLE =
      new TableSchema(
          TableId.of("APP", "T"),
          new Container(0, "FREE"),
          1,
          1,
          false,
          List.of(
              column("ID", Kind.NUMBER, Use.CAPTURED),
              column("NAME", Kind.VARCHAR2, Use.CAPTURED),
              column("PRICE", Kind.NUMBER, Use.CAPTURED),
              column("RATIO", Kind.BINARY_DOUBLE, Use.CAPTURED),
              column("AT", Kind.DATE, Use.CAPTURED),
              column("ZONED", Kind.TIMESTAMP_WITH_TIME_ZONE, Use.CAPTURED),
              column("MONTHS", Kind.INTERVAL_YEAR_TO_MONTH, Use.CAPTURED),
              column("TOOK", Kind.INTERVAL_DAY_TO_SECOND, Use.CAPTURED),
              column("BYTES", Kind.RAW, Use.CAPTURED),
              column("SECRET", Kind.VARCHAR2, Use.EXCLUDED),
              column("mixed", Kind.VARCHAR2, Use.CAPTURED)),
          new RecordKey(RecordKey.Kind.COLUMNS, List.of(0)),
          TableSchema.SupplementalLogging.ALL);

  private static Column column(String name, Kind kind, Use use) {
    return new Column(name, new OracleType(kind, kind.name(), 0, null, null), true, 1, use, null);
  }

  private static Row row() {
    return new Row(
        TABLE,
        RowImage.owning(
            new Object[] {
              new BigDecimal("7"),
              "hidden text",
              new BigDecimal("1.50"),
              0.25d,
              TIME,
              OffsetDateTime.parse("2026-03-29T01:30:00.5+05:30"),
              Period.of(12, 3, 0),
              Duration.ofSeconds(90),
              new byte[] {1, 2},
              SpecialValue.NOT_LOGGED,
              SpecialValue.SQL_NULL
            }));
  }

  private static Row partial() {
    Object[] values = new Object[11];
    java.util.Arrays.fill(values, SpecialValue.NOT_LOGGED);
    values[1] = SpecialValue.UNAVAILABLE;
    return new Row(TABLE, RowImage.owning(values));
  }

  @Test
  void everyTypeHasItsGetter() {
    Row row = row();
    assertThat(row.getInteger("ID")).isEqualTo(7);
    assertThat(row.getLong("ID")).isEqualTo(7L);
    assertThat(row.getString("NAME")).isEqualTo("hidden text");
    assertThat(row.getBigDecimal("PRICE")).isEqualTo("1.50");
    assertThat(row.getDouble("PRICE")).isEqualTo(1.5);
    assertThat(row.getDouble("RATIO")).isEqualTo(0.25);
    assertThat(row.getLocalDateTime("AT")).isEqualTo(TIME);
    assertThat(row.getOffsetDateTime("ZONED")).hasToString("2026-03-29T01:30:00.500+05:30");
    assertThat(row.getPeriod("MONTHS")).isEqualTo(Period.of(12, 3, 0));
    assertThat(row.getDuration("TOOK")).isEqualTo(Duration.ofSeconds(90));
    assertThat(row.getBytes("BYTES")).containsExactly(1, 2);
  }

  @Test
  void anImageThatAChangeDoesNotHaveSaysSoInsteadOfBlamingTheLogging() {
    Row absent = Row.absent(TABLE, "a delete has no row after it; ask before()");
    assertThat(absent.isLogged("ID")).isFalse();
    assertThatThrownBy(() -> absent.getInteger("ID"))
        .isInstanceOf(ColumnAccessException.class)
        .hasMessageContaining("ID")
        .hasMessageContaining("a delete has no row after it; ask before()")
        .hasMessageNotContaining("supplemental");
  }

  @Test
  void namesAreTakenAsWrittenThenInUpperCase() {
    assertThat(row().getString("name")).isEqualTo("hidden text");
    assertThat(row().getString("mixed")).isNull();
    assertThat(row().isNull("mixed")).isTrue();
  }

  @Test
  void bytesAreACopy() {
    Row row = row();
    byte[] bytes = requireNonNull(row.getBytes("BYTES"));
    bytes[0] = 9;
    assertThat(row.getBytes("BYTES")).containsExactly(1, 2);
  }

  @Test
  void aWrongTypeNamesColumnAndTypesButNoValue() {
    assertThatThrownBy(() -> row().getLocalDateTime("NAME"))
        .isInstanceOf(ColumnAccessException.class)
        .hasMessageContaining("NAME")
        .hasMessageContaining("LocalDateTime")
        .hasMessageContaining("APP.T")
        .hasMessageNotContaining("hidden text");
  }

  @Test
  void aFractionIsNotCutToAnInteger() {
    assertThatThrownBy(() -> row().getInteger("PRICE"))
        .isInstanceOf(ColumnAccessException.class)
        .hasMessageContaining("PRICE")
        .hasMessageContaining("getBigDecimal");
  }

  @Test
  void unknownAndExcludedColumnsAreRefusedWithTheListOfColumns() {
    assertThatThrownBy(() -> row().get("NOPE"))
        .hasMessageContaining("NOPE")
        .hasMessageContaining("PRICE");
    assertThatThrownBy(() -> row().get("SECRET")).isInstanceOf(ColumnAccessException.class);
    assertThat(row().columns()).doesNotContain("SECRET").contains("ID", "mixed");
  }

  @Test
  void whatTheRedoDidNotCarryIsNeitherNullNorAValue() {
    Row partial = partial();
    assertThat(partial.isLogged("ID")).isFalse();
    assertThat(partial.isNull("ID")).isFalse();
    assertThat(partial.isUnavailable("NAME")).isTrue();
    assertThatThrownBy(() -> partial.get("ID")).hasMessageContaining("not logged");
    assertThatThrownBy(() -> partial.getString("NAME")).hasMessageContaining("does not carry");
  }

  @Test
  void toStringShowsNoValues() {
    assertThat(row().toString())
        .contains("APP.T")
        .doesNotContain("hidden text")
        .doesNotContain("7,");
  }
}
