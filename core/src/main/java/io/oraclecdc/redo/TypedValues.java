package io.oraclecdc.redo;

import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.ColumnCodec;
import io.oraclecdc.value.Literal;
import io.oraclecdc.value.SpecialValue;
import io.oraclecdc.value.ValueCodecs;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Java values by the codecs of a table; columns that are not captured are left out unread, and of
 * those whose values may lie outside the row it is only told that there is one.
 */
final class TypedValues implements ValueReader {
  private final @Nullable ColumnCodec[] codecs;
  private final boolean[] apart;

  private TypedValues(TableSchema table, Function<Column, ColumnCodec> codecOf) {
    List<Column> columns = table.columns();
    codecs = new @Nullable ColumnCodec[columns.size()];
    apart = new boolean[columns.size()];
    for (int i = 0; i < codecs.length; i++) {
      Column column = columns.get(i);
      codecs[i] = column.isCaptured() ? codecOf.apply(column) : null;
      apart[i] = column.type().isKeptApart();
    }
  }

  /** Values of literals as the mining session prints them. */
  static TypedValues of(TableSchema table, ValueCodecs valueCodecs) {
    return new TypedValues(table, valueCodecs::codecFor);
  }

  /** Values of literals that hold the bytes of a data block. */
  static TypedValues ofInternalEncoding(TableSchema table, ValueCodecs valueCodecs) {
    return new TypedValues(table, valueCodecs::internalCodecFor);
  }

  @Override
  public Object read(int column, Literal literal) {
    ColumnCodec codec = codecs[column];
    if (codec == null) {
      // Which rows are one statement depends on whether its first row gave a LOB any value.
      boolean told = apart[column] && literal.kind() != Literal.Kind.NULL;
      return told ? SpecialValue.UNAVAILABLE : SpecialValue.NOT_LOGGED;
    }
    return switch (literal.kind()) {
      case NULL -> SpecialValue.SQL_NULL;
      case UNSUPPORTED -> SpecialValue.UNAVAILABLE;
      default -> codec.decode(literal);
    };
  }
}
