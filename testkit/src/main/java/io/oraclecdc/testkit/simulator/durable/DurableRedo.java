package io.oraclecdc.testkit.simulator.durable;

import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.logmnr.SimInstance;
import io.oraclecdc.testkit.simulator.redo.ForwardingRedo;
import io.oraclecdc.testkit.simulator.redo.RedoControl;
import io.oraclecdc.testkit.simulator.redo.RedoDatabase;
import io.oraclecdc.testkit.simulator.redo.RedoTransaction;
import io.oraclecdc.testkit.simulator.redo.RowChange;
import io.oraclecdc.testkit.simulator.redo.SessionInfo;
import io.oraclecdc.testkit.simulator.session.ChangeJournal;
import io.oraclecdc.testkit.simulator.session.DictionaryChange;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/*
 * How a directory keeps a database
 * ================================
 * The redo half is a function: the same calls in the same order at the same seconds give the same
 * redo, byte by byte, with the same SCNs, XIDs and addresses. So the journal holds the calls, each
 * written before it is made. One lock makes the order of the journal the order of the calls, and
 * the clock stands still during each. Readers move the SCN forward as seconds pass, but only by the
 * seconds, so it does not matter when they looked.
 *
 * What a call needs is in its entry or was defined before: table versions and sessions by number,
 * rows with ROWID and all their values, before and after, LOBs included.
 *
 * A commit returns when its entry is on disk. It is visible to others a moment earlier, as in every
 * database with a log writer, but not to LogMiner, nor is an SCN handed out that covers it: both
 * wait until the journal is safe up to there (see settled()). A capture therefore never sees what a
 * crash could take back.
 */

/**
 * The redo half of a database in a directory: writes every call to the journal before the redo half
 * behind it makes redo of it. Thread-safe.
 */
@SuppressWarnings("EnumOrdinal") // the file format: constants are only ever added at the end
final class DurableRedo extends ForwardingRedo implements ChangeJournal {
  private final RedoDatabase redo;
  private final PinnedClock clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Definitions definitions;
  private final Map<RedoTransaction, Integer> transactions = new HashMap<>();
  private final Runnable released;
  private int lastTransaction;
  private volatile @Nullable Journal journal;
  private volatile long lastSecond;

  /**
   * Makes the redo half; nothing is written before {@link #goOn}.
   *
   * @param redo what makes redo
   * @param clock its clock
   * @param definitions filled by the recovery
   * @param released runs when the journal was closed
   */
  DurableRedo(RedoDatabase redo, PinnedClock clock, Definitions definitions, Runnable released) {
    super(redo);
    this.redo = redo;
    this.clock = clock;
    this.definitions = definitions;
    this.released = released;
  }

  /** From now on calls are kept. */
  void goOn(Journal open, Map<Integer, RedoTransaction> unfinished, int last) {
    unfinished.forEach((number, transaction) -> transactions.put(transaction, number));
    lastTransaction = last;
    lastSecond = clock.latestSecond();
    journal = open;
  }

  private Journal journal() {
    Journal open = journal;
    if (open == null) {
      throw new IllegalStateException("the journal is not open");
    }
    return open;
  }

  /** Returns when everything that was written is on disk, with the second an SCN was taken in. */
  void settled() {
    Journal open = journal;
    if (open == null) {
      return;
    }
    long second = clock.latestSecond();
    if (second > lastSecond) {
      lastSecond = second;
      FieldWriter entry = new FieldWriter();
      entry.u8(EntryTag.SECOND.code());
      entry.i64(second);
      open.append(entry.toBytes());
    }
    open.sync(open.end());
  }

  private <T> T step(EntryTag tag, FieldWriter entry, Supplier<T> rest) {
    lock.lock();
    try {
      begin(tag, entry);
      return rest.get();
    } finally {
      clock.unpin();
      lock.unlock();
    }
  }

  private void begin(EntryTag tag, FieldWriter entry) {
    long second = clock.pin();
    lastSecond = Math.max(lastSecond, second);
    entry.u8(tag.code());
    entry.i64(second);
  }

  // ---- what sessions do

  @Override
  public void statement(RedoTransaction transaction, List<RowChange> rows) {
    if (rows.isEmpty()) {
      return;
    }
    FieldWriter entry = new FieldWriter();
    lock.lock();
    try {
      int session = definitions.number(entry, transaction.session());
      for (RowChange row : rows) {
        definitions.number(entry, row.table());
        definitions.partitions(entry, row.table());
      }
      Integer number = transactions.get(transaction);
      if (number == null) {
        number = ++lastTransaction;
        transactions.put(transaction, number);
      }
      begin(EntryTag.STATEMENT, entry);
      entry.i32(number);
      entry.i32(session);
      RowEntries.write(entry, rows, definitions);
      journal().append(entry.toBytes());
      redo.statement(transaction, rows);
    } finally {
      clock.unpin();
      lock.unlock();
    }
    journal().relieve();
  }

  @Override
  public void undoTo(RedoTransaction transaction, int keep) {
    FieldWriter entry = new FieldWriter();
    lock.lock();
    try {
      Integer number = transactions.get(transaction);
      if (number != null) {
        begin(EntryTag.UNDO, entry);
        entry.i32(number);
        entry.i32(keep);
        journal().append(entry.toBytes());
      }
      redo.undoTo(transaction, keep);
    } finally {
      clock.unpin();
      lock.unlock();
    }
  }

  @Override
  public long commit(RedoTransaction transaction, InnerCommit innerCommit) throws SQLException {
    long scn;
    long end;
    lock.lock();
    try {
      Integer number = transactions.get(transaction);
      if (number == null) {
        return redo.commit(transaction, innerCommit);
      }
      FieldWriter entry = new FieldWriter();
      begin(EntryTag.COMMIT, entry);
      entry.i32(number);
      entry.text(String.valueOf(transaction.xid()));
      entry.i64(transaction.startScn());
      scn =
          redo.commit(
              transaction,
              () -> {
                innerCommit.run();
                journal().append(entry.toBytes());
              });
      transactions.remove(transaction);
      end = journal().end();
    } finally {
      clock.unpin();
      lock.unlock();
    }
    force(end);
    return scn;
  }

  private void force(long end) throws SQLException {
    try {
      journal().sync(end);
    } catch (DirectoryException e) {
      SQLException dead = OraErrors.of(1092, "ORACLE instance terminated. Disconnection forced");
      dead.initCause(e);
      throw dead;
    }
  }

  @Override
  public void rollback(RedoTransaction transaction) {
    FieldWriter entry = new FieldWriter();
    lock.lock();
    try {
      Integer number = transactions.remove(transaction);
      if (number != null) {
        begin(EntryTag.ROLLBACK, entry);
        entry.i32(number);
        journal().append(entry.toBytes());
      }
      redo.rollback(transaction);
    } finally {
      clock.unpin();
      lock.unlock();
    }
  }

  @Override
  public long ddl(
      SessionInfo session,
      @Nullable String owner,
      @Nullable String objectName,
      @Nullable SimTable table,
      String text) {
    return write(null, session, owner, objectName, table, text);
  }

  @Override
  public long ddl(
      @Nullable DictionaryChange change,
      SessionInfo session,
      @Nullable String owner,
      @Nullable String objectName,
      @Nullable SimTable table,
      String text) {
    return write(change, session, owner, objectName, table, text);
  }

  private long write(
      @Nullable DictionaryChange change,
      SessionInfo session,
      @Nullable String owner,
      @Nullable String objectName,
      @Nullable SimTable table,
      String text) {
    FieldWriter entry = new FieldWriter();
    lock.lock();
    try {
      int sessionNumber = definitions.number(entry, session);
      int tableNumber = table == null ? -1 : definitions.number(entry, table);
      if (change != null) {
        entry.u8(EntryTag.DICTIONARY.code());
        entry.value(change);
      }
      begin(EntryTag.DDL_ROW, entry);
      entry.i32(sessionNumber);
      entry.value(owner);
      entry.value(objectName);
      entry.i32(tableNumber);
      entry.text(text);
      journal().append(entry.toBytes());
      return redo.ddl(session, owner, objectName, table, text);
    } finally {
      clock.unpin();
      lock.unlock();
    }
  }

  @Override
  public void dictionary(DictionaryChange change) {
    FieldWriter entry = new FieldWriter();
    entry.u8(EntryTag.DICTIONARY.code());
    entry.value(change);
    appendLocked(entry);
  }

  @Override
  public void sequence(int containerId, ObjectKey key, BigDecimal next) {
    FieldWriter entry = new FieldWriter();
    entry.u8(EntryTag.SEQUENCE.code());
    entry.i32(containerId);
    entry.value(key);
    entry.value(next);
    appendLocked(entry);
  }

  private void appendLocked(FieldWriter entry) {
    lock.lock();
    try {
      journal().append(entry.toBytes());
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void sync() {
    journal().sync(journal().end());
  }

  // ---- what operators do

  private void log(EntryTag tag, int thread, long sequence, Runnable rest) {
    FieldWriter entry = new FieldWriter();
    step(
        tag,
        entry,
        () -> {
          entry.i32(thread);
          entry.i64(sequence);
          journal().append(entry.toBytes());
          rest.run();
          return true;
        });
    sync();
  }

  @Override
  public void switchLog(int thread) {
    log(EntryTag.SWITCH_LOG, thread, 0, () -> redo.switchLog(thread));
  }

  @Override
  public void purgeArchived(int thread, long upToSequence) {
    log(EntryTag.PURGE, thread, upToSequence, () -> redo.purgeArchived(thread, upToSequence));
  }

  @Override
  public void removeArchivedFiles(int thread, long upToSequence) {
    log(
        EntryTag.REMOVE_FILES,
        thread,
        upToSequence,
        () -> redo.removeArchivedFiles(thread, upToSequence));
  }

  @Override
  public void overwriteOnline(int thread, long sequence) {
    log(EntryTag.OVERWRITE, thread, sequence, () -> redo.overwriteOnline(thread, sequence));
  }

  @Override
  public void buildDictionary(SessionInfo session, Collection<SimTable> tables) {
    FieldWriter entry = new FieldWriter();
    lock.lock();
    try {
      int sessionNumber = definitions.number(entry, session);
      List<Integer> numbers = new ArrayList<>();
      for (SimTable table : tables) {
        numbers.add(definitions.number(entry, table));
      }
      begin(EntryTag.DICTIONARY_BUILD, entry);
      entry.i32(sessionNumber);
      entry.i32(numbers.size());
      numbers.forEach(entry::i32);
      journal().append(entry.toBytes());
      redo.buildDictionary(session, tables);
    } finally {
      clock.unpin();
      lock.unlock();
    }
    sync();
  }

  @Override
  public void holdArchiver() {
    log(EntryTag.HOLD_ARCHIVER, 0, 0, redo::holdArchiver);
  }

  @Override
  public void releaseArchiver() {
    log(EntryTag.RELEASE_ARCHIVER, 0, 0, redo::releaseArchiver);
  }

  @Override
  public RedoControl control() {
    return redo.control().keptBy(this::keep);
  }

  private void keep(String operation, List<Object> arguments, Runnable rest) {
    if (operation.equals("crash") || operation.equals("recover")) {
      throw new UnsupportedOperationException(
          "an instance of a database in a directory cannot die alone: end the process, or copy the"
              + " directory");
    }
    FieldWriter entry = new FieldWriter();
    step(
        EntryTag.CONTROL,
        entry,
        () -> {
          entry.text(operation);
          entry.value(arguments);
          journal().append(entry.toBytes());
          rest.run();
          return true;
        });
    sync();
  }

  @Override
  public RedoDatabase forContainer(SimInstance container) {
    return redo.forContainer(container, this);
  }

  /** Closes the journal; what was not committed has been rolled back before. */
  @Override
  public void close() {
    try {
      Journal open = journal;
      if (open != null) {
        FieldWriter entry = new FieldWriter();
        entry.u8(EntryTag.CLOSED.code());
        open.sync(open.end());
        open.sync(open.append(entry.toBytes()));
        open.close();
      }
    } finally {
      redo.close();
      released.run();
    }
  }
}
