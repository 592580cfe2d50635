package io.oraclecdc.value;

/**
 * LOB and XML columns. Their values are spread over several rows, and what one statement shows may
 * be a placeholder, so a single literal is never taken for the value.
 */
final class LobCodec implements ColumnCodec {

  @Override
  public Object decode(Literal literal) {
    throw new LiteralException(
        literal.sourceStart(),
        "values of LOB columns are not assembled by this version; set cdc.lob.mode=skip or exclude"
            + " the column");
  }
}
