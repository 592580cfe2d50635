package io.oraclecdc.redo;

/**
 * One call that changes a LOB. Amounts and offsets count characters of text, an astral one once,
 * and bytes of a BLOB; offsets begin at 1. {@code toString} gives lengths, never data.
 */
public sealed interface LobCall {

  /**
   * Writes over what is there, or beyond its end.
   *
   * @param data {@code String} or {@code byte[]}; bytes for a text column are of its character set
   * @param amount how many characters or bytes the data is
   * @param offset where it goes
   */
  record Write(Object data, long amount, long offset) implements LobCall {
    @Override
    public String toString() {
      return "write of " + amount + " at " + offset;
    }
  }

  /**
   * Cuts the value.
   *
   * @param length what is left
   */
  record Trim(long length) implements LobCall {}

  /**
   * Puts blanks or zero bytes over a part; the length stays.
   *
   * @param amount how many
   * @param offset from where
   */
  record Erase(long amount, long offset) implements LobCall {}
}
