package io.oraclecdc.engine;

/** What happened to a row. */
public enum Operation {
  /** A new row. */
  INSERT,
  /** Changed values, possibly of the key. */
  UPDATE,
  /** A removed row. */
  DELETE,
  /** A row that a snapshot read; it has an {@code after} and no transaction. */
  READ
}
