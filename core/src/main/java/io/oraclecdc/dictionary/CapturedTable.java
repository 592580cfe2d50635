package io.oraclecdc.dictionary;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.Scn;
import io.oraclecdc.schema.DictionaryTable;
import io.oraclecdc.schema.KnownTable;
import io.oraclecdc.schema.RedoMoment;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.schema.TableTimeline;
import io.oraclecdc.schema.TableTimeline.Proof;
import io.oraclecdc.schema.TableTimeline.Version;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * The dictionary shows the present, and the redo is read later. A statement of DDL in the redo is
 * answered in one of these ways:
 *
 *   the text tells what it does, and the dictionary says the same    the layout is exact
 *   the text tells what it does, the dictionary says something else  the layout is derived: there are
 *       more statements to come, or the statement was not committed when the dictionary was read
 *   the text does not tell                                           the layout of the dictionary, which
 *       rows have that were written after it was read; while layouts are being derived, no change
 *
 * DerivedLayout layouts are exact once what was derived equals what the dictionary said. They are refuted
 * when the redo was read up to the reading of the dictionary and they still differ. What was decoded
 * with them is not delivered before.
 */
/** One captured table: its timeline, and what is needed to go on with it. */
final class CapturedTable {
  private static final Logger log = LoggerFactory.getLogger(CapturedTable.class);

  private final TableTimeline timeline;
  private final Set<Long> segmentIds = new TreeSet<>();
  private final Set<TableSchema> held = new HashSet<>();
  private @Nullable DictionaryTable described;
  private @Nullable DictionaryReading reading;

  /** The last statement; the dictionary may have been read before it was committed. */
  private Scn lastStatement = Scn.ZERO;

  /** The last statement whose effect only the dictionary tells, unless it did for certain. */
  private @Nullable RedoMoment untold;

  private @Nullable Scn droppedAt;
  private @Nullable String setAside;

  private CapturedTable(TableTimeline timeline) {
    this.timeline = timeline;
  }

  /** A table that was read from the dictionary. */
  static CapturedTable read(RedoMoment from, DictionaryReading reading) {
    CapturedTable table =
        new CapturedTable(
            new TableTimeline(
                new Version(from, reading.required(), Proof.READ_LATER, reading.readUntil())));
    table.described = reading.table();
    table.segmentIds.addAll(reading.table().segmentIds());
    return table;
  }

  /**
   * A table that a statement made.
   *
   * @param after what its text makes
   * @param now what the dictionary says
   */
  static CapturedTable created(RedoMoment at, DerivedLayout after, DictionaryReading now) {
    TableSchema layout = after.layout();
    boolean derived =
        layout != null
            && (now.layout() == null || LayoutDifference.of(layout, now.layout()).isPresent());
    boolean exact = layout != null && !derived;
    Version first =
        derived && layout != null
            ? new Version(at, layout, Proof.DERIVED, now.readAt())
            : new Version(
                at, now.required(), exact ? Proof.EXACT : Proof.READ_LATER, now.readUntil());
    CapturedTable table = new CapturedTable(new TableTimeline(first));
    table.described = derived ? after.table() : now.table();
    table.reading = derived ? now : null;
    table.lastStatement = at.scn();
    table.segmentIds.addAll(now.table().segmentIds());
    return table;
  }

  /** The table was brought back from the recycle bin, or came under a name that is captured. */
  void cameBack(RedoMoment at, DictionaryReading now) {
    droppedAt = null;
    if (setAside != null) {
      return;
    }
    TableSchema before = timeline.newest().layout();
    if (before == null || !before.id().equals(now.table().id()) || !isProven(before, now)) {
      begin(at, now, Proof.READ_LATER);
    }
  }

  /** Whether nothing is known of it but what the dictionary said when capture began. */
  boolean isOnlyRead() {
    Version newest = timeline.newest();
    return newest.from().equals(RedoMoment.BEGINNING)
        && newest.proof() == Proof.READ_LATER
        && setAside == null
        && droppedAt == null;
  }

  int nextNumber() {
    return timeline.nextNumber();
  }

  /** A table that existed but left no layout behind: its rows cannot be read. */
  static CapturedTable unreadable(long objectId, String reason) {
    CapturedTable table =
        new CapturedTable(
            new TableTimeline(
                Version.unreadable(
                    RedoMoment.BEGINNING, null, ErrorCode.DICTIONARY_UNAVAILABLE, reason)));
    table.segmentIds.add(objectId);
    return table;
  }

  /**
   * A table of which a run before told.
   *
   * @param selected what a layout is by the settings of now
   */
  static CapturedTable restored(KnownTable known, Function<TableSchema, TableSchema> selected) {
    List<Version> versions = new ArrayList<>();
    for (Version version : known.versions()) {
      TableSchema layout = version.layout();
      versions.add(
          layout == null || version.code() != null
              ? version
              : version.with(selected.apply(layout), version.proof(), version.readAt()));
    }
    CapturedTable table = new CapturedTable(new TableTimeline(versions));
    table.segmentIds.addAll(known.segmentIds());
    table.described = known.described();
    table.droppedAt = known.droppedAt();
    table.setAside = known.setAside();
    table.lastStatement = table.timeline.newest().from().scn();
    return table;
  }

  /** What is worth keeping; empty for a table that left no layout behind. */
  Optional<KnownTable> known() {
    TableSchema last = lastLayout();
    return last == null
        ? Optional.empty()
        : Optional.of(
            new KnownTable(
                last.id(),
                last.objectId(),
                timeline.versions(),
                List.copyOf(segmentIds),
                described,
                droppedAt,
                setAside));
  }

  private @Nullable TableSchema lastLayout() {
    TableSchema last = null;
    for (Version version : timeline.versions()) {
      last = version.layout() == null ? last : version.layout();
    }
    return last;
  }

  Optional<TableSchema> at(RedoMoment moment) {
    return timeline.at(moment);
  }

  boolean isExact(RedoMoment moment) {
    return timeline.isExact(moment);
  }

  /** The newest layout; empty when the table is not captured any more. */
  Optional<TableSchema> newest() {
    return setAside != null ? Optional.empty() : Optional.ofNullable(timeline.newest().layout());
  }

  Collection<Long> segmentIds() {
    return segmentIds;
  }

  void addSegment(long objectId) {
    segmentIds.add(objectId);
  }

  @Nullable DictionaryTable described() {
    return described;
  }

  /** Whether a statement was applied by a run before: steps overlap over restarts. */
  boolean hasSeen(RedoMoment statement) {
    Version newest = timeline.newest();
    return !newest.from().equals(RedoMoment.BEGINNING)
        && !newest.from().isBefore(statement)
        && !newest.from().scn().isBefore(statement.scn());
  }

  /** Whether layouts wait to be compared with the dictionary. */
  boolean isUnproven() {
    return reading != null;
  }

  /** The reading of the dictionary that layouts are compared with, if it covers a statement. */
  Optional<DictionaryReading> readingFor(Scn statement) {
    return Optional.ofNullable(reading).filter(r -> !r.readAt().isBefore(statement));
  }

  /** The whole is captured anew from a place on: it came under a name that is captured. */
  void begin(RedoMoment from, DictionaryReading now, Proof proof) {
    TableSchema layout = now.required();
    timeline.add(
        new Version(
            from,
            layout.with(timeline.nextNumber(), layout.publishedAs()),
            proof,
            now.readUntil()));
    described = now.table();
    segmentIds.addAll(now.table().segmentIds());
    reading = null;
  }

  /** Not captured from a place on. */
  void end(RedoMoment from) {
    timeline.add(Version.notCaptured(from));
    droppedAt = from.scn();
    reading = null;
  }

  /** The table is gone from this SCN on; its rows may be mined again. */
  void dropped(Scn scn) {
    droppedAt = scn;
    if (!timeline.derived().isEmpty()) {
      refute("the table was dropped before the dictionary could be asked for it", null);
    }
    reading = null;
  }

  boolean isDropped() {
    return droppedAt != null;
  }

  /** Set aside from a place on. */
  void setAside(RedoMoment from, String why) {
    if (setAside == null) {
      setAside = why;
      timeline.endAt(from);
      reading = null;
    }
  }

  boolean isSetAside() {
    return setAside != null;
  }

  /** Captured again from a place on, with the layout that the dictionary tells. */
  void readmit(RedoMoment from, DictionaryReading now) {
    setAside = null;
    begin(from, now, Proof.READ_LATER);
  }

  /**
   * A statement changed the table.
   *
   * @param at where it stands
   * @param after what its text makes of the table
   * @param now what the dictionary says, null when the table is in it no more
   */
  void altered(RedoMoment at, DerivedLayout after, @Nullable DictionaryReading now) {
    if (now == null) {
      alteredAndGone(at, after);
      return;
    }
    segmentIds.addAll(now.table().segmentIds());
    lastStatement = at.scn();
    Version newest = timeline.newest();
    boolean unknownBefore =
        newest.proof() == Proof.READ_LATER && !at.scn().isAfter(newest.readAt());
    if (unknownBefore || after.table() == null) {
      told(at, now);
      return;
    }
    described = after.table().storedAs(now.table());
    TableSchema layout = after.layout();
    if (layout == null) {
      CdcException problem = after.required();
      if (now.layout() == null) {
        throw problem;
      }
      reading = now;
      timeline.add(
          Version.unreadable(
              at,
              newest.layout(),
              problem.code(),
              "was written while its table could not be captured: " + problem.observed()));
      return;
    }
    if (now.layout() != null && LayoutDifference.of(layout, now.layout()).isEmpty()) {
      proven(now);
      add(at, now.layout(), Proof.EXACT, now);
      return;
    }
    if (newest.layout() != null && isSame(newest.layout(), layout)) {
      return; // nothing changed, and what the dictionary says besides is told by later statements
    }
    reading = now;
    timeline.add(new Version(at, layout, Proof.DERIVED, now.readAt()));
    log.info("layout {} is derived from its statement at {}", layout, at);
  }

  /** A statement whose effect only the dictionary tells. */
  private void told(RedoMoment at, DictionaryReading now) {
    if (timeline.derived().isEmpty()) {
      add(at, now.required(), Proof.READ_LATER, now);
      described = now.table();
      untold = at;
      reading = now;
      return;
    }
    TableSchema before = timeline.newest().layout();
    reading = now; // taken for no change
    if (before != null && isProven(before, now)) {
      proven(now);
    }
  }

  private void alteredAndGone(RedoMoment at, DerivedLayout after) {
    TableSchema before = timeline.newest().layout();
    TableSchema layout = after.layout() == null ? before : after.layout();
    boolean changes = after.layout() == null || before == null || !isSame(before, after.layout());
    if (changes && layout != null) {
      // Renamed or dropped later: LogMiner marks the rows up to then, and the DDL is still to come.
      timeline.add(new Version(at, layout, Proof.READ_LATER, TableTimeline.NEVER));
      described = after.table() == null ? described : after.table();
    }
  }

  /** A version, unless the one before says the same. */
  private void add(RedoMoment at, TableSchema layout, Proof proof, DictionaryReading now) {
    Version newest = timeline.newest();
    TableSchema before = newest.layout();
    if (before != null && newest.code() == null && isSame(before, layout)) {
      if (proof == Proof.READ_LATER && newest.proof() == Proof.READ_LATER) {
        // The layout may have been another one between two statements.
        timeline.add(new Version(at, before, proof, now.readUntil()));
      }
      return;
    }
    TableSchema numbered = layout.with(timeline.nextNumber(), layout.publishedAs());
    timeline.add(new Version(at, numbered, proof, now.readUntil()));
    log.info("layout {} is in force from {} on", numbered, at);
  }

  private static boolean isSame(TableSchema one, TableSchema other) {
    return one.id().equals(other.id())
        && one.objectId() == other.objectId()
        && one.columns().equals(other.columns())
        && one.key().equals(other.key())
        && one.logging() == other.logging()
        && one.isIndexOrganized() == other.isIndexOrganized();
  }

  private static boolean isProven(TableSchema derived, DictionaryReading now) {
    return now.layout() != null && LayoutDifference.of(derived, now.layout()).isEmpty();
  }

  /** Everything derived so far led to what the dictionary says. */
  private void proven(DictionaryReading by) {
    for (Version version : timeline.derived()) {
      TableSchema layout = version.layout();
      if (layout != null) {
        timeline.replace(version, version.with(layout, Proof.EXACT, by.readAt()));
        held.remove(layout);
      }
    }
    described = by.table();
    reading = null;
    untold = null;
  }

  /** The newest layout by the settings of now. */
  void select(TableSchema layout) {
    Version newest = timeline.newest();
    TableSchema stored = newest.layout();
    if (stored != null && !isSame(stored, layout)) {
      timeline.replace(newest, newest.with(layout, newest.proof(), newest.readAt()));
    }
  }

  /** From the start on: whether what a run before knew leads to what the dictionary says. */
  void compareWith(DictionaryReading now) {
    segmentIds.addAll(now.table().segmentIds());
    TableSchema newest = timeline.newest().layout();
    if (newest != null && isProven(newest, now)) {
      proven(now);
      return;
    }
    reading = now;
  }

  /**
   * Compares what was derived with the dictionary, once the redo was read up to the reading.
   *
   * @param passed every commit at or below this SCN was read
   * @param lowest no transaction is open that began at or before this SCN
   * @param again reads the dictionary now; null when the table is in it no more
   * @return whether anything was decided
   * @throws CdcException CDC-6003 when the dictionary says something that no statement explains
   */
  boolean settle(
      Scn passed, Scn lowest, Function<CapturedTable, @Nullable DictionaryReading> again) {
    DictionaryReading known = reading;
    if (known == null || known.readUntil().isAfter(passed)) {
      return false;
    }
    if (!lowest.isAfter(lastStatement)) {
      return false; // the statement may not have been committed when the dictionary was read
    }
    if (!known.lowest().isAfter(lastStatement)) {
      readAgain(again.apply(this), lowest);
      return true;
    }
    decide(known);
    return true;
  }

  private void readAgain(@Nullable DictionaryReading now, Scn lowest) {
    Version newest = timeline.newest();
    TableSchema layout = newest.layout();
    RedoMoment told = untold;
    reading = now == null ? null : now.whenOpenFrom(lowest);
    if (now == null) {
      refute("the table was gone before the dictionary could be asked for it", null);
    } else if (layout != null && newest.code() == null && isProven(layout, now)) {
      proven(now);
    } else if (told != null && timeline.derived().isEmpty()) {
      add(told, now.required(), Proof.READ_LATER, now);
      described = now.table();
      reading = null;
      untold = null;
    }
  }

  private void decide(DictionaryReading known) {
    Version newest = timeline.newest();
    reading = null;
    TableSchema layout = newest.layout();
    if (layout != null && newest.code() == null && isProven(layout, known)) {
      proven(known);
      return;
    }
    String difference =
        layout == null || known.layout() == null
            ? "whether it can be captured"
            : LayoutDifference.of(layout, known.layout()).orElse("its state");
    if (timeline.derived().isEmpty()) {
      unexplained(newest, difference, known);
      return;
    }
    refute(
        "the statements up to "
            + newest.from()
            + " lead to another layout than the dictionary showed at SCN "
            + known.readAt()
            + ": "
            + difference,
        known);
  }

  private void unexplained(Version newest, String difference, DictionaryReading known) {
    TableSchema now = known.required();
    if (newest.code() == null) {
      throw new CdcException(
          ErrorCode.SCHEMA_MISMATCH,
          "the stored layout of table "
              + now.id()
              + ", in force from "
              + newest.from()
              + " on, is not the one that the dictionary showed at SCN "
              + known.readAt()
              + ", and no statement in the redo up to there explains it: "
              + difference);
    }
    begin(RedoMoment.of(known.readUntil().next()), known, Proof.EXACT);
  }

  /** What was derived is wrong. */
  private void refute(String why, @Nullable DictionaryReading known) {
    List<Version> derived = timeline.derived();
    boolean only = derived.size() == 1 && held.isEmpty() && known != null;
    for (Version version : derived) {
      TableSchema layout = version.layout();
      TableSchema now = known == null ? null : known.layout();
      if (only && known != null && now != null && version.equals(timeline.newest())) {
        // One statement, no row yet: the dictionary is right.
        timeline.replace(
            version,
            version.with(
                now.with(timeline.nextNumber(), now.publishedAs()),
                Proof.READ_LATER,
                known.readUntil()));
      } else {
        timeline.replace(
            version,
            Version.unreadable(
                version.from(),
                layout,
                ErrorCode.DICTIONARY_UNAVAILABLE,
                "has a layout that is not known: " + why));
      }
    }
    if (known != null && !only) {
      begin(RedoMoment.of(known.readUntil().next()), known, Proof.EXACT);
    }
    if (known != null) {
      described = known.table();
    }
    log.warn("layouts of table {} derived from statements are wrong: {}", name(), why);
  }

  private String name() {
    TableSchema last = lastLayout();
    return last == null ? "?" : last.id().toString();
  }

  /**
   * Whether a row that was decoded with a layout has to wait, or cannot be delivered.
   *
   * @return what is to be said of it; empty once the layout is certain
   */
  Optional<Held> held(TableSchema layout) {
    for (Version version : timeline.versions()) {
      if (version.layout() == layout && version.proof() == Proof.DERIVED) {
        held.add(layout);
        // A comparison may need a second reading, whose SCN is not known yet.
        return Optional.of(new Held(version.from(), TableTimeline.NEVER, null));
      }
      if (version.layout() == layout && version.code() != null && held.contains(layout)) {
        return Optional.of(new Held(version.from(), Scn.ZERO, version.reason()));
      }
    }
    return Optional.empty();
  }

  /**
   * A layout that is not certain.
   *
   * @param from its first row
   * @param decidedAt when more is known
   * @param refuted why rows decoded with it are wrong, null while that is not known
   */
  record Held(RedoMoment from, Scn decidedAt, @Nullable String refuted) {}

  /** Layouts that rows were decoded with and that turned out wrong, from the first on. */
  Optional<Refuted> refutedAndHeld() {
    List<Version> wrong =
        timeline.versions().stream()
            .filter(version -> version.code() != null && held.contains(version.layout()))
            .toList();
    if (wrong.isEmpty()) {
      return Optional.empty();
    }
    List<TableSchema> layouts = wrong.stream().map(Version::layout).toList();
    layouts.forEach(held::remove);
    return Optional.of(new Refuted(wrong.get(0).from(), layouts, wrong.get(0).reason()));
  }

  /**
   * Layouts that turned out wrong.
   *
   * @param from where the first of them begins
   * @param layouts those that rows were decoded with
   * @param reason why
   */
  record Refuted(RedoMoment from, List<TableSchema> layouts, @Nullable String reason) {}

  /** Forgets layouts that no row needs any more; whether there were any. */
  boolean forgetBefore(Scn scn) {
    return timeline.forgetBefore(scn);
  }
}
