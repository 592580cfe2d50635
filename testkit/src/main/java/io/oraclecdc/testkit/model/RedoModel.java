package io.oraclecdc.testkit.model;

import io.oraclecdc.model.Container;
import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.model.Xid;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.RowImage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A database of which only redo exists, made from a seed. {@link #advance} lets its sessions work;
 * a {@link ModelRedoSource} reads what they wrote; {@link #committed} is what has to come out.
 *
 * <p>Has neither threads nor time: the same seed, options and calls give the same rows. Not
 * thread-safe.
 */
public final class RedoModel {
  private static final String EXCLUDED_USER = "BATCH";
  private static final int MOST_SAVEPOINTS = 8;

  private final ModelOptions options;
  private final SplittableRandom random;
  private final ModelClock clock;
  private final RowWriter writer;
  private final Workload workload;
  private final Commits commits = new Commits();
  private final List<ModelThread> threads = new ArrayList<>();
  private final List<ModelSession> sessions = new ArrayList<>();
  private final List<Container> containers = new ArrayList<>();
  private final List<List<ModelTable>> tables = new ArrayList<>();
  private final Map<RedoThread, List<XidSlots>> undoSegments = new HashMap<>();
  private long actions;
  private long version;

  private RedoModel(long seed, ModelOptions options) {
    this.options = options;
    this.random = new SplittableRandom(seed);
    this.clock = new ModelClock(random.split(), 1_000_000 + random.nextInt(1_000_000));
    this.writer = new RowWriter(options, clock, random.split());
    this.workload = new Workload(options, random, writer);
    if (options.containers() == 0) {
      containers.add(new Container(0, "ORCL"));
    }
    for (int i = 0; i < options.containers(); i++) {
      containers.add(new Container(3 + i, "PDB" + (1 + i)));
    }
    for (Container container : containers) {
      tables.add(ModelTables.of(container, options));
    }
    boolean all = !options.has(ModelBehaviour.CLOSING_THREADS);
    for (int i = 0; i < (all ? options.threads() : 1); i++) {
      addThread();
    }
  }

  /** A model in which nothing has happened yet. */
  public static RedoModel of(long seed, ModelOptions options) {
    return new RedoModel(seed, options);
  }

  private void addThread() {
    int number = threads.size() + 1;
    ModelThread thread = new ModelThread(number, 10 + random.nextInt(200), clock.next());
    threads.add(thread);
    List<XidSlots> slots = new ArrayList<>();
    for (int i = 0; i < containers.size(); i++) {
      slots.add(new XidSlots(number));
    }
    undoSegments.put(thread.id(), slots);
    for (int i = 0; i < options.sessions(); i++) {
      boolean excluded = options.has(ModelBehaviour.EXCLUDED_USERS) && i == 0;
      sessions.add(
          new ModelSession(
              thread, excluded ? EXCLUDED_USER : "APP", i, i > 0 && random.nextInt(3) == 0));
    }
  }

  /** How it was made. */
  public ModelOptions options() {
    return options;
  }

  /** Captured tables of all containers. */
  public List<TableSchema> tables() {
    return tables.stream()
        .flatMap(List::stream)
        .filter(ModelTable::isCaptured)
        .map(ModelTable::schema)
        .toList();
  }

  /** Users whose transactions a capture has to leave out. */
  public List<String> excludedUsers() {
    return options.has(ModelBehaviour.EXCLUDED_USERS) ? List.of(EXCLUDED_USER) : List.of();
  }

  /** Which database it is. */
  public Incarnation incarnation() {
    return new Incarnation(4711, new Scn(1));
  }

  /** Highest SCN so far. */
  public Scn currentScn() {
    return new Scn(clock.current());
  }

  /** Lowest START_SCN of an open transaction, the current SCN when none is open. */
  public Scn oldestOpenScn() {
    long oldest = clock.current();
    for (ModelSession session : sessions) {
      ModelTransaction transaction = session.transaction();
      oldest = transaction == null ? oldest : Math.min(oldest, transaction.startScn());
    }
    return new Scn(oldest);
  }

  /** Rows written to logs so far. */
  public long rowsWritten() {
    return threads.stream().mapToLong(ModelThread::rowsWritten).sum();
  }

  /**
   * Committed transactions in the order in which they have to be delivered: by commit SCN, thread,
   * address. Excluded users' and empty ones included.
   */
  public List<ExpectedTransaction> committed() {
    return Collections.unmodifiableList(commits.all());
  }

  /** Hands over what {@link #committed} would and forgets it: for long runs. */
  public List<ExpectedTransaction> drainCommitted() {
    return commits.drain();
  }

  /** The rows of a captured table as its sessions see them now, in no order. */
  public List<RowImage> rows(TableSchema table) {
    return tables.stream()
        .flatMap(List::stream)
        .filter(each -> each.schema().equals(table))
        .flatMap(each -> each.images().stream())
        .toList();
  }

  /** A source that reads logs to their ends and never fails. */
  public ModelRedoSource source() {
    return source(ReadingHabits.plain());
  }

  /** A source with habits. */
  public ModelRedoSource source(ReadingHabits habits) {
    return new ModelRedoSource(this, habits);
  }

  /** Lets sessions and the database do so many things: a statement, a commit, a log switch. */
  public void advance(int count) {
    if (count < 0) {
      throw new IllegalArgumentException("steps cannot be negative: " + count);
    }
    for (int i = 0; i < count; i++) {
      act();
    }
  }

  /** Ends every open transaction and writes everything out; nothing is held back afterwards. */
  public void quiesce() {
    for (ModelSession session : sessions) {
      end(session);
    }
    threads.forEach(ModelThread::flush);
    clock.next();
    actions += 1_000;
    version++;
  }

  /**
   * Starts every instance and gives each undo slot to one more transaction, behind {@link
   * #quiesce}. A ROLLBACK row with a partial id ends a transaction for certain only then.
   */
  public void useEverySlot() {
    for (ModelThread thread : threads) {
      thread.setOpen(true);
      for (int i = 0; i < containers.size(); i++) {
        XidSlots slots = slots(thread, i);
        List<ModelTransaction> all = new ArrayList<>();
        for (Xid xid = slots.allocate(0); xid != null; xid = slots.allocate(0)) {
          TransactionKey key = new TransactionKey(containers.get(i).id(), xid);
          all.add(new ModelTransaction(key, thread, "APP", clock.next(), false, false));
        }
        for (ModelTransaction transaction : all) {
          long scn = clock.next();
          ensureStarted(transaction, () -> scn);
          commits.add(transaction, scn, writer.commit(transaction, scn));
          slots.release(transaction.key().xid());
        }
      }
      thread.flush();
    }
    clock.next();
    version++;
  }

  private void end(ModelSession session) {
    ModelTransaction transaction = session.transaction();
    if (transaction == null) {
      return;
    }
    if (random.nextInt(4) == 0) {
      rollBack(session, transaction);
    } else {
      commit(session, transaction, clock.next());
    }
  }

  /**
   * Removes the archived logs that a capture with this resume point does not need any more.
   *
   * @param lowestScn no row below it matters
   * @param addresses per thread, no row before it matters; threads that are missing are kept from
   *     {@code lowestScn} on
   */
  public void purge(Scn lowestScn, Map<RedoThread, RedoAddress> addresses) {
    version++;
    for (ModelThread thread : threads) {
      RedoAddress address = addresses.get(thread.id());
      for (ModelLog log : thread.keptLogs()) {
        boolean needed =
            log.nextScn() > lowestScn.value()
                && (address == null || log.sequence() >= address.sequence());
        if (needed) {
          break;
        }
        if (log.isArchived() && !log.isPurged()) {
          log.purge();
        }
      }
    }
  }

  List<ModelThread> threads() {
    return threads;
  }

  ModelClock clock() {
    return clock;
  }

  long actions() {
    return actions;
  }

  /** Another number whenever a log may have changed its state. */
  long version() {
    return version;
  }

  private void act() {
    actions++;
    version++;
    for (ModelThread thread : threads) {
      thread.archive(actions);
      if (thread.current().size() >= options.rowsPerLog()) {
        switchLog(thread);
      }
    }
    int roll = random.nextInt(1000);
    if (roll < 6) {
      changeThreads();
    } else if (roll < 14) {
      switchLog(anyThread());
    } else if (roll < 150) {
      anyThread().flush();
    } else if (roll < 156 && options.has(ModelBehaviour.ZERO_XID_STARTS)) {
      writer.zeroXidStart(anyThread(), containers.get(0).id());
    } else if (roll < 170 && options.has(ModelBehaviour.COMMITS_AT_ONE_SCN)) {
      commitTogether();
    } else {
      work(sessions.get(random.nextInt(sessions.size())));
    }
  }

  private ModelThread anyThread() {
    return threads.get(random.nextInt(threads.size()));
  }

  /** An instance gets idle or busy, stops, starts, or is added. */
  private void changeThreads() {
    ModelThread thread = anyThread();
    if (options.has(ModelBehaviour.DYING_INSTANCES) && random.nextInt(3) == 0) {
      die(thread);
    } else if (!options.has(ModelBehaviour.CLOSING_THREADS)) {
      thread.setBusy(threads.size() == 1 || random.nextInt(3) != 0);
    } else if (threads.size() < options.threads() && random.nextBoolean()) {
      addThread();
      workAtOnce(threads.get(threads.size() - 1));
    } else if (thread.isOpen() && threads.stream().filter(ModelThread::isOpen).count() > 1) {
      close(thread);
    } else {
      thread.setOpen(true);
      workAtOnce(thread);
    }
  }

  /** An instance has started, commits, and may stop again before anybody has listed its thread. */
  private void workAtOnce(ModelThread thread) {
    if (random.nextInt(3) == 0) {
      return;
    }
    for (ModelSession session : sessions) {
      if (session.thread() == thread && session.transaction() == null) {
        start(session);
        ModelTransaction transaction = session.transaction();
        if (transaction != null) {
          commit(session, transaction, clock.next());
        }
        break;
      }
    }
    thread.flush();
    if (random.nextInt(3) == 0 && threads.stream().filter(ModelThread::isOpen).count() > 1) {
      close(thread);
    }
  }

  /** An instance dies and starts again; meanwhile another one has undone its transactions. */
  private void die(ModelThread thread) {
    List<ModelThread> others =
        threads.stream().filter(each -> each != thread && each.isOpen()).toList();
    if (others.isEmpty() || !thread.isOpen()) {
      return;
    }
    ModelThread survivor = others.get(random.nextInt(others.size()));
    List<ModelSession> dead =
        sessions.stream()
            .filter(each -> each.thread() == thread && each.transaction() != null)
            .toList();
    for (ModelSession session : dead) {
      ModelTransaction transaction = session.transaction();
      if (transaction != null && !transaction.holdsUndo() && random.nextInt(3) != 0) {
        thread.forget(transaction);
      } else if (transaction != null) {
        thread.release(transaction);
      }
    }
    thread.flush();
    for (ModelSession session : dead) {
      ModelTransaction transaction = session.transaction();
      if (transaction != null) {
        transaction.recoveredBy(survivor);
        workload.recover(transaction, clock.next());
        if (transaction.isInLog()) {
          writer.rollback(transaction, clock.next());
        }
        ended(session, transaction);
      }
    }
    // Undo blocks go to another instance only when their redo is in the log.
    survivor.flush();
    if (random.nextBoolean()) {
      switchLog(thread);
    }
  }

  private void close(ModelThread thread) {
    for (ModelSession session : sessions) {
      if (session.thread() == thread) {
        end(session);
      }
    }
    thread.flush();
    if (random.nextBoolean()) {
      switchLog(thread);
    }
    thread.setOpen(false);
  }

  private void switchLog(ModelThread thread) {
    long archiveAt = actions + random.nextInt(12);
    boolean late = options.has(ModelBehaviour.LATE_LOGS) && random.nextInt(4) == 0;
    thread.switchLog(
        clock.next(), actions, archiveAt, late ? actions + random.nextInt(30) : actions);
  }

  private void work(ModelSession session) {
    if (!session.thread().isBusy()) {
      return;
    }
    ModelTransaction transaction = session.transaction();
    if (transaction == null) {
      start(session);
      return;
    }
    int roll = random.nextInt(100);
    if (roll < (session.isPatient() ? 2 : 16)) {
      commit(session, transaction, clock.next());
    } else if (roll < (session.isPatient() ? 3 : 21)) {
      rollBack(session, transaction);
    } else if (roll < 28) {
      setSavepoint(transaction);
    } else if (roll < 35) {
      rollBackToSavepoint(transaction);
    } else {
      boolean fails = roll < 41;
      int before = transaction.changes().size();
      workload.run(transaction, tables.get(session.container()), clock.next());
      if (fails) {
        undoTo(transaction, before);
      }
    }
  }

  private void start(ModelSession session) {
    int roll = random.nextInt(100);
    ModelTransaction transaction = begin(session);
    if (transaction == null) {
      return;
    }
    if (roll < 8) {
      // Changes nothing that anybody looks at: recursive work, other containers.
      commit(session, transaction, clock.next());
    } else if (roll < 11 && options.has(ModelBehaviour.DDL)) {
      List<ModelTable> choice = tables.get(session.container());
      ModelTable table = choice.get(random.nextInt(choice.size()));
      writer.ddl(
          transaction,
          table,
          transaction.startScn(),
          "comment on table APP." + table.schema().id().name() + " is 'v" + actions + "'");
      commit(session, transaction, clock.next());
    } else {
      workload.run(transaction, tables.get(session.container()), transaction.startScn());
    }
  }

  private @Nullable ModelTransaction begin(ModelSession session) {
    int container = random.nextInt(containers.size());
    ModelThread thread = session.thread();
    Xid xid = slots(thread, container).allocate(session.number());
    if (xid == null) {
      return null;
    }
    ModelTransaction transaction =
        new ModelTransaction(
            new TransactionKey(containers.get(container).id(), xid),
            thread,
            session.user(),
            clock.next(),
            options.has(ModelBehaviour.PRIVATE_STRANDS) && random.nextInt(2) == 0,
            // Nothing would tell the user of an excluded one.
            options.has(ModelBehaviour.MISSING_STARTS)
                && !session.user().equals(EXCLUDED_USER)
                && random.nextInt(6) == 0);
    session.begin(transaction, container);
    return transaction;
  }

  private XidSlots slots(ModelThread thread, int container) {
    List<XidSlots> ofThread = undoSegments.get(thread.id());
    if (ofThread == null) {
      throw new IllegalStateException("thread " + thread.id() + " has no undo segments");
    }
    return ofThread.get(container);
  }

  private void setSavepoint(ModelTransaction transaction) {
    if (transaction.savepoints().size() < MOST_SAVEPOINTS) {
      transaction.savepoints().push(transaction.changes().size());
    }
  }

  private void rollBackToSavepoint(ModelTransaction transaction) {
    Integer keep = transaction.savepoints().peek();
    if (keep == null) {
      return;
    }
    if (random.nextBoolean()) {
      transaction.savepoints().pop();
    }
    if (transaction.changes().size() > keep) {
      undoTo(transaction, keep);
    }
  }

  /** A statement fails, or a session goes back to a savepoint. */
  private void undoTo(ModelTransaction transaction, int keep) {
    long scn = clock.next();
    workload.undo(transaction, keep, scn);
    if (options.has(ModelBehaviour.PARTIAL_ROLLBACKS_AFTER_SAVEPOINTS)) {
      writer.partialRollback(transaction, scn);
    }
  }

  private void commit(ModelSession session, ModelTransaction transaction, long scn) {
    ModelThread thread = transaction.thread();
    ensureStarted(transaction, () -> scn);
    RedoAddress address = writer.commit(transaction, scn);
    commits.add(transaction, scn, address);
    if (options.has(ModelBehaviour.EMPTY_COMMITS_ON_THREAD_ZERO) && random.nextInt(8) == 0) {
      writer.threadZeroCommit(thread, transaction.key().containerId(), scn);
    }
    if (!options.has(ModelBehaviour.UNFLUSHED_COMMITS) || random.nextInt(3) == 0) {
      thread.flush();
    }
    ended(session, transaction);
  }

  /**
   * A transaction whose rows nobody looks at has a START row too. One whose statements found
   * nothing to change begins in the redo only here, so no earlier SCN can be on its START row.
   */
  private void ensureStarted(ModelTransaction transaction, LongSupplier scn) {
    if (transaction.writesStart() && !transaction.isStartMissing()) {
      writer.start(transaction, null, scn.getAsLong());
    }
  }

  private void rollBack(ModelSession session, ModelTransaction transaction) {
    ensureStarted(transaction, clock::next);
    workload.undo(transaction, 0, clock.next());
    writer.rollback(transaction, clock.next());
    ended(session, transaction);
  }

  private void ended(ModelSession session, ModelTransaction transaction) {
    transaction.end();
    slots(session.thread(), session.container()).release(transaction.key().xid());
    session.ended();
  }

  /** Two or three sessions commit at one SCN. */
  private void commitTogether() {
    long scn = clock.next();
    int wanted = 2 + random.nextInt(2);
    int from = random.nextInt(sessions.size());
    for (int i = 0; i < sessions.size() && wanted > 0; i++) {
      ModelSession session = sessions.get((from + i) % sessions.size());
      ModelTransaction transaction = session.transaction();
      if (transaction != null) {
        commit(session, transaction, scn);
        wanted--;
      }
    }
  }
}
