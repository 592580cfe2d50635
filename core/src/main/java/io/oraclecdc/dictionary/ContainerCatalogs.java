package io.oraclecdc.dictionary;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.CapturedObjects;
import io.oraclecdc.schema.DdlEffect;
import io.oraclecdc.schema.RedoMoment;
import io.oraclecdc.schema.SchemaCatalog;
import io.oraclecdc.schema.SegmentRef;
import io.oraclecdc.schema.TableSchema;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The layouts of several pluggable databases: each has a dictionary of its own, in which object
 * ids, owners and names of the others mean nothing. Used by the capture thread only.
 */
public final class ContainerCatalogs implements SchemaCatalog {
  private final Map<Integer, DictionarySchemaCatalog> catalogs;

  /** Catalogs by container id. */
  public ContainerCatalogs(Map<Integer, DictionarySchemaCatalog> catalogs) {
    this.catalogs = Collections.unmodifiableMap(new TreeMap<>(catalogs));
  }

  /** What the redo source has to ask for; follows DDL. */
  public CapturedObjects objects() {
    return new Objects(catalogs);
  }

  private @Nullable DictionarySchemaCatalog of(SegmentRef segment) {
    return catalogs.get(segment.containerId());
  }

  @Override
  public Optional<TableSchema> layoutOf(SegmentRef segment, Scn scn) {
    DictionarySchemaCatalog catalog = of(segment);
    return catalog == null ? Optional.empty() : catalog.layoutOf(segment, scn);
  }

  @Override
  public boolean isExact(SegmentRef segment, Scn scn) {
    DictionarySchemaCatalog catalog = of(segment);
    return catalog != null && catalog.isExact(segment, scn);
  }

  @Override
  public Optional<TableSchema> layoutOf(SegmentRef segment, RedoMoment moment) {
    DictionarySchemaCatalog catalog = of(segment);
    return catalog == null ? Optional.empty() : catalog.layoutOf(segment, moment);
  }

  @Override
  public boolean isExact(SegmentRef segment, RedoMoment moment) {
    DictionarySchemaCatalog catalog = of(segment);
    return catalog != null && catalog.isExact(segment, moment);
  }

  @Override
  public boolean hasUnproven() {
    for (DictionarySchemaCatalog catalog : catalogs.values()) {
      if (catalog.hasUnproven()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public Optional<UnprovenLayout> unproven(TableSchema layout) {
    DictionarySchemaCatalog catalog = catalogs.get(layout.container().id());
    return catalog == null ? Optional.empty() : catalog.unproven(layout);
  }

  @Override
  public boolean isLeftOut(TableSchema layout) {
    DictionarySchemaCatalog catalog = catalogs.get(layout.container().id());
    return catalog != null && catalog.isLeftOut(layout);
  }

  @Override
  public boolean setAside(SegmentRef segment, RedoMoment from, CdcException why) {
    DictionarySchemaCatalog catalog = of(segment);
    return catalog != null && catalog.setAside(segment, from, why);
  }

  @Override
  public Optional<TableSchema> readmit(TableId table, RedoMoment from) {
    return catalogs.values().stream()
        .flatMap(catalog -> catalog.readmit(table, from).stream())
        .findFirst();
  }

  @Override
  public Optional<TableSchema> underNamesOfNow(SegmentRef segment, TableSchema layout) {
    DictionarySchemaCatalog catalog = of(segment);
    return catalog == null ? Optional.empty() : catalog.underNamesOfNow(segment, layout);
  }

  @Override
  public void settle(Scn passed, Scn lowest) {
    catalogs.values().forEach(catalog -> catalog.settle(passed, lowest));
  }

  @Override
  public void forgetBefore(Scn scn) {
    catalogs.values().forEach(catalog -> catalog.forgetBefore(scn));
  }

  @Override
  public boolean hasValuesApart() {
    return catalogs.values().stream().anyMatch(DictionarySchemaCatalog::hasValuesApart);
  }

  @Override
  public Optional<LostObject> lostObject(SegmentRef segment, Scn scn) {
    DictionarySchemaCatalog catalog = of(segment);
    return catalog == null ? Optional.empty() : catalog.lostObject(segment, scn);
  }

  @Override
  public List<TableSchema> tables() {
    return catalogs.values().stream().flatMap(catalog -> catalog.tables().stream()).toList();
  }

  @Override
  public DdlEffect ddl(
      SegmentRef segment, RedoThread thread, RedoAddress address, Scn scn, String sql) {
    DictionarySchemaCatalog catalog = of(segment);
    return catalog == null ? DdlEffect.NONE : catalog.ddl(segment, thread, address, scn, sql);
  }

  /** The objects of all containers. */
  private record Objects(Map<Integer, DictionarySchemaCatalog> catalogs)
      implements CapturedObjects {
    @Override
    public int revision() {
      return catalogs.values().stream().mapToInt(catalog -> catalog.objects().revision()).sum();
    }

    @Override
    public List<Long> objectIds() {
      return List.of();
    }

    @Override
    public List<TableId> tablesByName() {
      return List.of();
    }

    @Override
    public boolean capturesLobs() {
      return catalogs.values().stream().anyMatch(catalog -> catalog.objects().capturesLobs());
    }

    @Override
    public Map<Integer, CapturedObjects> byContainer() {
      Map<Integer, CapturedObjects> objects = new TreeMap<>();
      catalogs.forEach((container, catalog) -> objects.put(container, catalog.objects()));
      return objects;
    }
  }
}
