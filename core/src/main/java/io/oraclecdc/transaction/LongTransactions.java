package io.oraclecdc.transaction;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.TableId;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.position.Position;
import io.oraclecdc.position.Position.JournalMark;
import io.oraclecdc.position.Position.ThreadPosition;
import io.oraclecdc.spill.FrameBuilder;
import io.oraclecdc.spill.SpillArea;
import io.oraclecdc.spill.SpillReader;
import java.time.LocalDateTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * How a position may pass the beginning of an open transaction
 *
 * Writing. At the end of a step the log and the state of a transaction that is open for long, or
 * large, are written to the journal as a group of chunks; after each later step what the step
 * added. A position may lie behind rows once the journal says that their group is durable. Until
 * then, and for rows of transactions that cannot be journaled, it stays before them (OpenFloor).
 *
 * Reading. A position names the transactions that it lies inside of and how many of their chunks it
 * needs. They are restored at start; rows of them that are mined again are recognised as every row
 * of an overlapping step is (ThreadSpan). Whatever else is in the journal is dropped.
 *
 * Releasing. A position that was stored before a transaction ended may still be the one to start
 * from. So the chunks of a transaction stay until a position was stored that was made after its
 * end (the number of the journal's newest entry tells) and that does not name it.
 *
 * Statements that are withheld. While tables with values in rows of their own are captured, a
 * statement that no range held whole can lie behind the settled rows of a transaction
 * (WholeTransactions). The state in the journal tells them, so that positions need not wait: when
 * the transaction goes on, the range from there on is asked for, before a restart as after it. As
 * long as no such table is captured the end of each step is settled, and with it each position;
 * what was written then says nothing about later statements, and is written anew when the first
 * such table comes.
 */
/** The journaled part of the buffer. Not thread-safe, except where noted. */
final class LongTransactions {
  private static final Logger LOG = LoggerFactory.getLogger(LongTransactions.class);

  private final Journal journal;
  private final JournalSettings settings;
  private final FrameBuilder chunk = new FrameBuilder();

  /** Transactions that ended, and the number of the journal then. */
  private final Map<TransactionKey, Long> ended = new HashMap<>();

  private final AtomicReference<@Nullable Position> stored = new AtomicReference<>();
  private final AtomicInteger count = new AtomicInteger();
  private long sequence;

  LongTransactions(Journal journal, JournalSettings settings) {
    this.journal = journal;
    this.settings = settings;
    this.sequence = journal.newest();
  }

  /**
   * Restores what a position needs.
   *
   * @return from where and with what of the journal capture goes on
   * @throws CdcException CDC-4002 when the journal is not the position's, or lacks something
   */
  Position restore(
      Position from,
      OpenTransactions open,
      SpillArea area,
      BiPredicate<TableId, String> isExcluded) {
    JournalMark mark = from.journal();
    if (mark == null) {
      journal.load(Map.of(), unwanted -> {});
      return from.withJournal(new JournalMark(journal.store(), sequence, Map.of()));
    }
    requireSameStore(mark, journal.store());
    sequence = Math.max(sequence, mark.sequence());
    JournalRestore restore = new JournalRestore(area, settings.selection(), isExcluded);
    journal.load(mark.chunks(), restore);
    restore.finish();
    for (OpenTransaction transaction : restore.restored()) {
      JournalTrail trail = transaction.trail();
      if (trail != null && !trail.isWhole()) {
        transaction.settle(
            thread -> {
              ThreadPosition at = from.threads().get(thread);
              return at == null ? null : at.resumeAddress();
            });
      }
      if (trail != null) {
        // As it was when the position was made: it promised not to ask for more.
        trail.passed(transaction.spans().stream().allMatch(span -> isBehind(from, span)));
      }
      open.add(transaction);
    }
    count.set(restore.restored().size());
    Map<TransactionKey, Long> chunks = new HashMap<>(mark.chunks());
    Position position = from;
    for (JournalRestore.Outdated old : restore.outdated()) {
      LOG.warn(
          "transaction {} was journaled under other settings: it is mined again from its beginning, SCN {}",
          old.key(),
          old.first().scn());
      chunks.remove(old.key());
      ended.put(old.key(), ++sequence);
      position =
          position.resumingAt(
              old.first().scn() == null ? position.resumeScn() : old.first().scn(),
              old.first().addresses());
    }
    return position.withJournal(new JournalMark(journal.store(), sequence, chunks, mark.need()));
  }

  /** Whether a position lies behind the last row of a transaction in a thread. */
  private static boolean isBehind(Position position, ThreadSpan span) {
    ThreadPosition at = position.threads().get(span.thread());
    RedoAddress last = span.last();
    return last == null || (at != null && at.resumeAddress().isAfter(last));
  }

  /** Refuses a position of another set of stores. */
  static void requireSameStore(JournalMark mark, @Nullable String store) {
    if (!mark.store().equals(store)) {
      throw new CdcException(
          ErrorCode.JOURNAL,
          store == null
              ? "the stored position belongs to a journal of long transactions, and there is none"
              : "the stored position and the journal of long transactions are not of one set: "
                  + mark.store()
                  + " and "
                  + store,
          null);
    }
  }

  /** A position is stored and will be found by the next start. From any thread. */
  void stored(Position position) {
    stored.set(position);
  }

  /** What positions from now on tell of the journal, without transactions. */
  JournalMark mark() {
    return new JournalMark(journal.store(), sequence, Map.of());
  }

  /** Number of open transactions of which rows are in the journal. From any thread. */
  int journaled() {
    return count.get();
  }

  /**
   * A step is complete.
   *
   * @param places how far the step went
   * @param whole whether tables with values in rows of their own are captured
   * @param now time of the newest row, null when no row told one
   */
  void completeStep(
      Collection<OpenTransaction> open,
      List<CommittedTransaction> commits,
      List<OpenTransaction> dropped,
      RowPlaces places,
      boolean whole,
      @Nullable LocalDateTime now) {
    for (CommittedTransaction commit : commits) {
      if (commit.trail() != null) {
        ended.put(commit.key(), ++sequence);
      }
    }
    for (OpenTransaction transaction : dropped) {
      if (transaction.trail() != null) {
        ended.put(transaction.key(), ++sequence);
      }
    }
    int known = 0;
    for (OpenTransaction transaction : open) {
      JournalTrail trail = transaction.trail();
      if (isDue(transaction, trail, whole, now)) {
        trail = trail == null ? begin(transaction) : trail;
        write(transaction, trail, whole);
      }
      transaction.lookBack(places);
      known += trail == null ? 0 : 1;
    }
    journal.flush();
    long durable = journal.durable();
    for (OpenTransaction transaction : open) {
      acknowledge(transaction.trail(), durable);
    }
    commits.forEach(commit -> acknowledge(commit.trail(), durable));
    count.set(known);
    release();
  }

  private static void acknowledge(@Nullable JournalTrail trail, long durable) {
    if (trail != null) {
      trail.durable(durable);
    }
  }

  private boolean isDue(
      OpenTransaction transaction,
      @Nullable JournalTrail trail,
      boolean whole,
      @Nullable LocalDateTime now) {
    if (!settings.writes() || !transaction.isJournalable()) {
      return false;
    }
    if (trail != null) {
      return transaction.isBeyondJournal() || (whole && !trail.isWhole());
    }
    return !ended.containsKey(transaction.key())
        && (transaction.log().frames() > settings.thresholdEvents() || isOld(transaction, now));
  }

  private boolean isOld(OpenTransaction transaction, @Nullable LocalDateTime now) {
    LocalDateTime first = transaction.firstTime();
    return first != null && now != null && first.plus(settings.threshold()).isBefore(now);
  }

  private static JournalTrail begin(OpenTransaction transaction) {
    LOG.info(
        "transaction {} is open since SCN {} with {} changes: it goes to the journal",
        transaction.key(),
        transaction.firstScn(),
        transaction.changes());
    return new JournalTrail();
  }

  private void write(OpenTransaction transaction, JournalTrail trail, boolean whole) {
    OpenFloor covers = transaction.uncoveredRows();
    if (whole && trail.chunks() > 0 && !trail.isWhole()) {
      covers = covers.including(transaction.settledRows());
    }
    long before = trail.chunks();
    long number = before;
    JournalContent.begin(chunk, settings.selection());
    try (SpillReader reader = transaction.log().readForward(trail.mark())) {
      while (reader.next()) {
        if (chunk.size() >= settings.chunkBytes()) {
          JournalContent.end(chunk);
          append(transaction.key(), ++number);
          JournalContent.begin(chunk, settings.selection());
        }
        JournalContent.entry(chunk, reader.frame());
      }
    }
    JournalContent.end(chunk, transaction.stateBytes(whole));
    append(transaction.key(), ++number);
    trail.wrote(
        sequence,
        number - before,
        transaction.log().mark(),
        whole,
        covers,
        transaction.settledNeed());
    transaction.trail(trail);
    transaction.journaled();
  }

  private void append(TransactionKey key, long number) {
    journal.append(new JournalChunk(key, number, ++sequence, chunk.toBytes()));
  }

  private void release() {
    Position position = stored.get();
    JournalMark mark = position == null ? null : position.journal();
    if (mark == null || ended.isEmpty()) {
      return;
    }
    Iterator<Map.Entry<TransactionKey, Long>> all = ended.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<TransactionKey, Long> end = all.next();
      if (mark.sequence() >= end.getValue() && !mark.chunks().containsKey(end.getKey())) {
        journal.release(end.getKey());
        all.remove();
      }
    }
  }

  void close() {
    journal.close();
  }
}
