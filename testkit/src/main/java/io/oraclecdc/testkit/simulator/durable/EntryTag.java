package io.oraclecdc.testkit.simulator.durable;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** Kind of an entry; a frame holds one or more, the definitions they need first. */
enum EntryTag {
  /** {@link Creation}. */
  CREATION(1),
  /** Number, table version. */
  TABLE(2),
  /** Number, session. */
  SESSION(3),
  /** Second, transaction, session number, rows. */
  STATEMENT(4),
  /** Second, transaction, changes to keep. */
  UNDO(5),
  /** Second, transaction, XID and START_SCN to compare. */
  COMMIT(6),
  /** Second, transaction. */
  ROLLBACK(7),
  /** DDL statement without redo. */
  DICTIONARY(8),
  /** Second, session number, owner, object, table number or -1, text: a DDL row. */
  DDL_ROW(9),
  /** Sequence, value it continues at. */
  SEQUENCE(10),
  /** Second: the clock went on and somebody saw the SCN. */
  SECOND(11),
  /** Second, thread. */
  SWITCH_LOG(12),
  /** Second, thread, sequence. */
  PURGE(13),
  /** Second, thread, sequence. */
  REMOVE_FILES(14),
  /** Second, thread, sequence. */
  OVERWRITE(15),
  /** Second. */
  HOLD_ARCHIVER(16),
  /** Second. */
  RELEASE_ARCHIVER(17),
  /** Table number, partition: an interval partition that a row made. */
  PARTITION(18),
  /** Second, operation of RedoControl, its arguments. */
  CONTROL(19),
  /** The database was closed. */
  CLOSED(20),
  /** Second, session number, numbers of tables: a dictionary in the redo. */
  DICTIONARY_BUILD(21);

  private static final Map<Integer, EntryTag> ALL =
      Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(t -> t.code, t -> t));

  private final int code;

  EntryTag(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  static EntryTag of(int code) {
    EntryTag tag = ALL.get(code);
    if (tag == null) {
      throw new DirectoryException(
          DirectoryException.Reason.UNKNOWN_VERSION, "unknown kind of journal entry: " + code);
    }
    return tag;
  }
}
