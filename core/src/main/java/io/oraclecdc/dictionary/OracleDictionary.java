package io.oraclecdc.dictionary;

import static io.oraclecdc.dictionary.DictionarySql.inList;

import io.oraclecdc.database.DatabaseSession;
import io.oraclecdc.database.DatabaseSession.RowMapper;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.DictionaryTable;
import io.oraclecdc.schema.DictionaryTable.DictionaryColumn;
import io.oraclecdc.schema.DictionaryTable.LogGroup;
import io.oraclecdc.schema.DictionaryTable.Organization;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads tables from the catalog views, many at a time: the number of queries grows with the number
 * of owners and with every 500 tables, not with the tables. Not thread-safe: it uses one session.
 */
public final class OracleDictionary implements TableDirectory {
  private static final String DOING = "reading the data dictionary";

  private final DatabaseSession session;
  private final TableSelection selection;
  private final String pdb;
  private final Visits visits;
  private @Nullable Set<String> maintainedOwners;
  private List<SkippedTable> skipped = List.of();

  /** Whether the session has to go where the tables are. */
  public enum Visits {
    /** It was opened there. */
    STAYS,
    /** It enters the container before each use; others may have taken it elsewhere. */
    ENTERS
  }

  /**
   * Reads with {@code session} the tables that {@code selection} names, in a database without
   * containers.
   */
  public OracleDictionary(DatabaseSession session, TableSelection selection) {
    this(session, selection, "", Visits.STAYS);
  }

  /**
   * Reads the tables of a container.
   *
   * @param pdb first part of the names of its tables, empty without containers
   */
  public OracleDictionary(
      DatabaseSession session, TableSelection selection, String pdb, Visits visits) {
    this.session = session;
    this.selection = selection;
    this.pdb = pdb;
    this.visits = visits;
  }

  private DatabaseSession session() {
    if (visits == Visits.ENTERS) {
      session.enter(pdb);
    }
    return session;
  }

  @Override
  public String pdb() {
    return pdb;
  }

  /**
   * All captured tables as they are now, in name order; without the schemas Oracle maintains and
   * without {@link #skippedTables()}.
   *
   * @throws io.oraclecdc.errors.CdcException CDC-5002 when a view is not visible, or what else the
   *     ORA number means
   */
  @Override
  public List<DictionaryTable> capturedTables() {
    TableList list =
        list(
            session().query(DOING, DictionarySql.TABLES, this::tableRow),
            session().query(DOING, DictionarySql.TABLE_OBJECTS, this::tableObject));
    skipped = list.skipped();
    return complete(list.captured());
  }

  /**
   * The tables that the patterns name and that {@link #capturedTables()} left out when it was last
   * called, in name order; Oracle's own schemas are not among them.
   */
  public List<SkippedTable> skippedTables() {
    return skipped;
  }

  /** One captured table as it is now; empty when it does not exist or is not captured. */
  @Override
  public Optional<DictionaryTable> capturedTable(TableId table) {
    if (!isCaptured(table)) {
      return Optional.empty();
    }
    List<DictionaryTable> tables = complete(list(table).captured());
    return tables.isEmpty() ? Optional.empty() : Optional.of(tables.get(0));
  }

  @Override
  public Optional<SkipReason> skips(TableId table) {
    return list(table).skipped().stream().map(SkippedTable::reason).findFirst();
  }

  private TableList list(TableId table) {
    return list(
        session()
            .query(DOING, DictionarySql.ONE_TABLE, this::tableRow, table.owner(), table.name()),
        session()
            .query(
                DOING,
                DictionarySql.ONE_TABLE_OBJECT,
                this::tableObject,
                table.owner(),
                table.name()));
  }

  private TableList list(List<TableRow> rows, List<TableObject> objects) {
    Set<TableId> views = new HashSet<>();
    for (TableObject object : objects) {
      if (object.isView()) {
        views.add(object.id());
      }
    }
    List<TableRow> captured = new ArrayList<>();
    Map<TableId, SkipReason> skipped = new TreeMap<>();
    Set<TableId> relational = new HashSet<>();
    for (TableRow row : rows) {
      relational.add(row.id());
      if (isNamed(row.id())) {
        SkipReason reason =
            SkipReason.ofName(row.id().name())
                .orElse(views.contains(row.id()) ? SkipReason.MATERIALIZED_VIEW : row.skipReason());
        if (reason == null) {
          captured.add(row);
        } else {
          skipped.put(row.id(), reason);
        }
      }
    }
    for (TableObject object : objects) {
      TableId id = object.id();
      if (!object.isView() && !relational.contains(id) && isNamed(id)) {
        skipped.put(id, SkipReason.ofName(id.name()).orElse(SkipReason.OBJECT_TABLE));
      }
    }
    return new TableList(
        captured,
        skipped.entrySet().stream()
            .map(entry -> new SkippedTable(entry.getKey(), entry.getValue()))
            .toList());
  }

  private TableObject tableObject(ResultSet row) throws SQLException {
    return new TableObject(
        new TableId(pdb, row.getString(1), row.getString(2)),
        "MATERIALIZED VIEW".equals(row.getString(3)));
  }

  /** A row of DBA_OBJECTS. */
  private record TableObject(TableId id, boolean isView) {}

  private record TableList(List<TableRow> captured, List<SkippedTable> skipped) {}

  @Override
  public Optional<DictionaryTable> tableOfObject(long objectId) {
    List<TableId> names =
        session()
            .query(
                DOING,
                DictionarySql.TABLE_NAME_OF_OBJECT,
                row -> new TableId(pdb, row.getString(1), row.getString(2)),
                objectId);
    return names.isEmpty() || names.get(0).name().startsWith("BIN$")
        ? Optional.empty()
        : table(names.get(0))
            .filter(found -> found.objectId() == objectId && skips(found.id()).isEmpty());
  }

  /** Whatever the patterns say of its name. */
  private Optional<DictionaryTable> table(TableId table) {
    List<TableRow> rows =
        session()
            .query(DOING, DictionarySql.ONE_TABLE, this::tableRow, table.owner(), table.name())
            .stream()
            .filter(row -> row.skipReason() == null)
            .toList();
    List<DictionaryTable> tables = complete(rows);
    return tables.isEmpty() ? Optional.empty() : Optional.of(tables.get(0));
  }

  @Override
  public long highestObjectId() {
    return session().query(DOING, DictionarySql.HIGHEST_OBJECT_ID, row -> row.getLong(1)).get(0);
  }

  @Override
  public Scn currentScn() {
    return session().currentScn();
  }

  /** Whether the names say that a table is captured. */
  @Override
  public boolean isCaptured(TableId table) {
    return isNamed(table) && SkipReason.ofName(table.name()).isEmpty();
  }

  private boolean isNamed(TableId table) {
    return selection.includes(table) && !maintainedOwners().contains(table.owner());
  }

  private Set<String> maintainedOwners() {
    Set<String> owners = maintainedOwners;
    if (owners == null) {
      owners =
          new HashSet<>(
              session().query(DOING, DictionarySql.MAINTAINED_OWNERS, row -> row.getString(1)));
      owners.add("SYS");
      owners.add("SYSTEM");
      maintainedOwners = owners;
    }
    return owners;
  }

  private List<DictionaryTable> complete(List<TableRow> rows) {
    Map<String, List<TableRow>> byOwner = new TreeMap<>();
    for (TableRow row : rows) {
      byOwner.computeIfAbsent(row.id().owner(), owner -> new ArrayList<>()).add(row);
    }
    List<DictionaryTable> tables = new ArrayList<>(rows.size());
    byOwner.forEach(
        (owner, ofOwner) -> {
          for (int from = 0; from < ofOwner.size(); from += DictionarySql.NAMES_PER_QUERY) {
            int to = Math.min(ofOwner.size(), from + DictionarySql.NAMES_PER_QUERY);
            tables.addAll(completeChunk(owner, ofOwner.subList(from, to)));
          }
        });
    tables.sort(Comparator.comparing(DictionaryTable::id));
    return tables;
  }

  private List<DictionaryTable> completeChunk(String owner, List<TableRow> rows) {
    Details details = new Details(session(), owner, rows.stream().map(r -> r.id().name()).toList());
    List<DictionaryTable> tables = new ArrayList<>(rows.size());
    for (TableRow row : rows) {
      // Dropped between the first query and the others: not there.
      details.complete(row).ifPresent(tables::add);
    }
    return tables;
  }

  private TableRow tableRow(ResultSet row) throws SQLException {
    String iotType = row.getString(3);
    String cluster = row.getString(4);
    Organization organization =
        "IOT".equals(iotType)
            ? Organization.INDEX
            : cluster != null ? Organization.CLUSTER : Organization.HEAP;
    return new TableRow(
        new TableId(pdb, row.getString(1), row.getString(2)),
        organization,
        "YES".equals(row.getString(5)),
        "ENABLED".equals(row.getString(6)),
        skipReason(row, iotType));
  }

  private static @Nullable SkipReason skipReason(ResultSet row, @Nullable String iotType)
      throws SQLException {
    if ("Y".equals(row.getString(7))) {
      return SkipReason.TEMPORARY;
    }
    if ("YES".equals(row.getString(9))) {
      return SkipReason.NESTED_TABLE;
    }
    if (iotType != null && !"IOT".equals(iotType)) {
      return SkipReason.INDEX_ORGANIZED_PART;
    }
    if ("Y".equals(row.getString(8))) {
      return SkipReason.SECONDARY;
    }
    if ("YES".equals(row.getString(10))) {
      return SkipReason.RECYCLE_BIN;
    }
    return "YES".equals(row.getString(11)) ? SkipReason.EXTERNAL : null;
  }

  /**
   * A row of DBA_TABLES.
   *
   * @param skipReason why it is left out, null when it is not
   */
  private record TableRow(
      TableId id,
      Organization organization,
      boolean partitioned,
      boolean rowMovement,
      @Nullable SkipReason skipReason) {}

  /** What the views say about some tables of one owner. */
  private static final class Details {
    private final Map<String, List<DictionaryColumn>> columns = new HashMap<>();
    private final Map<String, List<String>> primaryKeys = new HashMap<>();
    private final Map<String, String> primaryKeyNames = new HashMap<>();
    private final Map<String, Map<String, List<String>>> uniqueKeys = new HashMap<>();
    private final Map<String, List<LogGroup>> logGroups = new HashMap<>();
    private final Map<String, Long> objectIds = new HashMap<>();
    private final Map<String, List<Long>> segmentIds = new HashMap<>();

    private final DatabaseSession session;
    private final Object[] binds;
    private final int names;

    Details(DatabaseSession session, String owner, List<String> tableNames) {
      this.session = session;
      this.names = tableNames.size();
      List<Object> values = new ArrayList<>();
      values.add(owner);
      values.addAll(tableNames);
      this.binds = values.toArray();
      readColumns();
      readKeys();
      readLogGroups();
      readObjectIds();
    }

    Optional<DictionaryTable> complete(TableRow row) {
      String name = row.id().name();
      Long objectId = objectIds.get(name);
      List<DictionaryColumn> ofTable = columns.get(name);
      if (objectId == null || ofTable == null) {
        return Optional.empty();
      }
      List<List<String>> unique = new ArrayList<>(uniqueKeys.getOrDefault(name, Map.of()).values());
      unique.sort(Comparator.comparingInt(List::size));
      return Optional.of(
          new DictionaryTable(
              row.id(),
              objectId,
              segmentIds.getOrDefault(name, List.of(objectId)),
              row.organization(),
              row.partitioned(),
              row.rowMovement(),
              ofTable,
              primaryKeys.getOrDefault(name, List.of()),
              unique,
              logGroups.getOrDefault(name, List.of()),
              keyNames(name)));
    }

    private Map<String, List<String>> keyNames(String table) {
      Map<String, List<String>> names = new HashMap<>(uniqueKeys.getOrDefault(table, Map.of()));
      String primary = primaryKeyNames.get(table);
      if (primary != null) {
        names.put(primary, primaryKeys.getOrDefault(table, List.of()));
      }
      return names;
    }

    private void readColumns() {
      Map<String, String> defaults = new HashMap<>();
      read(
          inList(DictionarySql.DEFAULTS, names),
          row -> {
            String text = row.getString(3);
            if (text != null && !text.isBlank()) {
              defaults.put(row.getString(1) + "\0" + row.getString(2), text.strip());
            }
            return text;
          });
      read(
          inList(DictionarySql.COLUMNS, names),
          row -> {
            String table = row.getString(1);
            String name = row.getString(2);
            DictionaryColumn column =
                new DictionaryColumn(
                    name,
                    row.getString(3),
                    row.getString(4),
                    row.getInt(5),
                    row.getInt(6),
                    "C".equals(row.getString(7)),
                    integer(row, 8),
                    integer(row, 9),
                    "Y".equals(row.getString(10)),
                    "YES".equals(row.getString(11)),
                    "YES".equals(row.getString(12)),
                    "YES".equals(row.getString(13)),
                    "YES".equals(row.getString(14)),
                    row.getInt(15),
                    defaults.get(table + "\0" + name));
            return columns.computeIfAbsent(table, t -> new ArrayList<>()).add(column);
          });
    }

    private void readKeys() {
      read(
          inList(DictionarySql.PRIMARY_KEYS, names) + DictionarySql.PRIMARY_KEYS_ORDER,
          row -> {
            primaryKeyNames.put(row.getString(1), row.getString(3));
            return primaryKeys
                .computeIfAbsent(row.getString(1), t -> new ArrayList<>())
                .add(row.getString(2));
          });
      read(
          inList(DictionarySql.UNIQUE_INDEXES, names) + DictionarySql.UNIQUE_INDEXES_ORDER,
          row ->
              uniqueKeys
                  .computeIfAbsent(row.getString(1), t -> new LinkedHashMap<>())
                  .computeIfAbsent(row.getString(2), i -> new ArrayList<>())
                  .add(row.getString(3)));
    }

    private void readLogGroups() {
      Map<String, Set<String>> columnsOfGroup = new HashMap<>();
      read(
          inList(DictionarySql.LOG_GROUP_COLUMNS, names),
          row ->
              columnsOfGroup
                  .computeIfAbsent(row.getString(1) + "\0" + row.getString(2), g -> new HashSet<>())
                  .add(row.getString(3)));
      read(
          inList(DictionarySql.LOG_GROUPS, names),
          row -> {
            String table = row.getString(1);
            Set<String> logged =
                columnsOfGroup.getOrDefault(table + "\0" + row.getString(2), Set.of());
            return logGroups
                .computeIfAbsent(table, t -> new ArrayList<>())
                .add(new LogGroup(row.getString(3), Set.copyOf(logged), row.getString(2)));
          });
    }

    private void readObjectIds() {
      read(
          inList(DictionarySql.OBJECT_IDS, names),
          row -> {
            String table = row.getString(1);
            long id = row.getLong(2);
            if (row.getString(3).equals("TABLE")) {
              objectIds.put(table, id);
            }
            return segmentIds.computeIfAbsent(table, t -> new ArrayList<>()).add(id);
          });
      read(
          inList(DictionarySql.TOP_INDEX_IDS, names),
          row ->
              segmentIds
                  .computeIfAbsent(row.getString(1), t -> new ArrayList<>())
                  .add(row.getLong(2)));
    }

    private <T> void read(String sql, RowMapper<T> mapper) {
      session.query(DOING, sql, mapper, binds);
    }

    private static @Nullable Integer integer(ResultSet row, int column) throws SQLException {
      int value = row.getInt(column);
      return row.wasNull() ? null : value;
    }
  }
}
