package io.oraclecdc.testkit.simulator.redo;

import org.jspecify.annotations.Nullable;

/**
 * What a row about a single value says: a locator, a write, a trim, an erase, or a part of an XML
 * document or extended string.
 *
 * @param operation which
 * @param column position of the column in the table
 * @param row values of the row at that moment by position, for the WHERE of the row's text; null
 *     where a WHERE cannot name the column
 * @param data the piece, String or byte[]; null when it has none
 * @param amount characters or bytes of the piece, the length of a trim, the extent of an erase
 * @param offset 1-based place in the value, 0 when it has none
 */
@SuppressWarnings("ArrayRecordComponent") // read once, never compared
public record ValuePart(
    RedoOperation operation,
    int column,
    @Nullable Object[] row,
    @Nullable Object data,
    long amount,
    long offset) {}
