package io.oraclecdc.auditor;

/**
 * The differences between Debezium's records and the engine's that are meant to be, or Debezium's
 * fault. The page docs/decisions/0021-differences-to-debezium.md says why, one heading per name.
 */
enum Difference {
  /** source.txId is dotted in ours. */
  TRANSACTION_ID,
  /** MicroDuration is float64 in ours. */
  INTERVAL_CLASS,
  /** Debezium's row fields may be required and have defaults. */
  ROW_SCHEMA,
  /** Version of the envelope's schema, and the place of {@code transaction} in it. */
  ENVELOPE,
  /** Numbers of a negative scale are integers in theirs in every mode of decimals. */
  DECIMAL_MODE,
  /** Ours has the name of the pluggable database in topics and schemas. */
  CONTAINER_NAME,
  /** Theirs has fields for LONG and UROWID and no values in them. */
  LONG_VALUES,
  /** Fields of the source block that one side has alone, or that Debezium leaves unset. */
  SOURCE_BLOCK,
  /** What of a layout comes from the driver, or is not asked for, and times of schema changes. */
  SCHEMA_CHANGE,
  /** The scale of a NUMBER that LogMiner prints with an exponent. */
  NUMBER_FORM,
  /** Debezium writes a tombstone without a key after a delete in a table without a key. */
  KEYLESS_TOMBSTONE,
  /** Text of NVARCHAR2 and NCHAR with a backslash or doubled apostrophes: the work has none. */
  NATIONAL_ESCAPES,
  /** Text that begins like a function of SQL: the work has none. */
  FUNCTION_LIKE_TEXT,
  /** With LOBs Debezium merges changes of a row and moves them: rows are compared, not records. */
  LOB_ROWS_MERGED,
  /** Without LOBs ours has no fields for them, and Debezium records of single redo rows. */
  LOBS_SKIPPED,
  /** With LOBs Debezium reads those of a row with a new key again: they are not compared. */
  LOB_KEY_CHANGE,
  /** The buffered adapter with LOBs takes changes back twice: it gets no such work. */
  BUFFERED_LOBS,
  /** Debezium's snapshot leaves out transactions that are open: the work has none then. */
  SNAPSHOT_BOUNDARY,
  /**
   * Debezium leaves its dictionary in the redo behind: it is asked for a new one with every step.
   */
  REDO_DICTIONARY_LEFT_BEHIND
}
