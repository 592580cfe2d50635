package io.oraclecdc.testkit.simulator.redo;

/**
 * A call that changes a LOB in place. Amounts and offsets count characters (an astral one once) or
 * bytes; offsets begin at 1.
 */
public sealed interface LobCall {

  /**
   * DBMS_LOB.WRITE.
   *
   * @param data String or byte[], not empty
   * @param offset where it goes; a gap before it is filled with blanks or zero bytes
   */
  record Write(Object data, long offset) implements LobCall {}

  /**
   * DBMS_LOB.TRIM.
   *
   * @param length what is left
   */
  record Trim(long length) implements LobCall {}

  /**
   * DBMS_LOB.ERASE.
   *
   * @param amount how much becomes blanks or zero bytes
   * @param offset from where
   */
  record Erase(long amount, long offset) implements LobCall {}
}
