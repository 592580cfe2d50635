package io.oraclecdc.errors;

/**
 * The stable codes of everything that can stop capture. Codes are never reused; each has a page
 * {@code docs/errors/<code>.md}.
 */
public enum ErrorCode {
  TRANSIENT_DATABASE(
      "CDC-1001",
      Retry.SESSION,
      "The database cannot be reached, or answered with an error that was not known to be safe to retry.",
      "Restore the database, listener or network and start again; name a code that is safe to retry in cdc.retry.extra.error.codes."),
  MINING_STEP_RETRY(
      "CDC-1002",
      Retry.STEP,
      "A LogMiner step failed in a way that mining the same range again mends.",
      "Look at archiving and at the size and number of the online redo logs, then start again."),
  LOG_GAP(
      "CDC-2001",
      Retry.NEVER,
      "Redo that mining must pass through is not in any log.",
      "Restore the missing log, or point cdc.archive.destination to a complete copy, then start again."),
  LOG_PURGED(
      "CDC-2002",
      Retry.NEVER,
      "A redo log that is still needed was removed.",
      "Restore the log from backup and start again; keep archived logs longer than the longest stop."),
  DECODE(
      "CDC-3001",
      Retry.NEVER,
      "A row or a table cannot be turned into a record without guessing.",
      "Exclude the table or the column, give it a key, or choose another mapping; the row is still there after a restart."),
  CORRUPTION(
      "CDC-3002",
      Retry.NEVER,
      "Redo or a state file is damaged.",
      "Validate or restore the named log or file and start again."),
  LOB_TOO_LARGE(
      "CDC-3003",
      Retry.NEVER,
      "A committed LOB value is larger than cdc.lob.max.bytes.",
      "Raise cdc.lob.max.bytes (and what consumers accept), set cdc.lob.oversize.action=placeholder, or skip LOBs."),
  BUFFER_EXHAUSTED(
      "CDC-4001",
      Retry.NEVER,
      "Open transactions need more room than the buffer may use on disk.",
      "Raise cdc.buffer.spill.max.bytes or the volume, or end the named transactions; after a restart open transactions are mined again."),
  JOURNAL(
      "CDC-4002",
      Retry.NEVER,
      "Position, journal and schema history are not one set: one was lost, is damaged, or belongs to another position.",
      "Restore position and journal from one copy of the state directory; or remove both, start anew and load the tables anew."),
  MINING_STALLED(
      "CDC-4003",
      Retry.NEVER,
      "One redo log, or a range that must not be divided, takes longer than its limit.",
      "Raise cdc.mining.query.timeout.ms, or make the redo logs smaller."),
  TRANSACTION_TOO_OLD(
      "CDC-4004",
      Retry.NEVER,
      "A transaction is open for longer than cdc.transaction.max.age.ms.",
      "End the transaction, raise the limit, or set cdc.transaction.max.age.action=discard to go on without it."),
  TRANSACTION_TOO_LARGE(
      "CDC-4005",
      Retry.NEVER,
      "A transaction has more changes than cdc.transaction.max.changes.",
      "Raise the limit, or set cdc.transaction.max.changes.action=discard to go on without the transaction."),
  TOPOLOGY(
      "CDC-5001",
      Retry.NEVER,
      "This is not the database, role or redo thread that the settings and the stored position are about.",
      "Connect to the right database, or remove the stored state to start anew."),
  PRIVILEGE(
      "CDC-5002",
      Retry.NEVER,
      "The login was refused or a grant is missing.",
      "Give the named grant, or correct user and password."),
  PRECONDITION(
      "CDC-5003",
      Retry.NEVER,
      "The database is not set up for capture.",
      "Run the SQL that each finding names."),
  DICTIONARY_UNAVAILABLE(
      "CDC-6001",
      Retry.NEVER,
      "A row is older than the table layout that the dictionary still knows.",
      "Start from an SCN after the DDL and load the table anew."),
  UNSUPPORTED_DDL(
      "CDC-6002",
      Retry.NEVER,
      "A DDL statement changed a captured table in a way that is not understood.",
      "Report the statement; exclude the table, or start after the DDL when the layout did not change."),
  SCHEMA_MISMATCH(
      "CDC-6003",
      Retry.NEVER,
      "The stored layout of a table is not the one of the dictionary, and no statement in the redo explains it.",
      "Use the state directory that belongs to this database and position, or exclude the table and load it anew."),
  NAME_COLLISION(
      "CDC-6004",
      Retry.NEVER,
      "Two tables or two columns would share one name in the records.",
      "Choose another template or adjustment mode, exclude one of them, or rename it."),
  ORPHAN_RELEASE_VIOLATION(
      "CDC-7001",
      Retry.NEVER,
      "A transaction committed that was released because the database did not know it any more.",
      "Load its tables anew from the named SCN on, and report the rows of the transaction; cdc.transaction.orphan.action=fail stops before a release."),
  ORPHAN_TRANSACTION(
      "CDC-7002",
      Retry.NEVER,
      "The database does not know an open transaction any more, and the redo has no end of it.",
      "Find out how it ended; cdc.transaction.orphan.action=release counts such transactions as rolled back."),
  SNAPSHOT_TOO_OLD(
      "CDC-8001",
      Retry.NEVER,
      "Rows of a table cannot be read as of an SCN, because the database keeps its undo for too short a time.",
      "Raise UNDO_RETENTION (and the undo tablespace) or lower cdc.snapshot.chunk.rows and start again: the snapshot goes on at this chunk."),
  CONFIGURATION(
      "CDC-9001",
      Retry.NEVER,
      "Settings are missing, wrong or contradict each other.",
      "Correct the named properties.");

  /** What may be tried again, and at which level. */
  public enum Retry {
    /** Nothing: the same would happen again. */
    NEVER,
    /** The same mining step on the same session. */
    STEP,
    /** Everything on new sessions. */
    SESSION
  }

  private final String code;
  private final Retry retry;
  private final String meaning;
  private final String operatorAction;

  ErrorCode(String code, Retry retry, String meaning, String operatorAction) {
    this.code = code;
    this.retry = retry;
    this.meaning = meaning;
    this.operatorAction = operatorAction;
  }

  /** The code as users see it, for example {@code CDC-2001}. */
  public String code() {
    return code;
  }

  /** What the library itself tries again before it stops with this code. */
  public Retry retry() {
    return retry;
  }

  /** What happened, in one sentence. */
  public String meaning() {
    return meaning;
  }

  /** What an operator does about it. */
  public String operatorAction() {
    return operatorAction;
  }

  /** Where the documentation of this code is, relative to the repository. */
  public String page() {
    return "docs/errors/" + code + ".md";
  }
}
