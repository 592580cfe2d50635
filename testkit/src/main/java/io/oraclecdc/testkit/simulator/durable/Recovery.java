package io.oraclecdc.testkit.simulator.durable;

import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.Partitioning;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.durable.DirectoryException.Reason;
import io.oraclecdc.testkit.simulator.redo.ArchiverStuckException;
import io.oraclecdc.testkit.simulator.redo.RedoControl;
import io.oraclecdc.testkit.simulator.redo.RedoDatabase;
import io.oraclecdc.testkit.simulator.redo.RedoTransaction;
import io.oraclecdc.testkit.simulator.redo.RowChange;
import io.oraclecdc.testkit.simulator.redo.SessionInfo;
import io.oraclecdc.testkit.simulator.session.DictionaryChange;
import io.oraclecdc.testkit.simulator.session.Restoration;
import java.io.IOException;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rolls a fresh database forward from a journal: the redo call by call, the tables commit by
 * commit. Transactions without an end are left to the caller. Used once, by one thread.
 */
final class Recovery {
  private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

  private final RedoDatabase redo;
  private final PinnedClock clock;
  private final Definitions definitions;
  private final Restoration tables;
  private final Map<Integer, RedoTransaction> open = new TreeMap<>();
  private final Map<SequenceName, BigDecimal> sequences = new LinkedHashMap<>();
  private int lastTransaction;

  private record SequenceName(int containerId, ObjectKey key) {}

  Recovery(RedoDatabase redo, PinnedClock clock, Definitions definitions, Restoration tables) {
    this.redo = redo;
    this.clock = clock;
    this.definitions = definitions;
    this.tables = tables;
  }

  /** Transactions that had not ended, by number. */
  Map<Integer, RedoTransaction> open() {
    return open;
  }

  /** The highest number of a transaction. */
  int lastTransaction() {
    return lastTransaction;
  }

  /** Reads everything that is left. */
  void run(JournalReader reader) throws IOException, SQLException {
    long at = reader.position();
    try {
      byte[] payload = reader.next();
      while (payload != null) {
        FieldReader entry = new FieldReader(payload, clock);
        while (!entry.atEnd()) {
          repeat(EntryTag.of(entry.u8()), entry);
        }
        at = reader.position();
        payload = reader.next();
      }
      applySequences();
    } catch (SQLException e) {
      throw new DirectoryException(
          Reason.DAMAGED, "what the journal says at byte " + at + " cannot be repeated", e);
    } finally {
      clock.unpin();
    }
  }

  private void repeat(EntryTag tag, FieldReader entry) throws SQLException {
    switch (tag) {
      case TABLE -> definitions.add(shared(entry.value(SimTable.class)));
      case SESSION -> definitions.add(entry.value(SessionInfo.class));
      case DICTIONARY -> dictionary(entry.value(DictionaryChange.class));
      case SEQUENCE -> {
        int container = entry.i32();
        SequenceName name = new SequenceName(container, entry.value(ObjectKey.class));
        sequences.put(name, entry.value(BigDecimal.class));
      }
      case PARTITION -> {
        SimTable table = definitions.table(entry.i32());
        tables.partition(table, entry.value(Partitioning.Partition.class));
        definitions.knows(table);
      }
      case CREATION ->
          throw new DirectoryException(Reason.DAMAGED, "the journal begins a second time");
      case CLOSED -> {
        // nothing happened
      }
      default -> {
        clock.pinAt(Instant.ofEpochSecond(entry.i64()));
        timed(tag, entry);
      }
    }
  }

  private void timed(EntryTag tag, FieldReader entry) throws SQLException {
    switch (tag) {
      case STATEMENT -> statement(entry);
      case UNDO -> redo.undoTo(transaction(entry.i32()), entry.i32());
      case COMMIT -> commit(entry);
      case ROLLBACK -> redo.rollback(ended(entry.i32()));
      case DDL_ROW -> ddlRow(entry);
      case DICTIONARY_BUILD -> dictionaryBuild(entry);
      case SECOND -> redo.currentScn();
      case CONTROL -> control(entry.text(), entry.value(List.class));
      default -> log(tag, entry.i32(), entry.i64());
    }
  }

  /** What failed for want of an archive destination failed, and left, the same when it was kept. */
  private static void repeat(Runnable step) {
    try {
      step.run();
    } catch (ArchiverStuckException e) {
      LOG.debug("a log switch fails as it did before", e);
    }
  }

  private void log(EntryTag tag, int thread, long sequence) {
    switch (tag) {
      case SWITCH_LOG -> repeat(() -> redo.switchLog(thread));
      case PURGE -> redo.purgeArchived(thread, sequence);
      case REMOVE_FILES -> redo.removeArchivedFiles(thread, sequence);
      case OVERWRITE -> repeat(() -> redo.overwriteOnline(thread, sequence));
      case HOLD_ARCHIVER -> redo.holdArchiver();
      case RELEASE_ARCHIVER -> redo.releaseArchiver();
      default -> throw new DirectoryException(Reason.UNKNOWN_VERSION, "unexpected entry " + tag);
    }
  }

  /** Repeats a change that an administrator made; it was kept by the name of its method. */
  private void control(String operation, List<?> arguments) {
    Method method =
        Arrays.stream(RedoControl.class.getMethods())
            .filter(m -> m.getName().equals(operation))
            .filter(m -> m.getParameterCount() == arguments.size())
            .findFirst()
            .orElseThrow(
                () ->
                    new DirectoryException(
                        Reason.UNKNOWN_VERSION, "unknown operation " + operation));
    try {
      method.invoke(redo.control(), arguments.toArray());
    } catch (ReflectiveOperationException e) {
      if (e.getCause() instanceof ArchiverStuckException) {
        return; // it failed when it was kept, too
      }
      throw new DirectoryException(
          Reason.DAMAGED, "operation " + operation + " cannot be repeated", e);
    }
  }

  /**
   * All versions of a table between two changes of its partitions know the same interval
   * partitions: they share them with the dictionary.
   */
  private SimTable shared(SimTable read) {
    Partitioning partitioning = read.storage().partitioning();
    SimTable current = tables.table(read.containerId(), read.objectId()).orElse(read);
    Partitioning known = current.storage().partitioning();
    SimTable table = read;
    if (partitioning != null && known != null && known.defined().equals(partitioning.defined())) {
      partitioning.automatic().forEach(p -> tables.partition(current, p));
      table =
          new SimTable(
              read.containerId(),
              read.owner(),
              read.name(),
              read.objectId(),
              read.dataObjectId(),
              read.objectVersion(),
              read.columns(),
              read.primaryKey(),
              read.logging(),
              read.logGroupColumns(),
              read.storage().withPartitioning(known));
    }
    definitions.knows(table);
    return table;
  }

  private void statement(FieldReader entry) throws SQLException {
    int number = entry.i32();
    SessionInfo session = definitions.session(entry.i32());
    List<RowChange> rows = RowEntries.read(entry, definitions);
    RedoTransaction transaction = open.computeIfAbsent(number, k -> new RedoTransaction(session));
    lastTransaction = Math.max(lastTransaction, number);
    tables.placed(rows);
    try {
      redo.statement(transaction, rows);
    } catch (IllegalStateException e) {
      LOG.debug("statement refused again; its rollback follows", e);
    }
  }

  private void commit(FieldReader entry) throws SQLException {
    RedoTransaction transaction = ended(entry.i32());
    String xid = entry.text();
    long startScn = entry.i64();
    if (!xid.equals(String.valueOf(transaction.xid())) || startScn != transaction.startScn()) {
      throw new DirectoryException(
          Reason.UNKNOWN_VERSION,
          "this build makes other redo of the same changes: transaction %s that began at SCN %d"
                  .formatted(xid, startScn)
              + " would be "
              + transaction.xid()
              + " at "
              + transaction.startScn()
              + ". Open the directory with the version that wrote it");
    }
    tables.committed(transaction.changes());
    redo.commit(transaction, () -> {});
  }

  private void ddlRow(FieldReader entry) {
    SessionInfo session = definitions.session(entry.i32());
    String owner = (String) entry.value();
    String object = (String) entry.value();
    int table = entry.i32();
    redo.ddl(session, owner, object, table < 0 ? null : definitions.table(table), entry.text());
  }

  private void dictionaryBuild(FieldReader entry) {
    SessionInfo session = definitions.session(entry.i32());
    List<SimTable> built = new ArrayList<>();
    for (int i = entry.i32(); i > 0; i--) {
      built.add(definitions.table(entry.i32()));
    }
    repeat(() -> redo.buildDictionary(session, built));
  }

  private void dictionary(DictionaryChange change) throws SQLException {
    applySequences();
    tables.dictionary(change);
  }

  private void applySequences() throws SQLException {
    for (Map.Entry<SequenceName, BigDecimal> sequence : sequences.entrySet()) {
      SequenceName name = sequence.getKey();
      tables.sequence(name.containerId(), name.key(), sequence.getValue());
    }
    sequences.clear();
  }

  private RedoTransaction transaction(int number) {
    RedoTransaction transaction = open.get(number);
    if (transaction == null) {
      throw new DirectoryException(
          Reason.DAMAGED, "the journal ends a transaction that never began: " + number);
    }
    return transaction;
  }

  private RedoTransaction ended(int number) {
    RedoTransaction transaction = transaction(number);
    open.remove(number);
    return transaction;
  }
}
