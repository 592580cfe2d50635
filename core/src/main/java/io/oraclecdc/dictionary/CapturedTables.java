package io.oraclecdc.dictionary;

import io.oraclecdc.schema.KnownTable;
import io.oraclecdc.schema.SegmentRef;
import io.oraclecdc.schema.TableSchema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The captured tables of one database by object id and by name. */
final class CapturedTables {
  private final KnownObjects objects = new KnownObjects();
  private final Map<Long, CapturedTable> byObjectId = new HashMap<>();
  private final Map<String, CapturedTable> byName = new HashMap<>();
  private final Set<CapturedTable> all = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<CapturedTable> unproven = new LinkedHashSet<>();
  private final Set<CapturedTable> changed = new LinkedHashSet<>();
  private boolean valuesApart;

  KnownObjects objects() {
    return objects;
  }

  boolean hasValuesApart() {
    return valuesApart;
  }

  @Nullable CapturedTable byObjectId(long objectId) {
    return byObjectId.get(objectId);
  }

  @Nullable CapturedTable byName(String owner, String name) {
    return byName.get(key(owner, name));
  }

  /** The table of a row; a partition nobody announced is remembered (interval partitioning). */
  @Nullable CapturedTable of(SegmentRef segment) {
    CapturedTable table = segment.objectId() == 0 ? null : byObjectId.get(segment.objectId());
    String owner = segment.owner();
    String name = segment.table();
    if (table == null && owner != null && name != null) {
      table = byName.get(key(owner, name));
      if (table != null && segment.objectId() != 0) {
        byObjectId.put(segment.objectId(), table);
        table.addSegment(segment.objectId());
      }
    }
    return table;
  }

  /** Tables that are captured now. */
  Collection<CapturedTable> current() {
    return byName.values();
  }

  /** The newest layout of every table that is captured now, in name order. */
  List<TableSchema> layouts() {
    List<TableSchema> layouts = new ArrayList<>();
    for (CapturedTable table : byName.values()) {
      table.newest().ifPresent(layouts::add);
    }
    layouts.sort(Comparator.comparing(TableSchema::id));
    return layouts;
  }

  /** A table is captured, or has other layouts, ids, or another name than before. */
  void remember(CapturedTable table) {
    all.add(table);
    for (long id : table.segmentIds()) {
      byObjectId.put(id, table);
    }
    objects.add(table.segmentIds());
    TableSchema layout = table.newest().orElse(null);
    if (layout != null && !table.isDropped()) {
      byName.put(key(layout.id().owner(), layout.id().name()), table);
    }
    if (layout != null) {
      objects.add(table.described(), layout);
      valuesApart |= layout.keepsValuesApart();
    }
    changed(table);
  }

  /** A table that is gone by now; of one with its ids or its name nothing changes. */
  void rememberGone(CapturedTable table, TableSchema layout) {
    all.add(table);
    for (long id : table.segmentIds()) {
      byObjectId.putIfAbsent(id, table);
    }
    if (table.newest().isPresent()) {
      byName.putIfAbsent(key(layout.id().owner(), layout.id().name()), table);
    }
    objects.add(table.segmentIds());
    valuesApart |= layout.keepsValuesApart();
  }

  /** Another table takes the place of this one, with its ids. */
  void forget(@Nullable CapturedTable table) {
    if (table != null) {
      all.remove(table);
      unproven.remove(table);
      changed.remove(table);
    }
  }

  void forgetName(TableSchema layout, CapturedTable table) {
    byName.remove(key(layout.id().owner(), layout.id().name()), table);
    changed(table);
  }

  void changed(CapturedTable table) {
    changed.add(table);
    if (table.isUnproven()) {
      unproven.add(table);
    } else {
      unproven.remove(table);
    }
  }

  /** Tables whose layouts wait to be compared with the dictionary. */
  List<CapturedTable> unproven() {
    return List.copyOf(unproven);
  }

  boolean hasUnproven() {
    return !unproven.isEmpty();
  }

  Collection<CapturedTable> all() {
    return all;
  }

  /** Everything worth keeping for the next run. */
  List<KnownTable> known() {
    return all.stream().flatMap(table -> table.known().stream()).sorted(ORDER).toList();
  }

  /** What changed since the last call. */
  List<KnownTable> takeChanged() {
    List<KnownTable> known =
        changed.stream().flatMap(table -> table.known().stream()).sorted(ORDER).toList();
    changed.clear();
    return known;
  }

  private static final Comparator<KnownTable> ORDER =
      Comparator.comparingLong(KnownTable::objectId);

  private static String key(String owner, String table) {
    return owner + "\0" + table;
  }
}
