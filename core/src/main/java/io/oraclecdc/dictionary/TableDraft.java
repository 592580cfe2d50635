package io.oraclecdc.dictionary;

import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.DictionaryTable;
import io.oraclecdc.schema.DictionaryTable.DictionaryColumn;
import io.oraclecdc.schema.DictionaryTable.LogGroup;
import io.oraclecdc.schema.DictionaryTable.Organization;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A table that statements change one after the other. */
final class TableDraft {
  private static final Pattern UNUSED = Pattern.compile("SYS_C[0-9]{5}_.*\\$");

  private final TableId id;
  private final long objectId;
  private final List<Long> segmentIds;
  private final Organization organization;
  private final boolean partitioned;
  private final boolean rowMovement;
  private final List<DictionaryColumn> columns;
  private List<String> primaryKey;
  private final List<List<String>> uniqueKeys;
  private final List<LogGroup> logGroups;
  private final Map<String, List<String>> keyNames;

  /** Begins with a table as it is. */
  TableDraft(DictionaryTable table) {
    this.id = table.id();
    this.objectId = table.objectId();
    this.segmentIds = table.segmentIds();
    this.organization = table.organization();
    this.partitioned = table.partitioned();
    this.rowMovement = table.rowMovement();
    this.columns = new ArrayList<>(table.columns());
    this.primaryKey = table.primaryKey();
    this.uniqueKeys = new ArrayList<>(table.uniqueKeys());
    this.logGroups = new ArrayList<>(table.logGroups());
    this.keyNames = new HashMap<>(table.keyNames());
  }

  DictionaryTable build() {
    return new DictionaryTable(
        id,
        objectId,
        segmentIds,
        organization,
        partitioned,
        rowMovement,
        columns,
        primaryKey,
        uniqueKeys,
        logGroups,
        keyNames);
  }

  boolean has(String column) {
    return columns.stream().anyMatch(c -> c.name().equals(column));
  }

  private int indexOf(String column) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(column)) {
        return i;
      }
    }
    throw new NotUnderstoodException("there is no column " + column);
  }

  void add(DictionaryColumn column) {
    if (has(column.name())) {
      throw new NotUnderstoodException("there is a column " + column.name() + " already");
    }
    columns.add(column);
  }

  int nextInternalId() {
    return columns.stream().mapToInt(DictionaryColumn::internalId).max().orElse(0) + 1;
  }

  void change(String column, UnaryOperator<DictionaryColumn> change) {
    columns.set(indexOf(column), change.apply(columns.get(indexOf(column))));
  }

  void rename(String from, String to) {
    if (has(to)) {
      throw new NotUnderstoodException("there is a column " + to + " already");
    }
    change(from, column -> named(column, to));
    UnaryOperator<String> renamed = name -> name.equals(from) ? to : name;
    primaryKey = primaryKey.stream().map(renamed).toList();
    uniqueKeys.replaceAll(key -> key.stream().map(renamed).toList());
    keyNames.replaceAll((name, key) -> key.stream().map(renamed).toList());
    logGroups.replaceAll(
        group -> {
          Set<String> logged = new HashSet<>();
          group.columns().forEach(name -> logged.add(renamed.apply(name)));
          return new LogGroup(group.type(), logged, group.name());
        });
  }

  /** Takes columns away for good, and with them those that were set unused before. */
  void drop(List<String> names) {
    names.forEach(this::release);
    columns.removeIf(column -> names.contains(column.name()));
    dropUnused();
  }

  void dropUnused() {
    columns.removeIf(TableDraft::isUnused);
    columns.sort(Comparator.comparingInt(DictionaryColumn::internalId));
    for (int i = 0; i < columns.size(); i++) {
      int number = i + 1;
      columns.set(i, numbered(columns.get(i), number));
    }
  }

  /** Takes the names away from columns, which keep their places. */
  void setUnused(List<String> names) {
    for (String name : names) {
      release(name);
      int index = indexOf(name);
      DictionaryColumn column = columns.get(index);
      if (column.virtual()) {
        throw new NotUnderstoodException("a virtual column is set unused");
      }
      columns.set(index, unused(column));
    }
  }

  private static boolean isUnused(DictionaryColumn column) {
    return column.hidden() && !column.userGenerated() && UNUSED.matcher(column.name()).matches();
  }

  private void release(String column) {
    indexOf(column);
    if (primaryKey.contains(column)) {
      primaryKey = List.of();
    }
    uniqueKeys.removeIf(key -> key.contains(column));
    keyNames.values().removeIf(key -> key.contains(column));
    logGroups.replaceAll(
        group -> {
          Set<String> logged = new HashSet<>(group.columns());
          logged.remove(column);
          return new LogGroup(group.type(), logged, group.name());
        });
  }

  void primaryKey(@Nullable String name, List<String> key) {
    key.forEach(column -> change(column, c -> nullable(c, false)));
    primaryKey = key;
    unique(name, key);
  }

  void unique(@Nullable String name, List<String> key) {
    key.forEach(this::indexOf);
    if (!uniqueKeys.contains(key)) {
      uniqueKeys.add(key);
      uniqueKeys.sort(Comparator.comparingInt(List::size));
    }
    if (name != null) {
      keyNames.put(name, key);
    }
  }

  void dropPrimaryKey() {
    uniqueKeys.remove(primaryKey);
    keyNames.values().removeIf(primaryKey::equals);
    primaryKey = List.of();
  }

  void dropUnique(List<String> key) {
    uniqueKeys.remove(key);
    keyNames.values().removeIf(key::equals);
  }

  boolean isPrimaryKey(List<String> key) {
    return !primaryKey.isEmpty() && primaryKey.equals(key);
  }

  /** The columns of a constraint or an index, null when none of this name is a key. */
  @Nullable List<String> key(String name) {
    return keyNames.get(name);
  }

  void renameKey(String from, String to) {
    List<String> key = keyNames.remove(from);
    if (key != null) {
      keyNames.put(to, key);
    }
  }

  void addLogging(LogGroup group) {
    logGroups.add(group);
  }

  void dropLogging(String type) {
    logGroups.removeIf(group -> group.type().equals(type));
  }

  void dropLogGroup(String name) {
    logGroups.removeIf(group -> group.name().equals(name));
  }

  static DictionaryColumn nullable(DictionaryColumn c, boolean nullable) {
    return new DictionaryColumn(
        c.name(),
        c.dataType(),
        c.typeOwner(),
        c.dataLength(),
        c.charLength(),
        c.inCharacters(),
        c.precision(),
        c.scale(),
        nullable,
        c.hidden(),
        c.virtual(),
        c.userGenerated(),
        c.identity(),
        c.internalId(),
        c.defaultExpression());
  }

  static DictionaryColumn withDefault(DictionaryColumn c, @Nullable String expression) {
    return new DictionaryColumn(
        c.name(),
        c.dataType(),
        c.typeOwner(),
        c.dataLength(),
        c.charLength(),
        c.inCharacters(),
        c.precision(),
        c.scale(),
        c.nullable(),
        c.hidden(),
        c.virtual(),
        c.userGenerated(),
        c.identity(),
        c.internalId(),
        expression);
  }

  /** A column a user hides from {@code select *} or shows again. */
  static DictionaryColumn visible(DictionaryColumn c, boolean visible) {
    return new DictionaryColumn(
        c.name(),
        c.dataType(),
        c.typeOwner(),
        c.dataLength(),
        c.charLength(),
        c.inCharacters(),
        c.precision(),
        c.scale(),
        c.nullable(),
        !visible,
        c.virtual(),
        true,
        c.identity(),
        c.internalId(),
        c.defaultExpression());
  }

  static DictionaryColumn virtual(DictionaryColumn c) {
    return new DictionaryColumn(
        c.name(),
        c.dataType(),
        c.typeOwner(),
        c.dataLength(),
        c.charLength(),
        c.inCharacters(),
        c.precision(),
        c.scale(),
        c.nullable(),
        c.hidden(),
        true,
        c.userGenerated(),
        c.identity(),
        c.internalId(),
        null);
  }

  private static DictionaryColumn named(DictionaryColumn c, String name) {
    return new DictionaryColumn(
        name,
        c.dataType(),
        c.typeOwner(),
        c.dataLength(),
        c.charLength(),
        c.inCharacters(),
        c.precision(),
        c.scale(),
        c.nullable(),
        c.hidden(),
        c.virtual(),
        c.userGenerated(),
        c.identity(),
        c.internalId(),
        c.defaultExpression());
  }

  private static DictionaryColumn numbered(DictionaryColumn c, int internalId) {
    return new DictionaryColumn(
        c.name(),
        c.dataType(),
        c.typeOwner(),
        c.dataLength(),
        c.charLength(),
        c.inCharacters(),
        c.precision(),
        c.scale(),
        c.nullable(),
        c.hidden(),
        c.virtual(),
        c.userGenerated(),
        c.identity(),
        internalId,
        c.defaultExpression());
  }

  /** Oracle's name for it holds the time of the statement, which nobody needs to know. */
  private static DictionaryColumn unused(DictionaryColumn c) {
    return new DictionaryColumn(
        "SYS_C%05d_$".formatted(c.internalId()),
        c.dataType(),
        c.typeOwner(),
        c.dataLength(),
        c.charLength(),
        c.inCharacters(),
        c.precision(),
        c.scale(),
        true,
        true,
        false,
        false,
        false,
        c.internalId(),
        null);
  }
}
