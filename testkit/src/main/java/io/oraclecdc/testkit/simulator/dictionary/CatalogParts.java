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
  static final DateTimeFormatter TIMESTAMP = DateTimeFormatter.ofPattern("uuuu-MM-dd:HH:mm:ss");

  private final Map<String, List<Map<String, @Nullable Object>>> rows = new LinkedHashMap<>();

  void family(String name) {
    rows.computeIfAbsent(name, k -> new ArrayList<>());
  }

  void add(String family, @Nullable Object... namesAndValues) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      row.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
    }
    rows.computeIfAbsent(family, k -> new ArrayList<>()).add(row);
  }

  void add(String family, Map<String, @Nullable Object> row) {
    rows.computeIfAbsent(family, k -> new ArrayList<>()).add(row);
  }

  Map<String, List<Map<String, @Nullable Object>>> rows() {
    return rows;
  }

  static String yes(boolean value) {
    return value ? "YES" : "NO";
  }

  /**
   * An object of DBA_OBJECTS.
   *
   * @param timed object whose times it has
   * @param subobject SUBOBJECT_NAME
   */
  record Described(
      String type,
      ObjectKey key,
      long objectId,
      @Nullable Long dataObjectId,
      ObjectKey timed,
      @Nullable String subobject,
      boolean valid,
      boolean isTemporary) {

    Described timedAs(ObjectKey other) {
      return new Described(type, key, objectId, dataObjectId, other, subobject, valid, isTemporary);
    }

    Described part(String name) {
      return new Described(type, key, objectId, dataObjectId, timed, name, valid, isTemporary);
    }

    Described valid(boolean value) {
      return new Described(type, key, objectId, dataObjectId, timed, subobject, value, isTemporary);
    }

    Described temporary(boolean value) {
      return new Described(type, key, objectId, dataObjectId, timed, subobject, valid, value);
    }
  }

  static Described objectOf(
      String type, ObjectKey key, long objectId, @Nullable Long dataObjectId) {
    return new Described(type, key, objectId, dataObjectId, key, null, true, false);
  }

  /** A row of DBA_OBJECTS. */
  void object(SimDictionary dictionary, Described object) {
    LocalDateTime created = dictionary.created().get(object.timed());
    LocalDateTime changed = dictionary.lastDdl().getOrDefault(object.timed(), created);
    LocalDateTime first = created == null ? changed : created;
    add(
        "OBJECTS",
        "OWNER",
        object.key().owner(),
        "OBJECT_NAME",
        object.key().name(),
        "SUBOBJECT_NAME",
        object.subobject(),
        "OBJECT_ID",
        object.objectId(),
        "DATA_OBJECT_ID",
        object.dataObjectId(),
        "OBJECT_TYPE",
        object.type(),
        "CREATED",
        first,
        "LAST_DDL_TIME",
        changed,
        "TIMESTAMP",
        changed == null ? null : changed.format(TIMESTAMP),
        "STATUS",
        object.valid() ? "VALID" : "INVALID",
        "TEMPORARY",
        object.isTemporary() ? "Y" : "N",
        "NAMESPACE",
        namespace(object.type()),
        "EDITIONABLE",
        isEditionable(object.type()) ? "Y" : null,
        "DEFAULT_COLLATION",
        hasCollation(object.type()) ? "USING_NLS_COMP" : null);
  }

  private static int namespace(String type) {
    return switch (type) {
      case "PACKAGE BODY", "TYPE BODY" -> 2;
      case "TRIGGER" -> 3;
      case "INDEX", "INDEX PARTITION" -> 4;
      case "CLUSTER" -> 5;
      case "LOB", "LOB PARTITION" -> 8;
      default -> 1;
    };
  }

  private static boolean isEditionable(String type) {
    return switch (type) {
      case "VIEW", "PROCEDURE", "FUNCTION", "PACKAGE", "PACKAGE BODY", "TRIGGER", "SYNONYM" -> true;
      default -> false;
    };
  }

  private static boolean hasCollation(String type) {
    return isEditionable(type) ? !type.equals("SYNONYM") : type.equals("TABLE");
  }
}
