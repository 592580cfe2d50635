package io.oraclecdc.testkit.simulator.dictionary;

import io.oraclecdc.testkit.simulator.dictionary.SimTable.SupplementalLogging;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A table while a DDL statement changes it. Used by one thread, under the dictionary's lock. */
public final class TableDraft {
  private final int containerId;
  private String owner;
  private String name;
  private final long objectId;
  private long dataObjectId;
  private int objectVersion;
  private final List<SimColumn> columns = new ArrayList<>();
  private final Map<String, ColumnExtras> extras = new LinkedHashMap<>();
  private final List<ConstraintDef> constraints = new ArrayList<>();
  private final List<IndexDef> indexes = new ArrayList<>();
  private final List<LogGroupDef> logGroups = new ArrayList<>();
  private final Map<String, String> columnComments = new LinkedHashMap<>();
  private final EnumSet<TableEntry.Trait> traits = EnumSet.noneOf(TableEntry.Trait.class);
  private @Nullable String comment;
  private String tablespace = "USERS";
  private TableStorage storage = TableStorage.HEAP;

  /** A new table. */
  public TableDraft(int containerId, ObjectKey key, long objectId) {
    this.containerId = containerId;
    this.owner = key.owner();
    this.name = key.name();
    this.objectId = objectId;
    this.dataObjectId = objectId;
    this.objectVersion = 1;
  }

  /** A change of an existing table. */
  public TableDraft(TableEntry entry) {
    SimTable table = entry.table();
    containerId = table.containerId();
    owner = table.owner();
    name = table.name();
    objectId = table.objectId();
    dataObjectId = table.dataObjectId();
    objectVersion = table.objectVersion();
    columns.addAll(table.columns());
    extras.putAll(entry.extras());
    constraints.addAll(entry.constraints());
    indexes.addAll(entry.indexes());
    logGroups.addAll(entry.logGroups());
    columnComments.putAll(entry.columnComments());
    traits.addAll(entry.traits());
    comment = entry.comment();
    tablespace = entry.tablespace();
    storage = table.storage();
  }

  /** Owner and name. */
  public ObjectKey key() {
    return new ObjectKey(owner, name);
  }

  /** OBJECT_ID. */
  public long objectId() {
    return objectId;
  }

  /** Name quoted for H2. */
  public String innerName() {
    return InnerNames.quoted(owner, name);
  }

  /** Columns in INTERNAL_COLUMN_ID order. */
  public List<SimColumn> columns() {
    return columns;
  }

  /** The column of that name. */
  public Optional<SimColumn> column(String column) {
    return columns.stream().filter(c -> c.name().equals(column)).findFirst();
  }

  /** Constraints in order of creation. */
  public List<ConstraintDef> constraints() {
    return constraints;
  }

  /** Indexes in order of creation. */
  public List<IndexDef> indexes() {
    return indexes;
  }

  /** Supplemental log groups. */
  public List<LogGroupDef> logGroups() {
    return logGroups;
  }

  /** Traits, to be changed in place. */
  public Set<TableEntry.Trait> traits() {
    return traits;
  }

  /** Extras of a column. */
  public ColumnExtras extrasOf(String column) {
    return extras.getOrDefault(column, ColumnExtras.NONE);
  }

  /** Gives a column extras. */
  public void extras(String column, ColumnExtras value) {
    if (value.equals(ColumnExtras.NONE)) {
      extras.remove(column);
    } else {
      extras.put(column, value);
    }
  }

  /** Adds a column behind the others; ids are given by {@link #freeze}. */
  public void addColumn(SimColumn column, ColumnExtras columnExtras) {
    columns.add(column);
    extras(column.name(), columnExtras);
  }

  /** Replaces a column. */
  public void replaceColumn(String column, UnaryOperator<SimColumn> change) {
    columns.replaceAll(c -> c.name().equals(column) ? change.apply(c) : c);
  }

  /** Removes a column and its extras. */
  public void removeColumn(String column) {
    columns.removeIf(c -> c.name().equals(column));
    extras.remove(column);
    columnComments.remove(column);
    logGroups.replaceAll(
        g ->
            new LogGroupDef(
                g.name(),
                g.type(),
                g.always(),
                g.generatedName(),
                g.columns().stream().filter(m -> !m.column().equals(column)).toList()));
  }

  /** SET UNUSED: the column stays in its place, under a name that nobody uses. */
  public void hideColumn(String column, String hiddenName) {
    int place = columns.indexOf(column(column).orElseThrow());
    SimType type = columns.get(place).type();
    removeColumn(column);
    columns.add(place, new SimColumn(hiddenName, type, true, null, 0, true, false, null));
  }

  /** Renames a column everywhere in this table. */
  public void renameColumn(String from, String to) {
    replaceColumn(
        from,
        c ->
            new SimColumn(
                to,
                c.type(),
                c.nullable(),
                c.columnId(),
                c.internalColumnId(),
                c.hidden(),
                c.virtual(),
                c.defaultText()));
    ColumnExtras moved = extras.remove(from);
    if (moved != null) {
      extras.put(to, moved);
    }
    String movedComment = columnComments.remove(from);
    if (movedComment != null) {
      columnComments.put(to, movedComment);
    }
    ClusterPlace cluster = storage.cluster();
    if (cluster != null) {
      storage = storage.inCluster(cluster.renamed(from, to));
    }
    constraints.replaceAll(
        c ->
            c.withColumns(
                renamed(c.columns(), from, to),
                c.notNull() ? "\"" + to + "\" IS NOT NULL" : c.condition(),
                c.references()));
    indexes.replaceAll(
        i ->
            new IndexDef(
                i.owner(),
                i.name(),
                renamed(i.columns(), from, to),
                i.unique(),
                i.type(),
                i.stored(),
                i.objectId(),
                i.usable(),
                i.local()));
    logGroups.replaceAll(
        g ->
            new LogGroupDef(
                g.name(),
                g.type(),
                g.always(),
                g.generatedName(),
                g.columns().stream()
                    .map(m -> m.column().equals(from) ? new LogGroupDef.Member(to, m.logged()) : m)
                    .toList()));
  }

  private static List<String> renamed(List<String> names, String from, String to) {
    return names.stream().map(n -> n.equals(from) ? to : n).toList();
  }

  /** Gives the table another name. */
  public void rename(ObjectKey key) {
    owner = key.owner();
    name = key.name();
  }

  /** Points foreign keys to a table's new name. */
  public void renameReferences(ObjectKey from, ObjectKey to) {
    constraints.replaceAll(
        c -> {
          ConstraintDef.Reference reference = c.references();
          if (reference == null || !reference.table().equals(from)) {
            return c;
          }
          return c.withColumns(
              c.columns(),
              c.condition(),
              new ConstraintDef.Reference(
                  to, reference.constraint(), reference.columns(), reference.deleteRule()));
        });
  }

  /** Replaces the constraints that match. */
  public void replaceConstraints(
      Predicate<ConstraintDef> which, UnaryOperator<ConstraintDef> change) {
    constraints.replaceAll(c -> which.test(c) ? change.apply(c) : c);
  }

  /** New DATA_OBJECT_ID, as TRUNCATE and MOVE give one. */
  public void dataObjectId(long value) {
    dataObjectId = value;
  }

  /** Marks the change as structural. */
  public void raiseObjectVersion() {
    objectVersion++;
  }

  /** COMMENT ON TABLE; null or empty removes it. */
  public void comment(@Nullable String text) {
    comment = text;
  }

  /** COMMENT ON COLUMN. */
  public void columnComment(String column, String text) {
    columnComments.put(column, text);
  }

  /** How rows are stored. */
  public TableStorage storage() {
    return storage;
  }

  /** Gives the table another storage. */
  public void storage(TableStorage value) {
    storage = value;
  }

  /** TABLESPACE_NAME. */
  public void tablespace(String value) {
    tablespace = value;
  }

  /** The finished version under the database's logging. */
  public TableEntry freeze(DatabaseLogging databaseLogging) {
    List<SimColumn> numbered = new ArrayList<>();
    int columnId = 0;
    for (int i = 0; i < columns.size(); i++) {
      SimColumn column = columns.get(i);
      boolean outside = column.hidden() || extrasOf(column.name()).invisible();
      boolean keyOrNotNull = isNotNull(column.name());
      numbered.add(
          new SimColumn(
              column.name(),
              column.type(),
              !keyOrNotNull,
              outside ? null : Integer.valueOf(++columnId),
              i + 1,
              outside,
              column.virtual(),
              column.defaultText()));
    }
    List<String> key =
        constraints.stream()
            .filter(c -> c.type() == 'P' && c.enabled())
            .findFirst()
            .map(ConstraintDef::columns)
            .orElse(List.of());
    SimTable table =
        new SimTable(
            containerId,
            owner,
            name,
            objectId,
            dataObjectId,
            objectVersion,
            List.copyOf(numbered),
            List.copyOf(key),
            effectiveLogging(databaseLogging),
            alwaysLogged(),
            storage);
    return new TableEntry(
        table,
        Map.copyOf(extras),
        List.copyOf(constraints),
        List.copyOf(indexes),
        List.copyOf(logGroups),
        comment,
        Map.copyOf(columnComments),
        Set.copyOf(traits),
        tablespace);
  }

  private boolean isNotNull(String column) {
    return constraints.stream()
        .filter(ConstraintDef::enabled)
        .anyMatch(c -> (c.notNull() || c.type() == 'P') && c.columns().contains(column));
  }

  private SupplementalLogging effectiveLogging(DatabaseLogging database) {
    if (!database.isOn()) {
      return SupplementalLogging.OFF;
    }
    if (database.all() || hasGroup("ALL COLUMN LOGGING")) {
      return SupplementalLogging.ALL;
    }
    if (database.primaryKey() || hasGroup("PRIMARY KEY LOGGING")) {
      return SupplementalLogging.PRIMARY_KEY;
    }
    return SupplementalLogging.MINIMAL;
  }

  private boolean hasGroup(String type) {
    return logGroups.stream().anyMatch(g -> g.type().equals(type));
  }

  private Set<String> alwaysLogged() {
    Set<String> names = new LinkedHashSet<>();
    for (LogGroupDef group : logGroups) {
      if (group.always()) {
        group.columns().stream()
            .filter(LogGroupDef.Member::logged)
            .forEach(m -> names.add(m.column()));
      }
    }
    return Set.copyOf(names);
  }
}
