package io.oraclecdc.engine;

/** What happened: to a row, to a table, or in the stream. */
public enum Operation {
  /** A new row. */
  INSERT,
  /** Changed values, possibly of the key. */
  UPDATE,
  /** A removed row. */
  DELETE,
  /** A row that a snapshot read; it has an {@code after}, no {@code before} and no transaction. */
  READ,
  /** Every row of a table removed by TRUNCATE TABLE ({@code cdc.truncate.emit}). */
  TRUNCATE,
  /**
   * The layout of a table: at the start, or after a statement of DDL ({@code
   * cdc.schema.changes.topic.enabled}).
   */
  SCHEMA_CHANGE,
  /** The changes of a transaction follow ({@code cdc.transactions.topic.enabled}). */
  TRANSACTION_BEGIN,
  /** The changes of a transaction are complete ({@code cdc.transactions.topic.enabled}). */
  TRANSACTION_END,
  /** Nothing happened, but the position moved ({@link EngineBuilder#withHeartbeats}). */
  HEARTBEAT;

  /** Whether it is a change of one row. */
  public boolean isOfRow() {
    return this == INSERT || this == UPDATE || this == DELETE;
  }
}
