package io.oraclecdc.testkit.model;

/** What the imagined database does beside plain transactions. */
public enum ModelBehaviour {
  /**
   * Rows of some transactions stay in a private strand, and reach the log with their old SCNs at
   * commit, at a log switch or when the strand is full.
   */
  PRIVATE_STRANDS,
  /** Some commits do not wait until their redo is in the log (COMMIT WRITE NOWAIT). */
  UNFLUSHED_COMMITS,
  /** Some commits share their SCN with another one, of the same thread or of another. */
  COMMITS_AT_ONE_SCN,
  /** Undo and ROLLBACK rows have a partial XID when the START row is not in the mined range. */
  PARTIAL_XIDS,
  /**
   * A rollback to a savepoint ends in a ROLLBACK row with a partial XID when the START row is not
   * in the mined range; the transaction goes on.
   */
  PARTIAL_ROLLBACKS_AFTER_SAVEPOINTS,
  /** Some ROLLBACK rows have an all-zero address. */
  ZERO_ADDRESS_ROLLBACKS,
  /** START rows with an all-zero XID stand between the others. */
  ZERO_XID_STARTS,
  /** COMMIT rows of transactions without changes name thread 0. */
  EMPTY_COMMITS_ON_THREAD_ZERO,
  /** Some transactions have no START row at all. */
  MISSING_STARTS,
  /** Undo rows have no text. Otherwise that of the compensating statement. */
  UNDO_WITHOUT_TEXT,
  /** Threads are closed and opened again, and new ones appear. */
  CLOSING_THREADS,
  /**
   * Instances die with the strands of their transactions; another one undoes the rest in its own
   * thread, with the whole XIDs of the dead transactions.
   */
  DYING_INSTANCES,
  /** Some sessions belong to {@link RedoModel#excludedUsers()}. */
  EXCLUDED_USERS,
  /**
   * Every row names its user. Otherwise only rows of transactions whose START row is in the mined
   * range do.
   */
  USER_ON_EVERY_ROW,
  /** Rows of tables that are not captured are returned too. Otherwise they are filtered. */
  ROWS_OF_OTHER_TABLES,
  /** A table is index-organised: its ROWIDs do not tell rows apart. */
  INDEX_ORGANIZED_TABLE,
  /** Statements are longer than a row of the view and go on in further rows. */
  CONTINUED_STATEMENTS,
  /** A log that was just switched out can be read only some time later. */
  LATE_LOGS,
  /** DDL statements that change no layout. */
  DDL,
  /** A table has LOB columns; each LOB row is a whole block. Not together with the next. */
  LOB_BLOCKS,
  /** A table has LOB columns; LOB rows are fragments behind a locator row. */
  LOB_FRAGMENTS
}
