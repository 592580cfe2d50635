package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.ClusterEntry;
import io.oraclecdc.testkit.simulator.dictionary.ClusterEntry.KeyColumn;
import io.oraclecdc.testkit.simulator.dictionary.ClusterPlace;
import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.SimColumn;
import io.oraclecdc.testkit.simulator.dictionary.SimDictionary;
import io.oraclecdc.testkit.simulator.dictionary.TableDraft;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** CREATE, DROP and TRUNCATE CLUSTER, cluster indexes, and the CLUSTER clause of a table. */
final class ClusterStatements {
  private static final long KILO = 1024;

  private ClusterStatements() {}

  /** {@code CLUSTER c (column, ..)} of a CREATE TABLE. */
  record Clause(ObjectKey key, List<String> columns) {

    static Clause parse(TokenCursor cursor, DdlTarget target) throws SQLException {
      ObjectKey key = Ddl.named(cursor, target);
      cursor.expectOpen();
      List<String> columns = new ArrayList<>();
      do {
        columns.add(cursor.name(904, "invalid identifier"));
      } while (cursor.accept(","));
      cursor.expectClose();
      return new Clause(key, columns);
    }

    /** Puts a table whose columns are known into the cluster. */
    void place(TableDraft draft, DdlTarget target) throws SQLException {
      ClusterEntry cluster = cluster(target.dictionary(), key);
      if (draft.traits().contains(TableEntry.Trait.INDEX_ORGANIZED)
          || draft.traits().contains(TableEntry.Trait.TEMPORARY)
          || draft.storage().partitioning() != null) {
        throw OraErrors.of(1771, "illegal option for a clustered table");
      }
      if (columns.size() != cluster.columns().size()) {
        throw incompatible();
      }
      for (int i = 0; i < columns.size(); i++) {
        String name = columns.get(i);
        SimColumn column = draft.column(name).orElseThrow(() -> FromParser.invalid(name));
        if (!column.type().equals(cluster.columns().get(i).type())) {
          throw incompatible();
        }
      }
      if (cluster.singleTable() && !tablesOf(target.dictionary(), key).isEmpty()) {
        throw FromParser.unsupported();
      }
      draft.dataObjectId(cluster.dataObjectId());
      draft.tablespace(cluster.tablespace());
      draft.storage(draft.storage().inCluster(new ClusterPlace(key, List.copyOf(columns))));
    }

    private static SQLException incompatible() {
      return OraErrors.of(1753, "column definition incompatible with clustered column definition");
    }
  }

  private static ClusterEntry cluster(SimDictionary dictionary, ObjectKey key) throws SQLException {
    ClusterEntry found = dictionary.clusters().get(key);
    if (found == null) {
      throw OraErrors.of(943, "cluster does not exist");
    }
    return found;
  }

  /** Tables of a cluster in order of their creation. */
  private static List<TableEntry> tablesOf(SimDictionary dictionary, ObjectKey cluster) {
    return dictionary.tables().stream()
        .filter(t -> isIn(t, cluster))
        .sorted(Comparator.comparingLong(t -> t.table().objectId()))
        .toList();
  }

  private static boolean isIn(TableEntry table, ObjectKey cluster) {
    ClusterPlace place = table.table().storage().cluster();
    return place != null && place.key().equals(cluster);
  }

  /** A table of an index cluster cannot be used before the cluster has its index. */
  static void requireUsable(SimDictionary dictionary, TableEntry table) throws SQLException {
    ClusterPlace place = table.table().storage().cluster();
    if (place != null && !cluster(dictionary, place.key()).isUsable()) {
      throw OraErrors.of(2032, "clustered tables cannot be used before the cluster index is built");
    }
  }

  /** CREATE CLUSTER. */
  static void create(TokenCursor cursor, DdlTarget target) throws SQLException {
    ObjectKey key = Ddl.newObject(cursor, target, "CREATE CLUSTER", "CREATE ANY CLUSTER");
    cursor.expectOpen();
    List<KeyColumn> columns = new ArrayList<>();
    do {
      String name = cursor.name(904, "invalid identifier");
      if (columns.stream().anyMatch(c -> c.name().equals(name))) {
        throw OraErrors.of(957, "duplicate column name");
      }
      columns.add(new KeyColumn(name, TypeParser.parse(cursor, target.session())));
      cursor.accept("SORT");
    } while (cursor.accept(","));
    cursor.expectClose();
    long id = target.dictionary().nextObjectId();
    ClusterEntry cluster = new Options().read(cursor, key, id, columns);
    target.dictionary().clusters().put(key, cluster);
    target.dictionary().created().put(key, target.now());
    changed(target, key);
    target.record(key.owner(), key.name(), null, cursor.text());
  }

  private static void changed(DdlTarget target, ObjectKey key) throws SQLException {
    target.dictionary().lastDdl().put(key, target.now());
    target.dictionary().changed();
    target.refreshCatalog();
  }

  /** What follows the cluster key. */
  private static final class Options {
    private @Nullable Long size;
    private long hashKeys;
    private @Nullable String function;
    private boolean singleTable;
    private String tablespace = "USERS";

    ClusterEntry read(TokenCursor cursor, ObjectKey key, long id, List<KeyColumn> columns)
        throws SQLException {
      while (!cursor.atEnd()) {
        option(cursor);
      }
      return new ClusterEntry(
          key,
          id,
          id,
          List.copyOf(columns),
          size,
          hashKeys,
          function,
          singleTable,
          null,
          0,
          tablespace);
    }

    private void option(TokenCursor cursor) throws SQLException {
      String word = cursor.next().value();
      switch (word) {
        case "SIZE" -> size = bytes(cursor);
        case "HASHKEYS" -> {
          hashKeys = cursor.integer();
          if (hashKeys < 1) {
            throw OraErrors.of(2459, "Hashkey value must be a positive integer");
          }
        }
        case "HASH" -> {
          cursor.expectWord("IS");
          function = hashFunction(cursor);
        }
        case "SINGLE" -> {
          cursor.expectWord("TABLE");
          singleTable = true;
        }
        case "TABLESPACE" -> tablespace = cursor.name(922, "missing or invalid option");
        case "PCTFREE", "PCTUSED", "INITRANS", "MAXTRANS" -> cursor.integer();
        case "STORAGE" -> cursor.skipGroup();
        case "INDEX", "CACHE", "NOCACHE", "NOPARALLEL", "ROWDEPENDENCIES", "NOROWDEPENDENCIES" -> {
          // nothing to remember
        }
        default -> throw OraErrors.of(922, "missing or invalid option");
      }
    }

    private static long bytes(TokenCursor cursor) throws SQLException {
      Token token = cursor.next();
      if (token.type() != Token.Type.NUMBER) {
        throw OraErrors.of(2017, "integer value required");
      }
      long number = Long.parseLong(token.text());
      return cursor.accept("K")
          ? number * KILO
          : cursor.accept("M") ? number * KILO * KILO : number;
    }

    private static String hashFunction(TokenCursor cursor) throws SQLException {
      int mark = cursor.mark();
      do {
        if (cursor.is("(")) {
          cursor.skipGroup();
        } else {
          cursor.next();
        }
      } while (!cursor.atEnd()
          && !cursor.isAny("SIZE", "HASHKEYS", "SINGLE", "TABLESPACE", "STORAGE", "PCTFREE"));
      return cursor.textSince(mark);
    }
  }

  /** {@code CREATE INDEX i ON CLUSTER c ..} from behind CLUSTER. */
  static void createIndex(TokenCursor cursor, DdlTarget target, ObjectKey index)
      throws SQLException {
    ObjectKey key = Ddl.named(cursor, target);
    Ddl.requireOwner(target, key, "CREATE ANY INDEX");
    ClusterEntry cluster = cluster(target.dictionary(), key);
    if (cluster.isHash()) {
      throw FromParser.unsupported();
    }
    if (cluster.index() != null) {
      throw OraErrors.of(2033, "a cluster index for this cluster already exists");
    }
    if (target.dictionary().tableOfIndex(index).isPresent()
        || clusterOfIndex(target.dictionary(), index).isPresent()) {
      throw OraErrors.of(955, "name is already used by an existing object");
    }
    cursor.skipAll(); // physical clauses
    target
        .dictionary()
        .clusters()
        .put(key, cluster.withIndex(index, target.dictionary().nextObjectId()));
    changed(target, key);
    target.record(index.owner(), index.name(), null, cursor.text());
  }

  private static Optional<ClusterEntry> clusterOfIndex(SimDictionary dictionary, ObjectKey index) {
    return dictionary.clusters().values().stream().filter(c -> index.equals(c.index())).findFirst();
  }

  /** DROP INDEX of a cluster's index; false when there is no such one. */
  static boolean dropIndex(TokenCursor cursor, DdlTarget target, ObjectKey index)
      throws SQLException {
    Optional<ClusterEntry> cluster = clusterOfIndex(target.dictionary(), index);
    if (cluster.isEmpty()) {
      return false;
    }
    Ddl.requireOwner(target, index, "DROP ANY INDEX");
    ObjectKey key = cluster.get().key();
    target.dictionary().clusters().put(key, cluster.get().withIndex(null, 0));
    changed(target, key);
    target.record(index.owner(), index.name(), null, cursor.text());
    return true;
  }

  /** DROP CLUSTER. */
  static void drop(TokenCursor cursor, DdlTarget target) throws SQLException {
    ObjectKey key = Ddl.named(cursor, target);
    cluster(target.dictionary(), key);
    Ddl.requireOwner(target, key, "DROP ANY CLUSTER");
    boolean including = cursor.accept("INCLUDING", "TABLES");
    boolean cascade = including && cursor.accept("CASCADE", "CONSTRAINTS");
    cursor.expectEnd();
    List<TableEntry> tables = tablesOf(target.dictionary(), key);
    if (!including && !tables.isEmpty()) {
      throw OraErrors.of(951, "cluster not empty");
    }
    for (TableEntry table : tables) {
      TableStatements.remove(target, table, cascade, true);
    }
    target.dictionary().clusters().remove(key);
    target.dictionary().created().remove(key);
    changed(target, key);
    target.record(key.owner(), key.name(), null, cursor.text());
  }

  /** TRUNCATE CLUSTER from behind CLUSTER. */
  static void truncate(TokenCursor cursor, DdlTarget target) throws SQLException {
    ObjectKey key = Ddl.named(cursor, target);
    ClusterEntry cluster = cluster(target.dictionary(), key);
    Ddl.requireOwner(target, key, "DROP ANY TABLE");
    if (cluster.isHash()) {
      throw OraErrors.of(3293, "Cluster to be truncated is a HASH CLUSTER");
    }
    cursor.accept("DROP", "STORAGE");
    cursor.accept("REUSE", "STORAGE");
    cursor.expectEnd();
    long data = target.dictionary().nextObjectId();
    for (TableEntry table : tablesOf(target.dictionary(), key)) {
      target.innerRows("DELETE FROM " + table.innerName());
      TableDraft draft = new TableDraft(table);
      draft.dataObjectId(data);
      target.publish(draft);
    }
    target.dictionary().clusters().put(key, cluster.withData(data));
    changed(target, key);
    target.record(key.owner(), key.name(), null, cursor.text());
  }
}
