package io.oraclecdc.dictionary;

import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.CapturedObjects;
import io.oraclecdc.schema.DictionaryTable;
import io.oraclecdc.schema.TableSchema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Grows with every table and partition the catalog learns of. */
final class KnownObjects implements CapturedObjects {
  private final TreeSet<Long> ids = new TreeSet<>();
  private final TreeSet<TableId> byName = new TreeSet<>();
  private boolean lobs;
  private int revision;

  @Override
  public int revision() {
    return revision;
  }

  @Override
  public List<Long> objectIds() {
    return new ArrayList<>(ids);
  }

  @Override
  public List<TableId> tablesByName() {
    return new ArrayList<>(byName);
  }

  @Override
  public boolean capturesLobs() {
    return lobs;
  }

  /** Adds what a table can come under beside its ids; a new revision when something is new. */
  void add(@Nullable DictionaryTable table, TableSchema layout) {
    boolean changed = false;
    if (table != null && table.partitioned()) {
      changed = byName.add(layout.id());
    }
    if (!lobs && layout.keepsValuesApart()) {
      lobs = true;
      changed = true;
    }
    revision += changed ? 1 : 0;
  }

  void add(Collection<Long> objectIds) {
    revision += ids.addAll(objectIds) ? 1 : 0;
  }
}
