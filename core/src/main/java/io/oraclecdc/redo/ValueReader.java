package io.oraclecdc.redo;

import io.oraclecdc.value.Literal;

/** Turns the literal of a column into what the row image holds. */
interface ValueReader {

  /**
   * The value.
   *
   * @param column index of the column
   * @param literal flyweight, valid during the call
   * @throws io.oraclecdc.value.LiteralException if it is no value of the column
   */
  Object read(int column, Literal literal);
}
