package io.oraclecdc.transaction;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.spill.SpillLog;
import io.oraclecdc.spill.SpillReader;
import java.time.LocalDateTime;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A committed transaction: what identifies it, and its surviving changes in redo order, read from
 * its log when asked for.
 *
 * <p>Call {@link #resolve()} before the changes are counted or read, {@link #close()} when they are
 * done. Not thread-safe: the capture thread owns it.
 */
public final class CommittedTransaction implements AutoCloseable {
  private final OpenTransaction transaction;
  private final RedoThread thread;
  private final Scn commitScn;
  private final RedoAddress commitAddress;
  private final @Nullable LocalDateTime commitTime;
  private final long resolveBytes;
  private final boolean excluded;
  private @Nullable Survivors survivors;
  private int changeCount;

  /**
   * Refuses to go on when a row of the transaction could not be decoded. Called before {@link
   * #resolve}, for transactions that have to be delivered only.
   *
   * @throws CdcException why
   */
  public void requireDecodable() {
    CdcException reason = transaction.undecodable();
    if (reason != null) {
      throw reason;
    }
    for (Doubt doubt : transaction.doubts()) {
      if (doubt.decidedAt().get().isPresent()) {
        throw doubt.failure().get();
      }
    }
  }

  /**
   * Whether rows of it may be captured ones, and redo beyond an SCN can still tell that they are
   * not.
   */
  public boolean isUndecidedAt(Scn passed) {
    for (Doubt doubt : transaction.doubts()) {
      if (doubt.decidedAt().get().filter(decided -> decided.isAfter(passed)).isPresent()) {
        return true;
      }
    }
    return false;
  }

  CommittedTransaction(
      OpenTransaction transaction,
      RedoThread thread,
      Scn commitScn,
      RedoAddress commitAddress,
      @Nullable LocalDateTime commitTime,
      long resolveBytes) {
    this(transaction, thread, commitScn, commitAddress, commitTime, resolveBytes, false);
  }

  private CommittedTransaction(
      OpenTransaction transaction,
      RedoThread thread,
      Scn commitScn,
      RedoAddress commitAddress,
      @Nullable LocalDateTime commitTime,
      long resolveBytes,
      boolean excluded) {
    this.transaction = transaction;
    this.thread = thread;
    this.commitScn = commitScn;
    this.commitAddress = commitAddress;
    this.commitTime = commitTime;
    this.resolveBytes = resolveBytes;
    this.excluded = excluded;
  }

  /** The commit of a user whose transactions are left out: it has a place and no changes. */
  static CommittedTransaction excluded(
      OpenTransaction empty,
      RedoThread thread,
      Scn commitScn,
      RedoAddress commitAddress,
      @Nullable LocalDateTime commitTime,
      long resolveBytes) {
    return new CommittedTransaction(
        empty, thread, commitScn, commitAddress, commitTime, resolveBytes, true);
  }

  /** Whether it is left out because of its user; it has no changes then. */
  public boolean isExcluded() {
    return excluded;
  }

  /** Container and XID. */
  public TransactionKey key() {
    return transaction.key();
  }

  /** Redo thread of the commit. */
  public RedoThread thread() {
    return thread;
  }

  /** SCN of the commit. */
  public Scn commitScn() {
    return commitScn;
  }

  /** Redo address of the COMMIT row. */
  public RedoAddress commitAddress() {
    return commitAddress;
  }

  /** Wall clock of the database host at the commit, null when the redo carries none. */
  public @Nullable LocalDateTime commitTime() {
    return commitTime;
  }

  /** Oracle user, null when unknown. */
  public @Nullable String userName() {
    return transaction.userName();
  }

  /** SCN of its first row. */
  public Scn firstScn() {
    return transaction.firstScn();
  }

  /** What of it is in the journal, null when nothing is. */
  @Nullable JournalTrail trail() {
    return transaction.trail();
  }

  /** From where redo is needed as long as it is not delivered to its end. */
  public OpenFloor floor() {
    JournalTrail trail = transaction.trail();
    if (trail == null || trail.durableChunks() == 0) {
      return new OpenFloor(firstScn(), firstAddresses());
    }
    FloorBuilder floor = new FloorBuilder();
    transaction.addFloor(floor, true);
    floor.add(commitScn);
    floor.add(thread, commitAddress);
    return floor.build();
  }

  /** Address of its first row in each redo thread that has rows of it. */
  public Map<RedoThread, RedoAddress> firstAddresses() {
    List<ThreadSpan> spans = transaction.spans();
    if (spans.size() == 1) {
      return Map.of(spans.get(0).thread(), spans.get(0).first());
    }
    Map<RedoThread, RedoAddress> first = new HashMap<>();
    for (ThreadSpan span : spans) {
      first.put(span.thread(), span.first());
    }
    return first;
  }

  /**
   * Decides which changes survived and which keys they lost to each other. Does nothing the second
   * time.
   *
   * @throws io.oraclecdc.errors.CdcException CDC-3001 when an undo row cannot be matched, CDC-3002
   *     when a spill file is damaged
   */
  public void resolve() {
    if (survivors != null) {
      return;
    }
    BitSet gone = new BitSet();
    BitSet unavailable = new BitSet();
    BitSet withoutEnd = new BitSet();
    if (transaction.undone() > 0) {
      UndoResolver undo =
          new UndoResolver(
              key(), log(), transaction.tables(), transaction.isBeginningMined(), resolveBytes);
      gone = undo.resolve();
      unavailable = undo.unavailable();
      withoutEnd = undo.withoutEnd();
    }
    long bad = countBad(gone);
    changeCount = Math.toIntExact(log().frames() - transaction.parts() - gone.cardinality() - bad);
    BitSet keysTaken =
        new KeyResolver(key(), log(), transaction.tables(), gone, resolveBytes).resolve();
    survivors = new Survivors(gone, unavailable, withoutEnd, keysTaken);
  }

  private long countBad(BitSet gone) {
    if (transaction.badRows() == 0) {
      return 0;
    }
    long bad = 0;
    try (SpillReader reader = log().readForward()) {
      for (int ordinal = 0; reader.next(); ordinal++) {
        boolean change = !gone.get(ordinal) && !PartEntry.isPart(reader.frame());
        bad += change && RowEntry.isBad(reader.frame()) ? 1 : 0;
      }
    }
    return bad;
  }

  /**
   * Hands out the rows that could not be decoded and belong to changes that nothing took back,
   * oldest first.
   *
   * @throws io.oraclecdc.errors.CdcException whatever {@code taker} throws
   */
  public void badRows(BadRows taker) {
    if (transaction.badRows() == 0) {
      return;
    }
    BitSet gone = resolved().gone();
    ImageCodec codec = new ImageCodec();
    try (SpillReader reader = log().readForward()) {
      for (int ordinal = 0; reader.next(); ordinal++) {
        BadRow bad = null;
        if (PartEntry.isPart(reader.frame())) {
          PartEntry part = PartEntry.read(reader.frame());
          if (part.type == PartType.LETTER && !gone.get(Math.toIntExact(part.unit))) {
            bad = part.letter(key());
          }
        } else if (!gone.get(ordinal) && RowEntry.isBad(reader.frame())) {
          bad = RowEntry.read(codec, reader.frame()).badRow(key());
        }
        if (bad != null) {
          taker.accept(bad.row(), bad.error());
        }
      }
    }
  }

  /** Statements of DDL in it that consumers are told of, oldest first. */
  public List<DdlMark> marks() {
    return transaction.marks();
  }

  /** Number of surviving changes. */
  public int changeCount() {
    resolved();
    return changeCount;
  }

  /** The surviving changes, oldest first; may be read more than once. */
  public CommittedChanges changes() {
    return new CommittedChanges(transaction, resolved());
  }

  /** Whether values came in rows of their own. */
  public boolean hasParts() {
    return transaction.parts() > 0;
  }

  private Survivors resolved() {
    Survivors known = survivors;
    if (known == null) {
      throw new IllegalStateException("resolve the transaction first: " + key());
    }
    return known;
  }

  boolean isCreatedIn(long step) {
    return transaction.isCreatedIn(step);
  }

  private SpillLog log() {
    return transaction.log();
  }

  /** Gives memory and disk back. */
  @Override
  public void close() {
    log().close();
  }

  /** Identity and size. */
  @Override
  public String toString() {
    return key() + " committed at SCN " + commitScn + ", thread " + thread + ", " + commitAddress;
  }
}
