package io.oraclecdc.dictionary;

import io.oraclecdc.dictionary.CapturedTable.Held;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.CapturedObjects;
import io.oraclecdc.schema.DdlEffect;
import io.oraclecdc.schema.KnownTable;
import io.oraclecdc.schema.RedoMoment;
import io.oraclecdc.schema.SchemaCatalog;
import io.oraclecdc.schema.SegmentRef;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.schema.TableTimeline.Version;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
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
 * the dictionary before they were written, or when it follows from an earlier one and the texts of
 * the statements in between, and these lead to what the dictionary says. A layout that may be too
 * new is never applied to them.
 *
 * <p>A table that is dropped keeps its object ids and its old layouts: its rows may be mined again
 * when a step fails.
 */
public final class DictionarySchemaCatalog implements SchemaCatalog {
  private static final Logger log = LoggerFactory.getLogger(DictionarySchemaCatalog.class);

  /** What is the trouble of one table, and no other is touched by. */
  private static final Set<ErrorCode> OF_ONE_TABLE =
      Set.of(
          ErrorCode.DECODE,
          ErrorCode.DICTIONARY_UNAVAILABLE,
          ErrorCode.UNSUPPORTED_DDL,
          ErrorCode.SCHEMA_MISMATCH,
          ErrorCode.NAME_COLLISION);

  private final TableDirectory dictionary;
  private final CatalogRules rules;
  private final LayoutReader layouts;
  private final CapturedTables tables = new CapturedTables();
  private final StatementEffects effects;
  private final Map<RedoThread, RedoAddress> handled = new HashMap<>();
  private final Set<TableSchema> leftOut = new HashSet<>();
  private final LostObjects lost;
  private Consumer<Collection<KnownTable>> changed = known -> {};

  private DictionarySchemaCatalog(TableDirectory dictionary, Layouts layouts, CatalogRules rules) {
    this.dictionary = dictionary;
    this.rules = rules;
    this.layouts = new LayoutReader(dictionary, layouts, rules);
    this.effects = new StatementEffects(dictionary, this.layouts, tables);
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
   * Reads the captured tables, and goes on from what was stored of them.
   *
   * @param rules what is done with layouts that statements make
   * @param stored tables of the run before; those of other containers are passed over
   * @param resumeScn where redo is read from: what was dropped before it does not matter
   * @param changed told of every change of {@link #known()}
   */
  public static DictionarySchemaCatalog load(
      OracleDictionary dictionary,
      Layouts layouts,
      CatalogRules rules,
      List<KnownTable> stored,
      Scn resumeScn,
      Consumer<Collection<KnownTable>> changed) {
    DictionarySchemaCatalog catalog = read(dictionary, layouts, rules, stored, resumeScn);
    catalog.changed = changed;
    return catalog;
  }

  static DictionarySchemaCatalog read(TableDirectory dictionary, Layouts layouts) {
    return read(dictionary, layouts, CatalogRules.PLAIN, List.of(), Scn.ZERO);
  }

  static DictionarySchemaCatalog read(
      TableDirectory dictionary,
      Layouts layouts,
      CatalogRules rules,
      List<KnownTable> stored,
      Scn resumeScn) {
    DictionarySchemaCatalog catalog = new DictionarySchemaCatalog(dictionary, layouts, rules);
    Map<Long, KnownTable> known = new HashMap<>();
    for (KnownTable table : stored) {
      if (table.id().pdb().equals(dictionary.pdb())) {
        known.put(table.objectId(), table);
      }
    }
    for (DictionaryReading now : catalog.layouts.readAll()) {
      catalog.begin(now, known.remove(now.table().objectId()));
    }
    known.values().forEach(gone -> catalog.restore(gone, resumeScn));
    catalog.tables.takeChanged();
    log.info("capturing {} tables", catalog.tables().size());
    return catalog;
  }

  private void begin(DictionaryReading now, @Nullable KnownTable known) {
    CapturedTable table = known == null ? null : goOn(now, known);
    tables.remember(table == null ? CapturedTable.read(RedoMoment.BEGINNING, now) : table);
  }

  /** The table as the run before left it; null when that says nothing of what it is now. */
  private @Nullable CapturedTable goOn(DictionaryReading now, KnownTable known) {
    if (known.setAside() != null) {
      return CapturedTable.restored(known, layout -> layout);
    }
    if (known.described() == null || known.droppedAt() != null) {
      return null;
    }
    now.required();
    CapturedTable table = CapturedTable.restored(known, layouts::asSelectedNow);
    Version newest = known.versions().get(known.versions().size() - 1);
    TableSchema layout = newest.layout();
    if (layout != null) {
      if (newest.code() == null) {
        table.select(layouts.layoutOf(known.described().named(layout.id()), layout));
      }
      // A rename may be still to come.
      table.compareWith(layouts.as(now.named(layout), layout));
    }
    return table;
  }

  private void restore(KnownTable gone, Scn resumeScn) {
    boolean matters = gone.droppedAt() == null || gone.droppedAt().isAfter(resumeScn);
    if (!matters || !dictionary.isCaptured(gone.id()) || gone.setAside() != null) {
      return;
    }
    CapturedTable table = CapturedTable.restored(gone, layouts::asSelectedNow);
    TableSchema layout = gone.versions().get(gone.versions().size() - 1).layout();
    if (layout == null) {
      layout = gone.versions().get(0).layout();
    }
    if (layout == null) {
      return;
    }
    layouts.readAgain(layout).ifPresent(table::compareWith);
    tables.rememberGone(table, layout);
    log.info(
        "captured table {} is not there any more; what the redo still has of it is read with its"
            + " stored layout",
        gone.id());
  }

  /** Everything that is known, worth keeping for the next run. */
  public List<KnownTable> known() {
    return tables.known();
  }

  /** What the redo source has to ask for; follows DDL. */
  public CapturedObjects objects() {
    return tables.objects();
  }

  @Override
  public List<TableSchema> tables() {
    return tables.layouts();
  }

  @Override
  public Optional<TableSchema> layoutOf(SegmentRef segment, Scn scn) {
    return layoutOf(segment, RedoMoment.of(scn));
  }

  @Override
  public Optional<TableSchema> layoutOf(SegmentRef segment, RedoMoment moment) {
    CapturedTable table = tables.of(segment);
    return table == null ? Optional.empty() : table.at(moment);
  }

  @Override
  public boolean hasValuesApart() {
    return tables.hasValuesApart();
  }

  @Override
  public Optional<LostObject> lostObject(SegmentRef segment, Scn scn) {
    return tables.of(segment) == null ? lost.of(segment, scn) : Optional.empty();
  }

  @Override
  public boolean isExact(SegmentRef segment, Scn scn) {
    return isExact(segment, RedoMoment.of(scn));
  }

  @Override
  public boolean isExact(SegmentRef segment, RedoMoment moment) {
    CapturedTable table = tables.of(segment);
    return table != null && table.isExact(moment);
  }

  @Override
  public boolean hasUnproven() {
    return tables.hasUnproven();
  }

  @Override
  public Optional<UnprovenLayout> unproven(TableSchema layout) {
    CapturedTable table = tables.byObjectId(layout.objectId());
    Optional<Held> held = table == null ? Optional.empty() : table.held(layout);
    return held.filter(h -> !leftOut.contains(layout))
        .map(
            h ->
                new UnprovenLayout(
                    "layout "
                        + layout
                        + ", in force from "
                        + h.from()
                        + " on, was derived from the text of a statement"
                        + (h.refuted() == null
                            ? ", and the dictionary does not tell whether rightly"
                            : ", and it is not right: " + h.refuted()),
                    h.decidedAt()));
  }

  @Override
  public boolean isLeftOut(TableSchema layout) {
    return !leftOut.isEmpty() && leftOut.contains(layout);
  }

  @Override
  public boolean setAside(SegmentRef segment, RedoMoment from, CdcException why) {
    CapturedTable table = tables.of(segment);
    if (table == null || !rules.troubles().setsAside() || !OF_ONE_TABLE.contains(why.code())) {
      return false;
    }
    setAside(table, from, why);
    flush();
    return true;
  }

  @Override
  public Optional<TableSchema> readmit(TableId id, RedoMoment from) {
    for (CapturedTable table : List.copyOf(tables.all())) {
      if (table.isSetAside() && table.known().filter(k -> k.id().equals(id)).isPresent()) {
        Optional<DictionaryReading> now = layouts.read(id).map(layouts::checked);
        now.ifPresent(
            reading -> {
              table.readmit(from, reading);
              tables.remember(table);
              flush();
            });
        return table.newest();
      }
    }
    return Optional.empty();
  }

  @Override
  public Optional<TableSchema> underNamesOfNow(SegmentRef segment, TableSchema layout) {
    if (tables.of(segment) == null) {
      return Optional.empty();
    }
    return layouts
        .readAgain(layout)
        .flatMap(now -> Optional.ofNullable(now.layout()))
        .flatMap(now -> LayoutDifference.renamed(layout, now));
  }

  @Override
  public void settle(Scn passed, Scn lowest) {
    for (CapturedTable table : tables.unproven()) {
      try {
        if (table.settle(passed, lowest, this::readAgain)) {
          table.newest().ifPresent(layout -> tables.remember(table));
          tables.changed(table);
        }
      } catch (CdcException e) {
        trouble(List.of(table), RedoMoment.of(passed.next()), e);
      }
      leaveOutRefuted(table);
    }
    flush();
  }

  private @Nullable DictionaryReading readAgain(CapturedTable table) {
    return table.newest().flatMap(layouts::readAgain).orElse(null);
  }

  /** Rows decoded with a layout that turned out wrong. */
  private void leaveOutRefuted(CapturedTable table) {
    if (!rules.troubles().setsAside()) {
      return;
    }
    table
        .refutedAndHeld()
        .ifPresent(
            refuted -> {
              leftOut.addAll(refuted.layouts());
              setAside(
                  table,
                  refuted.from(),
                  new CdcException(ErrorCode.DICTIONARY_UNAVAILABLE, "a row " + refuted.reason()));
            });
  }

  @Override
  public void forgetBefore(Scn scn) {
    for (CapturedTable table : tables.all()) {
      table.forgetBefore(scn);
    }
  }

  @Override
  public DdlEffect ddl(
      SegmentRef segment, RedoThread thread, RedoAddress address, Scn scn, String sql) {
    RedoAddress last = handled.get(thread);
    if (last != null && !address.isAfter(last)) {
      return DdlEffect.NONE;
    }
    DdlStatement statement = DdlStatement.parse(sql);
    noteForeign(segment, statement);
    RedoMoment at = new RedoMoment(scn, thread, address);
    DdlEffect effect = DdlEffect.NONE;
    List<CapturedTable> touched = effects.captured(segment, statement);
    try {
      effects.apply(segment, statement, at, sql);
      effect = new DdlEffect(effects.noticed(), effects.truncated());
    } catch (CdcException e) {
      trouble(touched, at, e);
    }
    flush();
    if (!address.isZero()) {
      handled.put(thread, address);
    }
    return effect.isNone() ? DdlEffect.NONE : effect;
  }

  /** Sets tables aside when that is what the settings say, and the error is theirs alone. */
  private void trouble(List<CapturedTable> touched, RedoMoment at, CdcException e) {
    if (!rules.troubles().setsAside() || !OF_ONE_TABLE.contains(e.code())) {
      throw e;
    }
    if (touched.isEmpty()) {
      log.warn("a new table is not captured: {}", e.observed());
    }
    touched.forEach(table -> setAside(table, at, e));
  }

  private void setAside(CapturedTable table, RedoMoment from, CdcException why) {
    table
        .newest()
        .ifPresent(
            layout -> {
              tables.forgetName(layout, table);
              table.setAside(from, why.code().code() + ": " + why.observed());
              tables.changed(table);
              rules.troubles().setAside(layout.id(), from, why);
            });
  }

  private void flush() {
    Collection<KnownTable> known = tables.takeChanged();
    if (!known.isEmpty()) {
      changed.accept(known);
    }
  }

  private void noteForeign(SegmentRef segment, DdlStatement statement) {
    switch (statement.kind()) {
      case CREATED, DROPPED, RENAMED ->
          effects
              .target(segment, statement)
              .filter(table -> !dictionary.isCaptured(table))
              .ifPresent(table -> lost.isForeign(segment.objectId()));
      default -> {
        // says nothing about which object it is
      }
    }
  }
}
