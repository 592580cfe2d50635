package io.oraclecdc.dictionary;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.CapturedObjects;
import io.oraclecdc.schema.DdlEffect;
import io.oraclecdc.schema.LayoutChange;
import io.oraclecdc.schema.SchemaCatalog;
import io.oraclecdc.schema.SchemaHistoryStore.KnownLayout;
import io.oraclecdc.schema.SegmentRef;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.schema.TableSchema.SupplementalLogging;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Layouts of a live database: read when capture starts, and again for each table that a DDL
 * statement in the redo names. Used by the capture thread only.
 *
 * <p>The dictionary shows the present while the redo may lie behind. Rows older than the last
 * structural DDL of their table come from LogMiner with STATUS 2 and without column names. The
 * decoder reads them by the layout of their time when that is certain: when it had been read from
 * the dictionary before they were written. A layout that may be too new is never applied to them.
 *
 * <p>A table that is dropped keeps its object ids and its old layouts: its rows may be mined again
 * when a step fails.
 */
public final class DictionarySchemaCatalog implements SchemaCatalog {
  private static final Logger log = LoggerFactory.getLogger(DictionarySchemaCatalog.class);

  private final TableDirectory dictionary;
  private final Layouts layouts;
  private final KnownObjects objects = new KnownObjects();
  private final Map<Long, TableHistory> byObjectId = new HashMap<>();
  private final Map<String, TableHistory> byName = new HashMap<>();
  private final Map<RedoThread, RedoAddress> handled = new HashMap<>();

  /** Just before the dictionary was read last. */
  private Scn readAt = Scn.ZERO;

  private final LostObjects lost;
  private boolean valuesApart;

  /** What the statement did that is being told. */
  private final List<LayoutChange> noticed = new ArrayList<>();

  private Runnable changed = () -> {};
  private boolean isDirty;

  private DictionarySchemaCatalog(TableDirectory dictionary, Layouts layouts) {
    this.dictionary = dictionary;
    this.layouts = layouts;
    this.lost = new LostObjects(dictionary.currentScn(), dictionary.highestObjectId());
  }

  /**
   * Reads the captured tables.
   *
   * @throws CdcException CDC-3001 when a table has no usable key, CDC-5002 when a view is not
   *     visible, or what else an ORA number means
   */
  public static DictionarySchemaCatalog load(OracleDictionary dictionary, Layouts layouts) {
    return read(dictionary, layouts);
  }

  /**
   * Reads the captured tables, and takes from what was stored those that are gone by now.
   *
   * @param stored layouts of the run before; those of other containers are passed over
   * @param resumeScn where redo is read from: what was dropped before it does not matter
   * @param changed called after every change of {@link #known()}
   */
  public static DictionarySchemaCatalog load(
      OracleDictionary dictionary,
      Layouts layouts,
      List<KnownLayout> stored,
      Scn resumeScn,
      Runnable changed) {
    DictionarySchemaCatalog catalog = read(dictionary, layouts);
    catalog.restore(stored, resumeScn);
    catalog.changed = changed;
    return catalog;
  }

  private void restore(List<KnownLayout> stored, Scn resumeScn) {
    Map<Long, List<KnownLayout>> gone = new LinkedHashMap<>();
    for (KnownLayout known : stored) {
      TableSchema layout = known.layout();
      boolean matters = known.until() == null || known.until().isAfter(resumeScn);
      if (layout.id().pdb().equals(dictionary.pdb())
          && dictionary.isCaptured(layout.id())
          && !byObjectId.containsKey(layout.objectId())
          && matters) {
        gone.computeIfAbsent(layout.objectId(), id -> new ArrayList<>())
            .add(known.with(layouts.asSelectedNow(layout)));
      }
    }
    gone.values().forEach(this::restore);
  }

  private void restore(List<KnownLayout> ofTable) {
    KnownLayout last = ofTable.get(ofTable.size() - 1);
    TableSchema layout = last.layout();
    TableHistory history = TableHistory.restored(ofTable);
    for (long id : last.segmentIds()) {
      byObjectId.putIfAbsent(id, history);
    }
    byName.putIfAbsent(name(layout.id().owner(), layout.id().name()), history);
    objects.add(last.segmentIds());
    valuesApart |= layout.keepsValuesApart();
    log.info(
        "captured table {} is not there any more; what the redo still has of it is read with its"
            + " stored layout",
        layout.id());
  }

  /** Every layout that is known, worth keeping for the next run. */
  public List<KnownLayout> known() {
    // Histories are told apart by identity: they have no equals.
    Map<TableHistory, List<Long>> ids = new LinkedHashMap<>();
    new TreeMap<>(byObjectId)
        .forEach((id, history) -> ids.computeIfAbsent(history, h -> new ArrayList<>()).add(id));
    List<KnownLayout> known = new ArrayList<>();
    ids.forEach((history, segmentIds) -> known.addAll(history.known(segmentIds)));
    return known;
  }

  static DictionarySchemaCatalog read(TableDirectory dictionary, Layouts layouts) {
    DictionarySchemaCatalog catalog = new DictionarySchemaCatalog(dictionary, layouts);
    for (DictionaryTable table : catalog.readTables()) {
      catalog.capture(table, Scn.ZERO);
    }
    log.info("capturing {} tables", catalog.tables().size());
    return catalog;
  }

  /** What the redo source has to ask for; follows DDL. */
  public CapturedObjects objects() {
    return objects;
  }

  @Override
  public List<TableSchema> tables() {
    List<TableSchema> tables = new ArrayList<>();
    for (TableHistory history : byName.values()) {
      history.newest().ifPresent(tables::add);
    }
    tables.sort(java.util.Comparator.comparing(TableSchema::id));
    return tables;
  }

  @Override
  public Optional<TableSchema> layoutOf(SegmentRef segment, Scn scn) {
    TableHistory history = historyOf(segment);
    return history == null ? Optional.empty() : history.at(scn);
  }

  private @Nullable TableHistory historyOf(SegmentRef segment) {
    TableHistory history = segment.objectId() == 0 ? null : byObjectId.get(segment.objectId());
    if (history == null && segment.owner() != null && segment.table() != null) {
      history = byName.get(name(segment.owner(), segment.table()));
      if (history != null && segment.objectId() != 0) {
        // A partition nobody announced (interval partitioning): remember it.
        byObjectId.put(segment.objectId(), history);
      }
    }
    return history;
  }

  @Override
  public boolean hasValuesApart() {
    return valuesApart;
  }

  @Override
  public Optional<LostObject> lostObject(SegmentRef segment, Scn scn) {
    return historyOf(segment) == null ? lost.of(segment, scn) : Optional.empty();
  }

  @Override
  public boolean isExact(SegmentRef segment, Scn scn) {
    TableHistory history = historyOf(segment);
    return history != null && history.isExact(scn);
  }

  @Override
  public DdlEffect ddl(
      SegmentRef segment, RedoThread thread, RedoAddress address, Scn scn, String sql) {
    RedoAddress last = handled.get(thread);
    if (last != null && !address.isAfter(last)) {
      return DdlEffect.NONE;
    }
    noticed.clear();
    List<TableSchema> truncated = List.of();
    DdlStatement statement = DdlStatement.parse(sql);
    noteForeign(segment, statement);
    switch (statement.kind()) {
      case CREATED -> created(segment, statement, scn);
      case ALTERED -> altered(segment, statement, scn);
      case RENAMED -> renamed(segment, statement, scn);
      case DROPPED -> dropped(segment, statement, scn);
      case TRUNCATED -> truncated = truncated(segment, statement);
      case PARTITION_TRUNCATED -> partitionTruncated(segment, statement, scn);
      case UNKNOWN -> refuseWhenCaptured(segment, statement, scn);
      case IRRELEVANT -> {
        // No layout changes.
      }
    }
    if (isDirty) {
      isDirty = false;
      changed.run();
    }
    if (!address.isZero()) {
      handled.put(thread, address);
    }
    return noticed.isEmpty() && truncated.isEmpty()
        ? DdlEffect.NONE
        : new DdlEffect(noticed, truncated);
  }

  private void notice(LayoutChange.Kind kind, TableSchema layout) {
    noticed.add(new LayoutChange(kind, layout));
  }

  private void notice(LayoutChange.Kind kind, DictionaryTable table) {
    TableHistory history = byObjectId.get(table.objectId());
    if (history != null) {
      history.newest().ifPresent(layout -> notice(kind, layout));
    }
  }

  private List<TableSchema> truncated(SegmentRef segment, DdlStatement statement) {
    List<TableHistory> emptied = captured(segment, statement);
    if (emptied.size() > 1) {
      log.warn("TRUNCATE of a table {} does not tell whose it is", statement.name());
      return List.of();
    }
    return emptied.stream().flatMap(history -> history.newest().stream()).toList();
  }

  // What is left of the table nobody can tell from the statement: see decision 0071.
  private void partitionTruncated(SegmentRef segment, DdlStatement statement, Scn scn) {
    for (TableHistory history : captured(segment, statement)) {
      history
          .newest()
          .ifPresent(
              layout -> {
                log.warn(
                    "partitions of captured table {} were truncated at SCN {}: their rows are gone"
                        + " without deletes",
                    layout.id(),
                    scn);
                notice(LayoutChange.Kind.ALTER, layout);
              });
    }
  }

  private void noteForeign(SegmentRef segment, DdlStatement statement) {
    switch (statement.kind()) {
      case CREATED, DROPPED, RENAMED ->
          target(segment, statement)
              .filter(table -> !dictionary.isCaptured(table))
              .ifPresent(table -> lost.isForeign(segment.objectId()));
      default -> {
        // says nothing about which object it is
      }
    }
  }

  private List<DictionaryTable> readTables() {
    readAt = dictionary.currentScn();
    return dictionary.capturedTables();
  }

  private Optional<DictionaryTable> readTable(TableId table) {
    readAt = dictionary.currentScn();
    return dictionary.capturedTable(table);
  }

  private void created(SegmentRef segment, DdlStatement statement, Scn scn) {
    Optional<TableId> named = target(segment, statement);
    if (named.isEmpty()) {
      captureWhatIsNew(scn);
      return;
    }
    TableId table = named.get();
    if (!dictionary.isCaptured(table)) {
      return;
    }
    Optional<DictionaryTable> now = readTable(table);
    long createdId = segment.objectId();
    if (now.isPresent() && (createdId == 0 || now.get().segmentIds().contains(createdId))) {
      capture(now.get(), scn);
      notice(LayoutChange.Kind.CREATE, now.get());
      return;
    }
    if (createdId != 0) {
      // Ask for its rows all the same: without any, nothing was lost.
      String reason =
          "of table "
              + table
              + " (object "
              + createdId
              + ") cannot be read: the table was created at SCN "
              + scn
              + " and is not in the dictionary any more";
      if (!byObjectId.containsKey(createdId)) {
        byObjectId.put(createdId, TableHistory.unreadableSince(Scn.ZERO, reason));
        objects.add(List.of(createdId));
      }
    } else if (now.isEmpty()) {
      throw new CdcException(
          ErrorCode.DICTIONARY_UNAVAILABLE,
          "table "
              + table
              + " was created at SCN "
              + scn
              + " and is not in the dictionary any more, so rows it had cannot be read");
    }
    now.ifPresent(
        present -> {
          capture(present, scn);
          notice(LayoutChange.Kind.CREATE, present);
        });
  }

  private void captureWhatIsNew(Scn scn) {
    for (DictionaryTable table : readTables()) {
      if (!byObjectId.containsKey(table.objectId())) {
        capture(table, scn);
        notice(LayoutChange.Kind.CREATE, table);
      }
    }
  }

  private void altered(SegmentRef segment, DdlStatement statement, Scn scn) {
    for (TableHistory history : captured(segment, statement)) {
      history.newest().ifPresent(layout -> readAgain(history, layout, scn));
      history.newest().ifPresent(layout -> notice(LayoutChange.Kind.ALTER, layout));
    }
  }

  private void readAgain(TableHistory history, TableSchema layout, Scn scn) {
    Optional<DictionaryTable> now = readTable(layout.id());
    if (now.isEmpty() || now.get().objectId() != layout.objectId()) {
      // Renamed or dropped later: LogMiner marks the rows up to then, and the DDL is still to come.
      history.doubtful(scn, layout);
      isDirty = true;
      return;
    }
    capture(now.get(), history, scn);
  }

  private void renamed(SegmentRef segment, DdlStatement statement, Scn scn) {
    if (statement.movesToRecycleBin()) {
      return;
    }
    List<TableSchema> old = new ArrayList<>();
    for (TableHistory history : captured(segment, statement)) {
      history
          .newest()
          .ifPresent(
              layout -> {
                old.add(layout);
                history.end(scn);
                isDirty = true;
                byName.remove(name(layout.id().owner(), layout.id().name()), history);
                log.info("table {} has another name from SCN {} on", layout.id(), scn);
              });
    }
    captureRenamed(segment, statement, scn);
    noticeRenamed(old);
  }

  // A table that keeps being captured goes on under its new name: one change of its layout.
  private void noticeRenamed(List<TableSchema> old) {
    for (TableSchema layout : old) {
      Optional<LayoutChange> again =
          noticed.stream()
              .filter(change -> change.table().objectId() == layout.objectId())
              .findFirst();
      if (again.isPresent()) {
        noticed.remove(again.get());
        notice(LayoutChange.Kind.ALTER, again.get().table());
      } else {
        notice(LayoutChange.Kind.DROP, layout);
      }
    }
  }

  private void captureRenamed(SegmentRef segment, DdlStatement statement, Scn scn) {
    String owner = statement.owner() != null ? statement.owner() : segment.owner();
    if (owner == null || statement.newName() == null) {
      captureWhatIsNew(scn);
      return;
    }
    readTable(new TableId(dictionary.pdb(), owner, statement.newName()))
        .ifPresent(
            table -> {
              capture(table, scn);
              notice(LayoutChange.Kind.CREATE, table);
            });
  }

  private void dropped(SegmentRef segment, DdlStatement statement, Scn scn) {
    for (TableHistory history : captured(segment, statement)) {
      history
          .newest()
          .ifPresent(
              layout -> {
                byName.remove(name(layout.id().owner(), layout.id().name()), history);
                history.dropped(scn);
                notice(LayoutChange.Kind.DROP, layout);
                isDirty = true;
                log.info("captured table {} was dropped at SCN {}", layout.id(), scn);
              });
    }
  }

  private void refuseWhenCaptured(SegmentRef segment, DdlStatement statement, Scn scn) {
    List<TableHistory> touched = captured(segment, statement);
    if (!touched.isEmpty()) {
      throw new CdcException(
          ErrorCode.UNSUPPORTED_DDL,
          "a statement that begins with "
              + statement.summary()
              + " on captured table "
              + touched.get(0).newest().map(t -> t.id().toString()).orElse(segment.toString())
              + " at SCN "
              + scn
              + " is not understood");
    }
  }

  /** Histories of captured tables that a statement is about. */
  private List<TableHistory> captured(SegmentRef segment, DdlStatement statement) {
    TableHistory byId = byObjectId.get(segment.objectId());
    if (byId != null && byId.newest().isPresent()) {
      return List.of(byId);
    }
    Optional<TableId> named = target(segment, statement);
    if (named.isPresent()) {
      TableHistory history = byName.get(name(named.get().owner(), named.get().name()));
      return history == null || isAnotherObject(history, segment) ? List.of() : List.of(history);
    }
    // Not qualified, and LogMiner does not know the schema: every table of that name.
    List<TableHistory> same = new ArrayList<>();
    for (TableHistory history : byName.values()) {
      if (history.newest().filter(t -> t.id().name().equals(statement.name())).isPresent()) {
        same.add(history);
      }
    }
    return same;
  }

  /** Whether LogMiner names an object that is not this one: an earlier table of the same name. */
  private static boolean isAnotherObject(TableHistory history, SegmentRef segment) {
    return segment.objectId() != 0
        && history
            .newest()
            .filter(t -> t.objectId() != 0 && t.objectId() != segment.objectId())
            .isPresent();
  }

  /** The table a statement names; the text decides before LogMiner's columns. */
  private Optional<TableId> target(SegmentRef segment, DdlStatement statement) {
    String owner = statement.owner() != null ? statement.owner() : segment.owner();
    String table = statement.name() != null ? statement.name() : segment.table();
    return owner == null || table == null || owner.equals("UNKNOWN")
        ? Optional.empty()
        : Optional.of(new TableId(dictionary.pdb(), owner, table));
  }

  private void capture(DictionaryTable table, Scn scn) {
    TableHistory known = byObjectId.get(table.objectId());
    if (known == null || known.newest().isEmpty()) {
      int version = known == null ? 1 : known.nextVersion();
      TableSchema layout = layouts.layoutOf(table, version);
      TableHistory history = known == null ? TableHistory.since(scn, layout, readAt) : known;
      if (known != null) {
        known.change(scn, layout, readAt);
      }
      remember(table, layout, history);
      if (!scn.equals(Scn.ZERO)) {
        log.info("table {} is captured from SCN {} on", table.id(), scn);
      }
      warnAboutLogging(layout);
    } else {
      capture(table, known, scn);
    }
  }

  private void capture(DictionaryTable table, TableHistory history, Scn scn) {
    TableSchema layout = layouts.layoutOf(table, history.nextVersion());
    TableSchema before = history.newest().orElse(null);
    if (before != null && isSame(before, layout)) {
      // The layout may have been another one between two statements.
      history.change(scn, before, readAt);
      remember(table, before, history);
      return;
    }
    history.change(scn, layout, readAt);
    remember(table, layout, history);
    log.info("layout {} is in force from SCN {} on", layout, scn);
    if (before == null || before.logging() != layout.logging()) {
      warnAboutLogging(layout);
    }
  }

  private void remember(DictionaryTable table, TableSchema layout, TableHistory history) {
    for (long id : table.segmentIds()) {
      byObjectId.put(id, history);
    }
    byName.put(name(table.id().owner(), table.id().name()), history);
    objects.add(table, layout);
    valuesApart |= layout.keepsValuesApart();
    isDirty = true;
  }

  private static boolean isSame(TableSchema one, TableSchema other) {
    return one.id().equals(other.id())
        && one.objectId() == other.objectId()
        && one.columns().equals(other.columns())
        && one.key().equals(other.key())
        && one.logging() == other.logging()
        && one.isIndexOrganized() == other.isIndexOrganized();
  }

  private static void warnAboutLogging(TableSchema layout) {
    if (layout.logging() == SupplementalLogging.NONE) {
      log.warn(
          "table {} has no supplemental logging, so updates of it may stop capture; run: ALTER"
              + " TABLE {} ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS",
          layout.id(),
          layout.id());
    }
  }

  private static String name(String owner, String table) {
    return owner + "\0" + table;
  }
}
