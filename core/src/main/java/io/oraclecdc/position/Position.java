package io.oraclecdc.position;

import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How far changes have been acknowledged: everything before it is done, everything after it will be
 * delivered (again). A value; made once per change, shared parts by reference.
 *
 * <pre>
 * commits of a thread    ... C1  C2  C3 | C4 ...      lastCommit = C3: C1 to C3 are skipped after a restart
 * changes inside C4                       0 1 2 | 3   inFlight = 3 of C4: 0 to 2 are skipped, if the settings are the same
 * redo of a thread       ^resumeAddress               the first row of a transaction that is still open, or the end
 * </pre>
 *
 * @param incarnation database and RESETLOGS this position belongs to
 * @param resumeScn no row below this SCN can matter any more: where LogMiner has to start
 * @param ignoreCommitsThrough commits at or below this SCN happened before capture began; {@link
 *     Scn#ZERO} for none
 * @param threads per redo thread
 * @param inFlight the transaction of which a part was acknowledged, null between transactions
 * @param excluded transactions of users that are not captured, begun before and open here: the redo
 *     from here on does not tell their users
 * @param journal what it needs from the journal of long transactions, null without a journal
 * @param containers the pluggable databases that were captured; none without containers, and in
 *     positions of releases that did not note them
 * @param released those of {@code excluded} that were given up because the database did not know
 *     them any more: they must not commit
 * @param layouts whether a schema history was stored beside it
 * @param oldest the open transaction for which redo from {@code resumeScn} on is needed, for
 *     messages; null when there is none
 * @param snapshot how far the rows of tables were read; null when they never were to be
 */
public record Position(
    Incarnation incarnation,
    Scn resumeScn,
    Scn ignoreCommitsThrough,
    Map<RedoThread, ThreadPosition> threads,
    @Nullable InFlight inFlight,
    Set<TransactionKey> excluded,
    @Nullable JournalMark journal,
    Set<CapturedContainer> containers,
    Set<TransactionKey> released,
    boolean layouts,
    @Nullable TransactionKey oldest,
    @Nullable SnapshotProgress snapshot) {

  /** Copies the collections, the map in thread order. */
  public Position {
    // One is made per change: what cannot change is shared.
    threads =
        threads.size() <= 1
            ? Map.copyOf(threads)
            : java.util.Collections.unmodifiableMap(new TreeMap<>(threads));
    excluded = Set.copyOf(excluded);
    containers = Set.copyOf(containers);
    released = Set.copyOf(released);
  }

  /** A position without containers, schema history and snapshot. */
  public Position(
      Incarnation incarnation,
      Scn resumeScn,
      Scn ignoreCommitsThrough,
      Map<RedoThread, ThreadPosition> threads,
      @Nullable InFlight inFlight,
      Set<TransactionKey> excluded,
      @Nullable JournalMark journal) {
    this(
        incarnation,
        resumeScn,
        ignoreCommitsThrough,
        threads,
        inFlight,
        excluded,
        journal,
        Set.of(),
        Set.of(),
        false,
        null,
        null);
  }

  /** A position that needs no journal. */
  public Position(
      Incarnation incarnation,
      Scn resumeScn,
      Scn ignoreCommitsThrough,
      Map<RedoThread, ThreadPosition> threads,
      @Nullable InFlight inFlight,
      Set<TransactionKey> excluded) {
    this(incarnation, resumeScn, ignoreCommitsThrough, threads, inFlight, excluded, null);
  }

  /** A position inside of no excluded transaction. */
  public Position(
      Incarnation incarnation,
      Scn resumeScn,
      Scn ignoreCommitsThrough,
      Map<RedoThread, ThreadPosition> threads,
      @Nullable InFlight inFlight) {
    this(incarnation, resumeScn, ignoreCommitsThrough, threads, inFlight, Set.of());
  }

  /**
   * A position at which nothing was delivered yet: mine from {@code resumeScn}, ignore commits up
   * to {@code floor}.
   */
  public static Position startingAt(Incarnation incarnation, Scn resumeScn, Scn floor) {
    return new Position(incarnation, resumeScn, floor, Map.of(), null);
  }

  /**
   * The lowest redo that a capture can ask for that starts here. Mining starts later where the
   * journal keeps transactions of which a statement can lie in redo that was passed.
   */
  public RedoNeed neededRedo() {
    Map<RedoThread, RedoAddress> addresses = new TreeMap<>();
    threads.forEach((thread, at) -> addresses.put(thread, at.resumeAddress()));
    RedoNeed here = new RedoNeed(resumeScn, addresses);
    RedoNeed earlier = journal == null ? null : journal.need();
    return earlier == null ? here : here.including(earlier);
  }

  /** The same with another part of the journal. */
  public Position withJournal(@Nullable JournalMark mark) {
    return new Position(
        incarnation,
        resumeScn,
        ignoreCommitsThrough,
        threads,
        inFlight,
        excluded,
        mark,
        containers,
        released,
        layouts,
        oldest,
        snapshot);
  }

  /**
   * The same with or without a schema history.
   *
   * @param kept whether one is stored by now
   */
  public Position withLayouts(boolean kept) {
    return new Position(
        incarnation,
        resumeScn,
        ignoreCommitsThrough,
        threads,
        inFlight,
        excluded,
        journal,
        containers,
        released,
        kept,
        oldest,
        snapshot);
  }

  /** The same of other pluggable databases. */
  public Position in(Set<CapturedContainer> captured) {
    return new Position(
        incarnation,
        resumeScn,
        ignoreCommitsThrough,
        threads,
        inFlight,
        excluded,
        journal,
        captured,
        released,
        layouts,
        oldest,
        snapshot);
  }

  /**
   * The same with redo read from an earlier place on.
   *
   * @param scn no row below it is needed
   * @param addresses per thread, no row before it is needed; other threads stay
   */
  public Position resumingAt(Scn scn, Map<RedoThread, RedoAddress> addresses) {
    Map<RedoThread, ThreadPosition> earlier = new TreeMap<>(threads);
    addresses.forEach(
        (thread, address) ->
            earlier.computeIfPresent(
                thread,
                (t, at) ->
                    at.resumeAddress().isAfter(address)
                        ? new ThreadPosition(address, at.lastCommit())
                        : at));
    return new Position(
        incarnation,
        Scn.min(resumeScn, scn),
        ignoreCommitsThrough,
        earlier,
        inFlight,
        excluded,
        journal,
        containers,
        released,
        layouts,
        scn.isBefore(resumeScn) ? null : oldest,
        snapshot);
  }

  /** The same with another part of the tables read. */
  public Position withSnapshot(@Nullable SnapshotProgress progress) {
    return new Position(
        incarnation,
        resumeScn,
        ignoreCommitsThrough,
        threads,
        inFlight,
        excluded,
        journal,
        containers,
        released,
        layouts,
        oldest,
        progress);
  }

  /**
   * A pluggable database whose redo was read. Container ids and names can come to mean another one.
   *
   * @param id CON_ID
   * @param dbid its own DBID
   * @param name its name, for messages
   */
  public record CapturedContainer(int id, long dbid, String name) {}

  /**
   * Transactions whose first rows lie before the resume addresses, because a journal keeps them.
   *
   * @param store identity of the set of stores that the journal belongs to
   * @param sequence number of the journal's newest entry when the position was made
   * @param chunks per transaction, how many of its chunks are needed
   * @param need redo that is asked for when one of the transactions goes on, because no range held
   *     a statement of it whole; null for none
   */
  public record JournalMark(
      String store, long sequence, Map<TransactionKey, Long> chunks, @Nullable RedoNeed need) {

    /** Copies the map. */
    public JournalMark {
      chunks = Map.copyOf(chunks);
    }

    /** A mark of transactions that need no redo before the position. */
    public JournalMark(String store, long sequence, Map<TransactionKey, Long> chunks) {
      this(store, sequence, chunks, null);
    }
  }

  /**
   * One redo thread.
   *
   * @param resumeAddress inclusive address from which rows are needed again
   * @param lastCommit the newest commit of this thread that was acknowledged completely, null when
   *     there is none yet
   */
  public record ThreadPosition(RedoAddress resumeAddress, @Nullable LastCommit lastCommit) {}

  /**
   * A commit that was acknowledged completely, and with it every earlier one of its thread.
   *
   * @param address redo address of the COMMIT row
   * @param scn commit SCN
   * @param transaction whose commit
   */
  public record LastCommit(RedoAddress address, Scn scn, TransactionKey transaction) {}

  /**
   * A transaction acknowledged in part.
   *
   * @param thread thread of its commit
   * @param transaction which one
   * @param commitAddress redo address of its COMMIT row
   * @param acknowledged number of changes acknowledged, counted from the first
   * @param lastChange redo address of the last acknowledged change
   * @param fingerprint of the settings that decide which changes exist; if it differs at restart,
   *     the transaction is delivered whole
   */
  public record InFlight(
      RedoThread thread,
      TransactionKey transaction,
      RedoAddress commitAddress,
      int acknowledged,
      RedoAddress lastChange,
      String fingerprint) {}
}
