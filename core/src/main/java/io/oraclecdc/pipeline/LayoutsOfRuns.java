package io.oraclecdc.pipeline;

import io.oraclecdc.dictionary.DictionarySchemaCatalog;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.position.Position;
import io.oraclecdc.schema.KnownTable;
import io.oraclecdc.schema.SchemaHistoryStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Carries layouts from run to run: gives out what the run before stored, and stores what the
 * catalogs of this one know whenever that changes. Used by the capture thread only.
 */
final class LayoutsOfRuns {
  private static final Incarnation NONE = new Incarnation(0, Scn.ZERO);

  private final @Nullable SchemaHistoryStore store;
  private Incarnation database;
  private final Scn resumeScn;
  private final List<KnownTable> stored;
  private List<DictionarySchemaCatalog> catalogs = List.of();

  private LayoutsOfRuns(
      @Nullable SchemaHistoryStore store,
      Incarnation database,
      Scn resumeScn,
      List<KnownTable> stored) {
    this.store = store;
    this.database = database;
    this.resumeScn = resumeScn;
    this.stored = stored;
  }

  /**
   * What was stored together with a position.
   *
   * @param store null when there is none
   * @param position empty at a first start, for which older layouts mean nothing
   * @throws io.oraclecdc.errors.CdcException CDC-4002 when the position was stored beside layouts
   *     that are gone, CDC-5001 when they are not of one database, CDC-3002 as {@link
   *     SchemaHistoryStore#load}
   */
  static LayoutsOfRuns after(Optional<Position> position, @Nullable SchemaHistoryStore store) {
    if (position.isEmpty()) {
      return new LayoutsOfRuns(store, NONE, Scn.ZERO, List.of());
    }
    if (position.get().layouts() && store != null && !store.exists()) {
      throw lost(position.get());
    }
    Incarnation database = position.get().incarnation();
    return new LayoutsOfRuns(
        store,
        database,
        position.get().resumeScn(),
        store == null ? List.of() : store.load(database));
  }

  private static CdcException lost(Position position) {
    return new CdcException(
        ErrorCode.JOURNAL,
        "the stored position says that a schema history was kept beside it, and there is none:"
            + " rows of tables that were changed or dropped since then could not be read as they"
            + " were written",
        "Restore the schema history from the copy of the state directory that has this position. Or"
            + " begin anew on purpose: empty the state directory, set cdc.start.scn (this position"
            + " goes on at SCN "
            + position.resumeScn()
            + "), and load the tables anew where that does not reach back far enough.",
        null);
  }

  /** Whether there is a place for layouts. */
  boolean areKept() {
    return store != null;
  }

  List<KnownTable> stored() {
    return stored;
  }

  Scn resumeScn() {
    return resumeScn;
  }

  /** Tables that were captured by the run before. */
  List<TableId> tables() {
    return stored.stream().map(KnownTable::id).distinct().toList();
  }

  /** From now on these catalogs of a database are kept. */
  void follow(Incarnation of, List<DictionarySchemaCatalog> all) {
    database = of;
    catalogs = List.copyOf(all);
    SchemaHistoryStore into = store;
    if (into != null) {
      into.store(database, known());
    }
  }

  private List<KnownTable> known() {
    List<KnownTable> known = new ArrayList<>();
    catalogs.forEach(catalog -> known.addAll(catalog.known()));
    return known;
  }

  /** Stores what is known anew of some tables. */
  void keep(Collection<KnownTable> changed) {
    SchemaHistoryStore into = store;
    if (into != null) {
      into.update(database, changed, this::known);
    }
  }
}
