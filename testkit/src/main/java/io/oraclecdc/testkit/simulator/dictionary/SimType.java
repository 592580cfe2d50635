package io.oraclecdc.testkit.simulator.dictionary;

import org.jspecify.annotations.Nullable;

/**
 * A column type as Oracle's dictionary describes it.
 *
 * <p>Java class of a value in {@link io.oraclecdc.testkit.simulator.redo.RowChange}, by {@code
 * name}:
 *
 * <pre>
 * VARCHAR2 NVARCHAR2 CHAR NCHAR LONG CLOB NCLOB ROWID UROWID   String (CHAR and NCHAR padded)
 * NUMBER FLOAT                                                 BigDecimal, no trailing zeros
 * BINARY_FLOAT / BINARY_DOUBLE                                 Float / Double
 * DATE TIMESTAMP                                               LocalDateTime
 * TIMESTAMP WITH TIME ZONE                                     OffsetDateTime (stored offset)
 * TIMESTAMP WITH LOCAL TIME ZONE                               OffsetDateTime (UTC)
 * INTERVAL YEAR TO MONTH                                       Integer (months), Long beyond 32 bits
 * INTERVAL DAY TO SECOND                                       Duration
 * RAW LONG RAW BLOB                                            byte[]
 * </pre>
 *
 * SQL NULL is Java null.
 *
 * @param name base name without lengths: {@code NUMBER}, {@code TIMESTAMP}, {@code TIMESTAMP WITH
 *     TIME ZONE} ...
 * @param length DATA_LENGTH in bytes; 22 for NUMBER, 7 for DATE
 * @param charLength CHAR_LENGTH in characters, 0 for other types
 * @param charUsed {@code "C"}, {@code "B"} or null for other types
 * @param precision DATA_PRECISION: decimal digits of NUMBER, bits of FLOAT, leading digits of an
 *     interval; null if none
 * @param scale DATA_SCALE: scale of NUMBER, fraction digits of TIMESTAMP and of INTERVAL DAY TO
 *     SECOND; null if none
 */
public record SimType(
    String name,
    int length,
    int charLength,
    @Nullable String charUsed,
    @Nullable Integer precision,
    @Nullable Integer scale) {

  /**
   * DATA_TYPE as DBA_TAB_COLS shows it, for example {@code TIMESTAMP(6) WITH TIME ZONE} or {@code
   * NUMBER}.
   */
  public String dataType() {
    return switch (name) {
      case "TIMESTAMP" -> "TIMESTAMP(" + scale + ")";
      case "TIMESTAMP WITH TIME ZONE" -> "TIMESTAMP(" + scale + ") WITH TIME ZONE";
      case "TIMESTAMP WITH LOCAL TIME ZONE" -> "TIMESTAMP(" + scale + ") WITH LOCAL TIME ZONE";
      case "INTERVAL YEAR TO MONTH" -> "INTERVAL YEAR(" + precision + ") TO MONTH";
      case "INTERVAL DAY TO SECOND" -> "INTERVAL DAY(" + precision + ") TO SECOND(" + scale + ")";
      default -> name;
    };
  }
}
