package io.oraclecdc.dictionary;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.DictionaryTable;
import io.oraclecdc.schema.LayoutChange;
import io.oraclecdc.schema.RedoMoment;
import io.oraclecdc.schema.SegmentRef;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.schema.TableSchema.SupplementalLogging;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Applies statements of DDL to the captured tables of one database. */
final class StatementEffects {
  private static final Logger log = LoggerFactory.getLogger(StatementEffects.class);

  private final TableDirectory dictionary;
  private final LayoutReader layouts;
  private final CapturedTables tables;
  private final List<LayoutChange> noticed = new ArrayList<>();
  private final List<TableSchema> truncated = new ArrayList<>();

  StatementEffects(TableDirectory dictionary, LayoutReader layouts, CapturedTables tables) {
    this.dictionary = dictionary;
    this.layouts = layouts;
    this.tables = tables;
  }

  /** What the last statement meant for layouts. */
  List<LayoutChange> noticed() {
    return List.copyOf(noticed);
  }

  /** Tables that the last statement emptied. */
  List<TableSchema> truncated() {
    return List.copyOf(truncated);
  }

  void apply(SegmentRef segment, DdlStatement statement, RedoMoment at, String sql) {
    noticed.clear();
    truncated.clear();
    switch (statement.kind()) {
      case CREATED -> created(segment, statement, at, sql);
      case ALTERED -> {
        for (CapturedTable table : captured(segment, statement)) {
          altered(table, at, sql);
          notice(LayoutChange.Kind.ALTER, table);
        }
      }
      case INDEXED -> captured(segment, statement).forEach(table -> indexed(table, at, sql));
      case INDEX_CHANGED -> indexChanged(segment, statement, at, sql);
      case RENAMED -> renamed(segment, statement, at);
      case DROPPED -> dropped(segment, statement, at);
      case TRUNCATED -> emptied(segment, statement);
      case PARTITION_TRUNCATED -> partitionTruncated(segment, statement, at);
      case UNKNOWN -> captured(segment, statement).forEach(table -> notKnown(table, statement, at));
      case IRRELEVANT -> {
        // No layout changes.
      }
    }
  }

  private void notice(LayoutChange.Kind kind, CapturedTable table) {
    table.newest().ifPresent(layout -> noticed.add(new LayoutChange(kind, layout)));
  }

  private void emptied(SegmentRef segment, DdlStatement statement) {
    List<CapturedTable> emptied = captured(segment, statement);
    if (emptied.size() > 1) {
      log.warn("TRUNCATE of a table {} does not tell whose it is", statement.name());
      return;
    }
    emptied.forEach(table -> table.newest().ifPresent(truncated::add));
  }

  // What is left of the table nobody can tell from the statement: see decision 0071.
  private void partitionTruncated(SegmentRef segment, DdlStatement statement, RedoMoment at) {
    for (CapturedTable table : captured(segment, statement)) {
      table
          .newest()
          .ifPresent(
              layout -> {
                log.warn(
                    "partitions of captured table {} were truncated at SCN {}: their rows are gone"
                        + " without deletes",
                    layout.id(),
                    at.scn());
                notice(LayoutChange.Kind.ALTER, table);
              });
    }
  }

  private void altered(CapturedTable table, RedoMoment at, String sql) {
    TableSchema before = table.newest().orElse(null);
    if (before == null || table.hasSeen(at)) {
      return;
    }
    DictionaryReading now =
        table.readingFor(at.scn()).orElseGet(() -> layouts.readAgain(before).orElse(null));
    table.altered(at, layouts.derive(table, before, sql), now);
    tables.remember(table);
    warnAboutLogging(before, table);
  }

  private void warnAboutLogging(@Nullable TableSchema before, CapturedTable table) {
    table
        .newest()
        .filter(layout -> layout.logging() == SupplementalLogging.NONE)
        .filter(layout -> before == null || before.logging() != SupplementalLogging.NONE)
        .ifPresent(
            layout ->
                log.warn(
                    "table {} has no supplemental logging, so updates of it may stop capture; run:"
                        + " ALTER TABLE {} ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS",
                    layout.id(),
                    layout.id()));
  }

  /** Most indexes change nothing: only one over expressions, or one that may become the key. */
  private void indexed(CapturedTable table, RedoMoment at, String sql) {
    TableSchema before = table.newest().orElse(null);
    DictionaryTable described = table.described();
    if (before == null || described == null) {
      return;
    }
    DerivedLayout after = layouts.derive(table, before, sql);
    TableSchema layout = after.layout();
    if (layout == null || LayoutDifference.of(before, layout).isPresent()) {
      altered(table, at, sql);
      noticeWhenChanged(table, before);
    }
  }

  private void indexChanged(SegmentRef segment, DdlStatement statement, RedoMoment at, String sql) {
    String owner = statement.owner() != null ? statement.owner() : segment.owner();
    String index = statement.name();
    for (CapturedTable table : List.copyOf(tables.current())) {
      DictionaryTable described = table.described();
      if (described == null || index == null) {
        continue;
      }
      boolean sameOwner = owner == null || described.id().owner().equals(owner);
      boolean expressions = described.columns().stream().anyMatch(StatementEffects::isExpression);
      if (sameOwner && (described.keyNames().containsKey(index) || expressions)) {
        TableSchema before = table.newest().orElse(null);
        altered(table, at, sql);
        noticeWhenChanged(table, before);
      }
    }
  }

  @SuppressWarnings("ReferenceEquality") // a version is one object
  private void noticeWhenChanged(CapturedTable table, @Nullable TableSchema before) {
    if (table.newest().filter(layout -> layout != before).isPresent()) {
      notice(LayoutChange.Kind.ALTER, table);
    }
  }

  private static boolean isExpression(DictionaryTable.DictionaryColumn column) {
    return column.hidden() && column.virtual() && column.name().startsWith("SYS_NC");
  }

  private void notKnown(CapturedTable table, DdlStatement statement, RedoMoment at) {
    TableSchema before = table.newest().orElse(null);
    if (before == null || table.hasSeen(at)) {
      return;
    }
    DictionaryReading now =
        table
            .readingFor(at.scn())
            .or(() -> layouts.readAgain(before))
            .orElseThrow(
                () ->
                    new CdcException(
                        ErrorCode.UNSUPPORTED_DDL,
                        "a statement that begins with "
                            + statement.summary()
                            + " on captured table "
                            + before.id()
                            + " at SCN "
                            + at.scn()
                            + " is not understood, and the table is not in the dictionary any more"));
    table.altered(at, DerivedLayout.UNKNOWN, now);
    tables.remember(table);
    log.warn(
        "a statement that begins with {} on captured table {} at SCN {} is not understood: its effect"
            + " is taken from the dictionary",
        statement.summary(),
        before.id(),
        at.scn());
    noticeWhenChanged(table, before);
  }

  private void created(SegmentRef segment, DdlStatement statement, RedoMoment at, String sql) {
    Optional<TableId> named = target(segment, statement);
    if (named.isEmpty()) {
      captureWhatIsNew(at);
      return;
    }
    TableId id = named.get();
    if (!dictionary.isCaptured(id)) {
      return;
    }
    long createdId = segment.objectId();
    Optional<DictionaryReading> now = layouts.read(id);
    if (now.isPresent() && (createdId == 0 || now.get().table().segmentIds().contains(createdId))) {
      capture(now.get(), at, sql);
      return;
    }
    Optional<DictionaryReading> renamed =
        createdId == 0 ? Optional.empty() : layouts.readObject(createdId, id);
    if (renamed.isPresent()) {
      capture(renamed.get(), at, sql);
      return;
    }
    Optional<SkipReason> skipped = now.isEmpty() ? dictionary.skips(id) : Optional.empty();
    if (skipped.isPresent()) {
      log.info("table {} is created and left out because {}", id, skipped.get().text());
      return;
    }
    if (createdId != 0) {
      leftNothingBehind(id, createdId, at.scn());
    } else if (now.isEmpty()) {
      throw new CdcException(
          ErrorCode.DICTIONARY_UNAVAILABLE,
          "table "
              + id
              + " was created at SCN "
              + at.scn()
              + " and is not in the dictionary any more, so rows it had cannot be read");
    }
    now.ifPresent(present -> capture(present, at, ""));
  }

  /** Its rows are asked for all the same: without any, nothing was lost. */
  private void leftNothingBehind(TableId id, long createdId, Scn scn) {
    if (tables.byObjectId(createdId) == null) {
      tables.remember(
          CapturedTable.unreadable(
              createdId,
              "of table "
                  + id
                  + " (object "
                  + createdId
                  + ") cannot be read: the table was created at SCN "
                  + scn
                  + " and is not in the dictionary any more"));
    }
  }

  private void captureWhatIsNew(RedoMoment at) {
    for (DictionaryReading now : layouts.readAll()) {
      if (tables.byObjectId(now.table().objectId()) == null) {
        capture(now, at, "");
      }
    }
  }

  /** A table that came into being, or back. */
  private void capture(DictionaryReading read, RedoMoment at, String sql) {
    DictionaryReading now = layouts.checked(read);
    CapturedTable known = tables.byObjectId(now.table().objectId());
    CapturedTable table;
    if (known == null || known.isOnlyRead()) {
      table = CapturedTable.created(at, layouts.deriveCreated(now, sql), now);
      tables.forget(known);
    } else if (known.hasSeen(at)) {
      return;
    } else {
      table = known;
      table.cameBack(at, now);
    }
    tables.remember(table);
    notice(LayoutChange.Kind.CREATE, table);
    table
        .newest()
        .ifPresent(
            layout -> log.info("table {} is captured from SCN {} on", layout.id(), at.scn()));
    warnAboutLogging(null, table);
  }

  private void renamed(SegmentRef segment, DdlStatement statement, RedoMoment at) {
    if (statement.movesToRecycleBin()) {
      return;
    }
    String newName = statement.newName();
    List<CapturedTable> touched = captured(segment, statement);
    for (CapturedTable table : touched) {
      if (!table.hasSeen(at) && newName != null) {
        table.newest().ifPresent(layout -> renamed(table, layout, newName, at));
      }
    }
    if (touched.isEmpty()) {
      captureRenamed(segment, statement, at);
    }
  }

  private void renamed(CapturedTable table, TableSchema before, String newName, RedoMoment at) {
    TableId id = new TableId(before.id().pdb(), before.id().owner(), newName);
    tables.forgetName(before, table);
    log.info("table {} is {} from SCN {} on", before.id(), id, at.scn());
    if (!dictionary.isCaptured(id)) {
      table.end(at);
      tables.changed(table);
      noticed.add(new LayoutChange(LayoutChange.Kind.DROP, before));
      return;
    }
    DerivedLayout after = layouts.renamed(table, before, id);
    DictionaryReading now =
        layouts
            .readObject(before.objectId(), id)
            .map(read -> layouts.as(read, before))
            .orElse(null);
    table.altered(at, after, now);
    tables.remember(table);
    notice(LayoutChange.Kind.ALTER, table);
  }

  /** A table that was not captured under its old name. */
  private void captureRenamed(SegmentRef segment, DdlStatement statement, RedoMoment at) {
    String owner = statement.owner() != null ? statement.owner() : segment.owner();
    if (owner == null || statement.newName() == null) {
      captureWhatIsNew(at);
      return;
    }
    TableId id = new TableId(dictionary.pdb(), owner, statement.newName());
    if (!dictionary.isCaptured(id)) {
      return;
    }
    layouts
        .read(id)
        .filter(
            now -> segment.objectId() == 0 || now.table().segmentIds().contains(segment.objectId()))
        .or(() -> layouts.readObject(segment.objectId(), id))
        .ifPresent(now -> capture(now, at, ""));
  }

  private void dropped(SegmentRef segment, DdlStatement statement, RedoMoment at) {
    for (CapturedTable table : captured(segment, statement)) {
      table
          .newest()
          .ifPresent(
              layout -> {
                tables.forgetName(layout, table);
                table.dropped(at.scn());
                tables.changed(table);
                noticed.add(new LayoutChange(LayoutChange.Kind.DROP, layout));
                log.info("captured table {} was dropped at SCN {}", layout.id(), at.scn());
              });
    }
  }

  /** Captured tables that a statement is about. */
  List<CapturedTable> captured(SegmentRef segment, DdlStatement statement) {
    boolean namesIndex = statement.kind() == DdlStatement.Kind.INDEXED;
    CapturedTable byId = namesIndex ? null : tables.byObjectId(segment.objectId());
    if (byId != null && byId.newest().isPresent() && !byId.isDropped()) {
      return List.of(byId);
    }
    Optional<TableId> named = target(segment, statement);
    if (named.isPresent()) {
      CapturedTable table = tables.byName(named.get().owner(), named.get().name());
      return table == null || (!namesIndex && isAnotherObject(table, segment))
          ? List.of()
          : List.of(table);
    }
    // Not qualified, and LogMiner does not know the schema: every table of that name.
    List<CapturedTable> same = new ArrayList<>();
    for (CapturedTable table : tables.current()) {
      if (table.newest().filter(t -> t.id().name().equals(statement.name())).isPresent()) {
        same.add(table);
      }
    }
    return same;
  }

  /** Whether LogMiner names an object that is not this one: an earlier table of the same name. */
  private static boolean isAnotherObject(CapturedTable table, SegmentRef segment) {
    return segment.objectId() != 0
        && table
            .newest()
            .filter(t -> t.objectId() != 0 && t.objectId() != segment.objectId())
            .isPresent();
  }

  /** The table a statement names; the text decides before LogMiner's columns. */
  Optional<TableId> target(SegmentRef segment, DdlStatement statement) {
    String owner = statement.owner() != null ? statement.owner() : segment.owner();
    String table = statement.name() != null ? statement.name() : segment.table();
    return owner == null || table == null || owner.equals("UNKNOWN")
        ? Optional.empty()
        : Optional.of(new TableId(dictionary.pdb(), owner, table));
  }
}
