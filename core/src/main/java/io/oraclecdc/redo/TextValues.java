package io.oraclecdc.redo;

import io.oraclecdc.value.Literal;
import io.oraclecdc.value.SpecialValue;

/**
 * The text of each value: of a quoted literal what stands between its quotes with doubled quotes
 * made single, of a call its source.
 */
final class TextValues implements ValueReader {

  @Override
  public Object read(int column, Literal literal) {
    return switch (literal.kind()) {
      case NULL -> SpecialValue.SQL_NULL;
      case UNSUPPORTED -> SpecialValue.UNAVAILABLE;
      case QUOTED -> literal.text();
      default -> literal.sourceText();
    };
  }
}
