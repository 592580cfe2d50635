package io.oraclecdc.pipeline;

import io.oraclecdc.commit.CommitSequencer;
import io.oraclecdc.delivery.Delivery;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.errors.RetriableException;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.mining.MiningStep;
import io.oraclecdc.mining.RedoSource;
import io.oraclecdc.mining.StepEnd;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.position.Position;
import io.oraclecdc.redo.RedoEvent;
import io.oraclecdc.redo.RowDecoder;
import io.oraclecdc.schema.DdlEffect;
import io.oraclecdc.schema.RedoMoment;
import io.oraclecdc.schema.SchemaCatalog;
import io.oraclecdc.schema.SchemaCatalog.LostObject;
import io.oraclecdc.schema.SchemaCatalog.UnprovenLayout;
import io.oraclecdc.schema.SegmentRef;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.transaction.CompletedStep;
import io.oraclecdc.transaction.DdlMark;
import io.oraclecdc.transaction.OpenFloor;
import io.oraclecdc.transaction.OrphanCheck;
import io.oraclecdc.transaction.TransactionBuffer;
import io.oraclecdc.transaction.WiderRange;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The stages between redo and delivery, one step at a time and without threads: rows of a {@link
 * RedoSource} become events, transactions and ordered changes.
 *
 * <p>Not thread-safe: the capture thread owns it. After an exception that is not a {@link
 * RetriableException} it must not be used again; a new one goes on from the stored position.
 */
public final class ChangePipeline {
  private final RedoSource source;
  private final RowDecoder decoder;
  private final SchemaCatalog catalog;
  private final TransactionBuffer buffer;
  private final CommitSequencer sequencer;
  private final Delivery delivery;
  private final DeadLetters deadLetters;
  private final Map<RedoThread, RedoAddress> cursors = new HashMap<>();
  private final DdlEffects effects;
  private Scn lowestScn;

  /** Every commit at or below this SCN was read, delivered or not. */
  private Scn readThrough = Scn.ZERO;

  /** The open transaction that needs the redo from where the next step begins. */
  private @Nullable TransactionKey oldest;

  private long rows;
  private long toldDdl;
  private Scn lastToldDdl = Scn.ZERO;

  /** From where a restart would read; set from any thread. */
  private volatile Scn restartScn = Scn.ZERO;

  private Scn forgottenBefore = Scn.ZERO;

  /**
   * A pipeline that stops at the first row that cannot be decoded.
   *
   * @param source redo
   * @param decoder rows to events, over the same catalog
   * @param catalog told of DDL
   * @param buffer empty
   * @param sequencer made with the same {@code start}
   * @param delivery where changes go
   * @param start what was acknowledged
   */
  public ChangePipeline(
      RedoSource source,
      RowDecoder decoder,
      SchemaCatalog catalog,
      TransactionBuffer buffer,
      CommitSequencer sequencer,
      Delivery delivery,
      Position start) {
    this(source, decoder, catalog, buffer, sequencer, delivery, start, DeadLetters.REFUSED);
  }

  /** The same with a choice for rows that cannot be decoded. */
  public ChangePipeline(
      RedoSource source,
      RowDecoder decoder,
      SchemaCatalog catalog,
      TransactionBuffer buffer,
      CommitSequencer sequencer,
      Delivery delivery,
      Position start,
      DeadLetters deadLetters) {
    this.source = source;
    this.decoder = decoder;
    this.catalog = catalog;
    this.buffer = buffer;
    this.sequencer = sequencer;
    this.delivery = delivery;
    this.deadLetters = deadLetters;
    this.effects = new DdlEffects(catalog, sequencer.kinds());
    sequencer.leaveOut(catalog::isLeftOut);
    this.lowestScn = start.resumeScn();
    this.oldest = start.oldest();
    start.threads().forEach((thread, at) -> cursors.put(thread, at.resumeAddress()));
    buffer.goOnFrom(start);
  }

  /**
   * Mines one step and delivers what it committed. The step counts as a whole or not at all.
   *
   * @return whether there may be more redo at once; false when the step reached the end of the redo
   *     there was
   * @throws RetriableException when the step can be mined again (CDC-1002) or the session must be
   *     opened anew (CDC-1001); the pipeline is as before the step
   * @throws io.oraclecdc.errors.CdcException when capture has to stop
   * @throws InterruptedException if the thread is interrupted while it waits for room
   */
  public boolean step() throws InterruptedException {
    catalog.settle(readThrough, start().lowestScn());
    forgetLayouts();
    Attempt attempt = attempt(start());
    while (attempt.completed() == null) {
      attempt = attempt(attempt.from()).behind(attempt);
    }
    StepEnd end = attempt.end();
    end.cursors().forEach((thread, at) -> cursors.merge(thread, at, ChangePipeline::later));
    lowestScn = Scn.max(lowestScn, end.nextLowestScn());
    end.passedScns().values().stream()
        .min(Scn::compareTo)
        .ifPresent(passed -> readThrough = Scn.max(readThrough, passed));
    OpenFloor open = buffer.oldestOpen();
    oldest = open.scn() != null && open.scn().isBefore(lowestScn) ? open.oldest() : null;
    effects.forgetBefore(start().lowestScn());
    sequencer.accept(Objects.requireNonNull(attempt.completed()), end);
    sequencer.deliver(delivery, deadLetters::accept);
    buffer.requireWithinLimits();
    return !end.caughtUp();
  }

  /** Layouts that a restart would not need are forgotten, now and then. */
  private void forgetLayouts() {
    Scn until = Scn.min(restartScn, start().lowestScn());
    if (until.isAfter(forgottenBefore)) {
      forgottenBefore = until;
      catalog.forgetBefore(until);
    }
  }

  /** A position is stored: no restart reads redo before it. From any thread. */
  public void stored(Position position) {
    restartScn = position.resumeScn();
  }

  /**
   * Reads a range. A statement may lie across its beginning, in a transaction that goes on in it;
   * then nothing of the range counts, and a wider one is asked for.
   */
  private Attempt attempt(MiningStart from) {
    boolean valuesApart = catalog.hasValuesApart();
    try (MiningStep step = open(from)) {
      buffer.beginStep();
      boolean kept = false;
      try {
        StepEnd end = read(step);
        if (isShort(from, end)) {
          return new Attempt(from, end, null);
        }
        // A statement of DDL in the step may have made the first such column.
        boolean apart = valuesApart || catalog.hasValuesApart();
        WiderRange wider = buffer.widerRange(from, cursors).filter(range -> apart).orElse(null);
        if (wider != null) {
          return Attempt.again(from, wider, end);
        }
        CompletedStep completed = buffer.completeStep(apart);
        kept = true;
        return new Attempt(from, end, completed);
      } finally {
        if (!kept) {
          decoder.reset();
          buffer.discardStep();
        }
      }
    }
  }

  /**
   * Whether a wider range ended before the place it has to go to, as it does behind DDL. It holds
   * rows of transactions that ended between there and the cursor, and the next step would begin
   * behind their ends: they would stay open for ever.
   */
  private static boolean isShort(MiningStart from, StepEnd end) {
    return from.reach().entrySet().stream()
        .anyMatch(
            reach ->
                end.cursors()
                    .getOrDefault(reach.getKey(), RedoAddress.ZERO)
                    .isBefore(reach.getValue()));
  }

  private MiningStep open(MiningStart from) {
    try {
      return source.open(from);
    } catch (CdcException e) {
      TransactionKey needs = oldest;
      if (e.code() != ErrorCode.LOG_PURGED || needs == null) {
        throw e;
      }
      throw new CdcException(
          e.code(),
          e.observed() + "; transaction " + needs + " needs it, which is open since then",
          e.action(),
          e);
    }
  }

  private static RedoAddress later(RedoAddress one, RedoAddress other) {
    return one.isAfter(other) ? one : other;
  }

  /**
   * What became of a range.
   *
   * @param from where it began, or where the next one has to begin
   * @param end how far it went
   * @param completed what it brought, null when it does not count and has to be read again
   */
  private record Attempt(MiningStart from, StepEnd end, @Nullable CompletedStep completed) {

    /**
     * The same, after another one that did not count. A range that was cut by DDL goes farther the
     * next time, because the catalog knows the DDL by then.
     *
     * @throws RetriableException CDC-1002 when it did not go farther
     */
    Attempt behind(Attempt before) {
      if (completed == null
          && from.equals(before.from)
          && end.cursors().equals(before.end.cursors())) {
        throw new RetriableException(
            ErrorCode.MINING_STEP_RETRY,
            "A range that has to hold a whole statement ended before it: the logs up to "
                + from.reach()
                + " could not be read",
            null);
      }
      return this;
    }

    static Attempt again(MiningStart from, WiderRange wider, StepEnd end) {
      Map<RedoThread, RedoAddress> begin = new HashMap<>(from.cursors());
      wider
          .addresses()
          .forEach(
              (thread, at) -> begin.computeIfPresent(thread, (t, c) -> c.isAfter(at) ? at : c));
      Map<RedoThread, RedoAddress> reach = new HashMap<>(from.reach());
      end.cursors().forEach((thread, at) -> reach.merge(thread, at, ChangePipeline::later));
      return new Attempt(
          new MiningStart(Scn.min(from.lowestScn(), wider.scn()), begin, reach), end, null);
    }
  }

  /**
   * Looks for open transactions that the database does not know any more. Called between steps.
   *
   * @param nanoTime monotonic clock
   * @throws io.oraclecdc.errors.CdcException CDC-7002 when there is one and capture has to stop
   */
  public void look(OrphanCheck orphans, long nanoTime) {
    orphans.check(buffer, sequencer.passedScn(), nanoTime);
  }

  private MiningStart start() {
    Scn oldest = buffer.oldestOpen().scn();
    return new MiningStart(oldest == null ? lowestScn : Scn.min(oldest, lowestScn), cursors);
  }

  private StepEnd read(MiningStep step) {
    for (MinedRow row = step.next(); row != null; row = step.next()) {
      rows++;
      take(row);
    }
    if (decoder.isInsideStatement()) {
      throw new RetriableException(
          ErrorCode.MINING_STEP_RETRY,
          "A mining step ended inside a statement that is continued in later rows",
          null);
    }
    return step.finish();
  }

  private void take(MinedRow row) {
    if (!decoder.isInsideStatement() && !buffer.isWanted(row)) {
      return;
    }
    try {
      RedoEvent event = decoder.decode(row);
      if (event instanceof RedoEvent.DdlExecuted ddl) {
        tellCatalog(ddl);
      } else if (event != null) {
        event.accept(buffer);
        if (catalog.hasUnproven()) {
          hold(row);
        }
      }
    } catch (DecodeException e) {
      bad(row, decoder.whole(row), e);
    } catch (CdcException e) {
      unreadable(row, e);
    }
  }

  /** A row whose layout is not known, or was none that can be captured. */
  private void unreadable(MinedRow row, CdcException e) {
    boolean ofRow = row.operation() != OperationCode.DDL && hasNoLayout(row);
    if (row.transaction().xid().isNone()
        || (e.code() != ErrorCode.DICTIONARY_UNAVAILABLE && !ofRow)) {
      throw e;
    }
    SegmentRef segment = row.segment();
    Scn scn = row.scn();
    if (catalog.lostObject(segment, scn).isPresent()) {
      buffer.postpone(row, e, () -> catalog.lostObject(segment, scn).map(LostObject::decidedAt));
    } else if (row.operation() != OperationCode.DDL && catalog.setAside(segment, moment(row), e)) {
      buffer.skip(row);
    } else {
      buffer.postpone(row, e);
    }
  }

  private boolean hasNoLayout(MinedRow row) {
    try {
      catalog.layoutOf(row.segment(), moment(row));
      return false;
    } catch (CdcException e) {
      return true;
    }
  }

  private static RedoMoment moment(MinedRow row) {
    return new RedoMoment(row.scn(), row.thread(), row.address());
  }

  /** What was decoded with a layout that is not certain is not delivered before it is. */
  private void hold(MinedRow row) {
    catalog.layoutOf(row.segment(), moment(row)).ifPresent(layout -> hold(row, layout));
  }

  private void hold(MinedRow row, TableSchema layout) {
    if (catalog.unproven(layout).isPresent()) {
      buffer.holdBack(
          row,
          layout,
          () ->
              new CdcException(
                  ErrorCode.DICTIONARY_UNAVAILABLE,
                  catalog.unproven(layout).map(UnprovenLayout::reason).orElse("")),
          () -> catalog.unproven(layout).map(UnprovenLayout::decidedAt));
    }
  }

  private void bad(MinedRow last, MinedRow whole, DecodeException error) {
    TableSchema table =
        deadLetters.refusesEverything() || whole.operation() == OperationCode.DDL
            ? null
            : catalog.layoutOf(whole.segment(), moment(whole)).orElse(null);
    if (deadLetters.refusesEverything()
        && whole.operation() != OperationCode.DDL
        && catalog.setAside(whole.segment(), moment(whole), error)) {
      buffer.skip(last);
    } else if (table != null) {
      // Whether its change survives is known at the commit.
      buffer.keepBad(last, whole, table, error);
    } else if (buffer.skip(last)) {
      deadLetters.accept(whole, error);
    }
  }

  private void tellCatalog(RedoEvent.DdlExecuted ddl) {
    toldDdl++;
    lastToldDdl = Scn.max(lastToldDdl, ddl.row().scn());
    DdlEffect effect = effects.of(ddl);
    ddl.accept(buffer);
    if (!effect.isNone()) {
      buffer.ddlMarked(new DdlMark(ddl.row(), ddl.sql(), effect));
      effect.layouts().forEach(change -> hold(ddl.row(), change.table()));
    }
  }

  /**
   * Delivers the layouts of all captured tables, when layouts are delivered. Before the first step.
   *
   * @throws InterruptedException if the thread is interrupted while it waits for room
   */
  public void layouts(Instant now) throws InterruptedException {
    sequencer.layouts(catalog.tables(), now, delivery);
  }

  /**
   * Every commit at or below this SCN has been read and, if it changed captured rows, delivered.
   */
  public Scn passedScn() {
    return sequencer.passedScn();
  }

  /** Changes delivered so far, heartbeats included. */
  public long sequenced() {
    return sequencer.sequenced();
  }

  /** Statements of DDL that the catalog was told of. */
  long toldDdl() {
    return toldDdl;
  }

  /** SCN of the newest of them. */
  Scn lastToldDdl() {
    return lastToldDdl;
  }

  /** Rows read so far, repeated ones included. */
  public long rows() {
    return rows;
  }

  /** What may be stored once everything delivered so far is acknowledged. */
  public Position currentPosition() {
    return sequencer.currentPosition();
  }

  /**
   * Delivers a heartbeat, which carries {@link #currentPosition()}.
   *
   * @throws InterruptedException if the thread is interrupted while it waits for room
   */
  public void heartbeat(Instant now) throws InterruptedException {
    sequencer.heartbeat(now, delivery);
  }
}
