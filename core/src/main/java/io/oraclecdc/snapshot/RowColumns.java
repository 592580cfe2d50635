package io.oraclecdc.snapshot;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.ColumnCodec;
import io.oraclecdc.value.Disguises;
import io.oraclecdc.value.Literal;
import io.oraclecdc.value.LiteralException;
import io.oraclecdc.value.SpecialValue;
import io.oraclecdc.value.ValueCodecs;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is selected of a table, and how a row of the result becomes the values that the redo would
 * give: dates, times and intervals come as texts of the same masks and go through the same codecs.
 * Not thread-safe: each reader has its own.
 */
final class RowColumns {
  private static final int PIECE = 32_768;

  private final TableSchema table;
  private final boolean withRowId;
  private final long maxLobBytes;
  private final boolean failOversize;
  private final Disguises disguises;
  private final List<Integer> captured = new ArrayList<>();
  private final @Nullable ColumnCodec[] codecs;
  private final Literal literal = new Literal();

  RowColumns(TableSchema table, boolean withRowId, SnapshotSettings settings) {
    this.table = table;
    this.withRowId = withRowId;
    this.maxLobBytes = settings.maxLobBytes();
    this.failOversize = settings.failOversize();
    this.disguises = settings.codecs().disguises();
    this.codecs = new ColumnCodec[table.columns().size()];
    ValueCodecs all = new ValueCodecs(settings.codecs());
    for (int i = 0; i < codecs.length; i++) {
      Column column = table.columns().get(i);
      if (column.isCaptured()) {
        captured.add(i);
        if (literalKind(column.type().kind()) != null) {
          codecs[i] = all.codecFor(column);
        }
      }
    }
  }

  /** Expressions over {@code T}; at least one. */
  List<String> selected() {
    List<String> selected = new ArrayList<>();
    if (withRowId) {
      selected.add("ROWIDTOCHAR(T.ROWID)");
    }
    for (int index : captured) {
      selected.add(expression(table.columns().get(index)));
    }
    if (selected.isEmpty()) {
      selected.add("1");
    }
    return selected;
  }

  private static String expression(Column column) {
    String name = SnapshotSql.column(column.name());
    return switch (column.type().kind()) {
      case DATE -> "TO_CHAR(" + name + ", '" + SnapshotSql.DATE + "')";
      case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          "TO_CHAR(" + name + ", '" + SnapshotSql.TIMESTAMP + "')";
      case TIMESTAMP_WITH_TIME_ZONE -> "TO_CHAR(" + name + ", '" + SnapshotSql.TIMESTAMP_TZ + "')";
      case INTERVAL_YEAR_TO_MONTH, INTERVAL_DAY_TO_SECOND -> "TO_CHAR(" + name + ")";
      case ROWID -> "ROWIDTOCHAR(" + name + ")";
      case XMLTYPE -> "XMLSERIALIZE(DOCUMENT " + name + " AS CLOB)";
      default -> name;
    };
  }

  private static Literal.@Nullable Kind literalKind(Kind kind) {
    return switch (kind) {
      case DATE -> Literal.Kind.TO_DATE;
      case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> Literal.Kind.TO_TIMESTAMP;
      case TIMESTAMP_WITH_TIME_ZONE -> Literal.Kind.TO_TIMESTAMP_TZ;
      case INTERVAL_YEAR_TO_MONTH -> Literal.Kind.TO_YMINTERVAL;
      case INTERVAL_DAY_TO_SECOND -> Literal.Kind.TO_DSINTERVAL;
      default -> null;
    };
  }

  /** The ROWID of the current row, null when it is not selected. */
  @Nullable String rowId(ResultSet row) throws SQLException {
    return withRowId ? row.getString(1) : null;
  }

  /**
   * The values of the current row, one per column of the layout.
   *
   * @throws CdcException CDC-3001 when a value cannot be read, CDC-3003 when a LOB is too large
   */
  Object[] values(ResultSet row) throws SQLException {
    Object[] values = new Object[table.columns().size()];
    Arrays.fill(values, SpecialValue.NOT_LOGGED);
    int position = withRowId ? 2 : 1;
    for (int index : captured) {
      values[index] = value(row, position++, index);
    }
    return values;
  }

  private Object value(ResultSet row, int position, int index) throws SQLException {
    Column column = table.columns().get(index);
    ColumnCodec codec = codecs[index];
    if (codec != null) {
      String text = row.getString(position);
      return text == null ? SpecialValue.SQL_NULL : decoded(codec, column, text);
    }
    Object value = plain(row, position, column);
    return value == null ? SpecialValue.SQL_NULL : disguises.of(column, value);
  }

  private Object decoded(ColumnCodec codec, Column column, String text) {
    Literal.Kind kind = literalKind(column.type().kind());
    literal.begin(text, kind == null ? Literal.Kind.QUOTED : kind, 0);
    literal.content(0, text.length(), false);
    literal.finish(text.length());
    try {
      return codec.decode(literal);
    } catch (LiteralException e) {
      throw new DecodeException(
          "a value of column " + column.name() + " of table " + table.id() + ": " + e.getMessage(),
          e);
    }
  }

  private @Nullable Object plain(ResultSet row, int position, Column column) throws SQLException {
    return switch (column.type().kind()) {
      case NUMBER, FLOAT -> {
        BigDecimal number = row.getBigDecimal(position);
        yield number == null ? null : KeyColumn.plain(number);
      }
      case BINARY_FLOAT -> {
        float number = row.getFloat(position);
        yield row.wasNull() ? null : (Object) number;
      }
      case BINARY_DOUBLE -> {
        double number = row.getDouble(position);
        yield row.wasNull() ? null : (Object) number;
      }
      case RAW, LONG_RAW -> row.getBytes(position);
      case CLOB, NCLOB, XMLTYPE -> text(row.getCharacterStream(position), column);
      case BLOB -> bytes(row.getBinaryStream(position), column);
      default -> row.getString(position);
    };
  }

  private @Nullable Object text(@Nullable Reader stream, Column column) throws SQLException {
    if (stream == null) {
      return null;
    }
    List<String> pieces = new ArrayList<>();
    char[] buffer = new char[PIECE];
    long bytes = 0;
    try (stream) {
      for (int read = stream.read(buffer); read >= 0; read = stream.read(buffer)) {
        for (int i = 0; i < read; i++) {
          char c = buffer[i];
          bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
        }
        if (isTooLarge(bytes)) {
          return tooLarge(column, bytes);
        }
        pieces.add(new String(buffer, 0, read));
      }
      return String.join("", pieces);
    } catch (IOException e) {
      throw new SQLException("a LOB could not be read to its end", e);
    }
  }

  private @Nullable Object bytes(@Nullable InputStream stream, Column column) throws SQLException {
    if (stream == null) {
      return null;
    }
    List<byte[]> pieces = new ArrayList<>();
    byte[] buffer = new byte[PIECE];
    int size = 0;
    try (stream) {
      for (int read = stream.read(buffer); read >= 0; read = stream.read(buffer)) {
        if (isTooLarge(size + (long) read)) {
          return tooLarge(column, size + (long) read);
        }
        pieces.add(Arrays.copyOf(buffer, read));
        size += read;
      }
    } catch (IOException e) {
      throw new SQLException("a LOB could not be read to its end", e);
    }
    byte[] data = new byte[size];
    int at = 0;
    for (byte[] piece : pieces) {
      System.arraycopy(piece, 0, data, at, piece.length);
      at += piece.length;
    }
    return data;
  }

  private boolean isTooLarge(long bytes) {
    return bytes > maxLobBytes || bytes > Runtime.getRuntime().maxMemory() / 4;
  }

  private SpecialValue tooLarge(Column column, long bytes) {
    if (!failOversize) {
      return SpecialValue.UNAVAILABLE;
    }
    throw new CdcException(
        ErrorCode.LOB_TOO_LARGE,
        "a value of column "
            + column.name()
            + " of table "
            + table.id()
            + " has at least "
            + bytes
            + " bytes, more than cdc.lob.max.bytes ("
            + maxLobBytes
            + ") or the heap allow, in a row that a snapshot read");
  }
}
