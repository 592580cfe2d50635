package io.oraclecdc.testkit.simulator.dictionary;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows of catalog views by family, in the order they were added. */
final class CatalogParts {
  private static final DateTimeFormatter TIMESTAMP =
      DateTimeFormatter.ofPattern("uuuu-MM-dd:HH:mm:ss");

  private final Map<String, List<Map<String, @Nullable Object>>> rows = new LinkedHashMap<>();

  void family(String name) {
    rows.computeIfAbsent(name, k -> new ArrayList<>());
  }

  void add(String family, @Nullable Object... namesAndValues) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      row.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
    }
    family(family);
    List<Map<String, @Nullable Object>> list = rows.get(family);
    if (list != null) {
      list.add(row);
    }
  }

  Map<String, List<Map<String, @Nullable Object>>> rows() {
    return rows;
  }

  /** A row of DBA_OBJECTS; its times are those of the object {@code timed}. */
  void object(
      SimDictionary dictionary,
      ObjectKey key,
      long objectId,
      @Nullable Long dataObjectId,
      String type,
      ObjectKey timed) {
    object(dictionary, key, objectId, dataObjectId, type, timed, null);
  }

  void object(
      SimDictionary dictionary,
      ObjectKey key,
      long objectId,
      @Nullable Long dataObjectId,
      String type,
      ObjectKey timed,
      @Nullable String subobject) {
    LocalDateTime created = dictionary.created().get(timed);
    LocalDateTime changed = dictionary.lastDdl().getOrDefault(timed, created);
    LocalDateTime first = created == null ? changed : created;
    add(
        "OBJECTS",
        "OWNER",
        key.owner(),
        "OBJECT_NAME",
        key.name(),
        "SUBOBJECT_NAME",
        subobject,
        "OBJECT_ID",
        objectId,
        "DATA_OBJECT_ID",
        dataObjectId,
        "OBJECT_TYPE",
        type,
        "CREATED",
        first,
        "LAST_DDL_TIME",
        changed,
        "TIMESTAMP",
        changed == null ? null : changed.format(TIMESTAMP),
        "STATUS",
        "VALID",
        "TEMPORARY",
        "N",
        "GENERATED",
        "N",
        "SECONDARY",
        "N",
        "NAMESPACE",
        type.equals("INDEX") ? 4 : 1,
        "ORACLE_MAINTAINED",
        "N");
  }
}
