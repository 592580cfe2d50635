package io.oraclecdc.snapshot;

import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.OracleType.Kind;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.HexFormat;
import java.util.Locale;

/**
 * A column by whose values a table is cut. Its values travel as texts: {@code 12.5}, the text
 * itself, {@code 2026-02-28 13:45:59 AD}, {@code CAFE}. A text is bound so that the column itself
 * is compared, never a conversion of it, and an index can be used.
 *
 * @param index place in the layout
 * @param column the column
 */
record KeyColumn(int index, Column column) {

  /** Whether the database orders and compares values of the column in one and the same way. */
  static boolean isUsable(Column column) {
    return !column.nullable()
        && column.isCaptured()
        && !column.isDisguised()
        && switch (column.type().kind()) {
          case NUMBER, FLOAT, VARCHAR2, CHAR, NVARCHAR2, NCHAR, DATE, TIMESTAMP, RAW -> true;
          default -> false;
        };
  }

  String name() {
    return SnapshotSql.column(column.name());
  }

  /** What is selected to get the text. */
  String selected() {
    return switch (column.type().kind()) {
      case DATE -> "TO_CHAR(" + name() + ", '" + SnapshotSql.DATE + "')";
      case TIMESTAMP -> "TO_CHAR(" + name() + ", '" + SnapshotSql.TIMESTAMP + "')";
      default -> name();
    };
  }

  String parameter() {
    return switch (column.type().kind()) {
      case DATE -> "TO_DATE(?, '" + SnapshotSql.DATE + "')";
      case TIMESTAMP -> "TO_TIMESTAMP(?, '" + SnapshotSql.TIMESTAMP + "')";
      default -> "?";
    };
  }

  void bind(PreparedStatement statement, int position, String text) throws SQLException {
    switch (column.type().kind()) {
      case NUMBER, FLOAT -> statement.setBigDecimal(position, new BigDecimal(text));
      case NVARCHAR2, NCHAR -> statement.setNString(position, text);
      case RAW -> statement.setBytes(position, HexFormat.of().parseHex(text));
      default -> statement.setString(position, text);
    }
  }

  String read(ResultSet row, int position) throws SQLException {
    Kind kind = column.type().kind();
    if (kind == Kind.NUMBER || kind == Kind.FLOAT) {
      return plain(row.getBigDecimal(position)).toPlainString();
    }
    if (kind == Kind.RAW) {
      return HexFormat.of().withUpperCase().formatHex(row.getBytes(position));
    }
    return row.getString(position);
  }

  /** The text of a value of a row image. */
  String text(Object value) {
    if (value instanceof BigDecimal number) {
      return number.toPlainString();
    }
    if (value instanceof byte[] bytes) {
      return HexFormat.of().withUpperCase().formatHex(bytes);
    }
    if (value instanceof LocalDateTime time) {
      return text(time);
    }
    return value.toString();
  }

  private String text(LocalDateTime time) {
    boolean common = time.getYear() > 0;
    int year = common ? time.getYear() : 1 - time.getYear();
    String date =
        String.format(
            Locale.ROOT,
            "%04d-%02d-%02d %02d:%02d:%02d",
            year,
            time.getMonthValue(),
            time.getDayOfMonth(),
            time.getHour(),
            time.getMinute(),
            time.getSecond());
    String fraction =
        column.type().kind() == Kind.DATE
            ? ""
            : String.format(Locale.ROOT, ".%09d", time.getNano());
    return date + fraction + (common ? " AD" : " BC");
  }

  /** Without zeros behind the point, never with an exponent: as the redo prints it. */
  static BigDecimal plain(BigDecimal number) {
    if (number.signum() == 0) {
      return BigDecimal.ZERO;
    }
    BigDecimal shortest = number.stripTrailingZeros();
    return shortest.scale() < 0 ? shortest.setScale(0) : shortest;
  }

  /** Name only. */
  @Override
  public String toString() {
    return column.name().toUpperCase(Locale.ROOT);
  }
}
