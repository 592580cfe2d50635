package io.oraclecdc.testkit.simulator.durable;

/** Kind of an entry; a frame holds one or more, the definitions they need first. */
enum EntryTag {
  /** {@link Creation}. */
  CREATION,
  /** Number, table version. */
  TABLE,
  /** Number, session. */
  SESSION,
  /** Second, transaction, session number, rows. */
  STATEMENT,
  /** Second, transaction, changes to keep. */
  UNDO,
  /** Second, transaction, XID and START_SCN to compare. */
  COMMIT,
  /** Second, transaction. */
  ROLLBACK,
  /** DDL statement without redo. */
  DICTIONARY,
  /** Second, session number, owner, object, table number or -1, text: a DDL row. */
  DDL_ROW,
  /** Sequence, value it continues at. */
  SEQUENCE,
  /** Second: the clock went on and somebody saw the SCN. */
  SECOND,
  /** Second, thread. */
  SWITCH_LOG,
  /** Second, thread, sequence. */
  PURGE,
  /** Second, thread, sequence. */
  REMOVE_FILES,
  /** Second, thread, sequence. */
  OVERWRITE,
  /** Second. */
  HOLD_ARCHIVER,
  /** Second. */
  RELEASE_ARCHIVER,
  /** Table number, partition: an interval partition that a row made. */
  PARTITION,
  /** Second, operation of RedoControl, its arguments. */
  CONTROL,
  /** The database was closed. */
  CLOSED;

  private static final EntryTag[] ALL = values();

  static EntryTag of(int code) {
    if (code < 0 || code >= ALL.length) {
      throw new DirectoryException(
          DirectoryException.Reason.UNKNOWN_VERSION, "unknown kind of journal entry: " + code);
    }
    return ALL[code];
  }
}
