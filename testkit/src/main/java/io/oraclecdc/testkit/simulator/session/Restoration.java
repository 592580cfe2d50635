package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.capture.StoredRows;
import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.Partitioning;
import io.oraclecdc.testkit.simulator.dictionary.SequenceEntry;
import io.oraclecdc.testkit.simulator.dictionary.SimDictionary;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.redo.RowChange;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Repeats in the tables and dictionaries of a fresh database what a journal says. It writes no
 * redo. Used by one thread, before any session exists.
 */
public final class Restoration implements AutoCloseable {
  private final Map<Integer, Container> containers = new LinkedHashMap<>();

  Restoration(Database root) throws SQLException {
    containers.put(root.containerId(), new Container(root));
    for (Database pluggable : root.pluggables()) {
      containers.put(pluggable.containerId(), new Container(pluggable));
    }
  }

  private Container container(int id) {
    Container container = containers.get(id);
    if (container == null) {
      throw new IllegalStateException("no container " + id);
    }
    return container;
  }

  /** The storage of one container. */
  private static final class Container {
    private final Database database;
    private final Connection h2;
    private final SimSession session;
    private final StoredRows rows;

    Container(Database database) throws SQLException {
      this.database = database;
      h2 = database.openStorage();
      session = new SimSession(database, h2, database.info(1, "SYS", 1, 1));
      rows = new StoredRows(h2);
      execute("SET REFERENTIAL_INTEGRITY FALSE"); // children may come before their parents
    }

    private void execute(String sql) throws SQLException {
      session.innerStatement(sql);
      h2.commit();
    }
  }

  /** The last image a transaction left of a row. */
  private static final class Image {
    private final SimTable table;
    private final boolean existed;
    private @Nullable Object @Nullable [] values;

    Image(RowChange first) {
      table = first.table();
      existed = first.kind() != RowChange.Kind.INSERT;
    }
  }

  /** Repeats a DDL statement. */
  public void dictionary(DictionaryChange change) throws SQLException {
    Container container = container(change.session().containerId());
    SimSession repeating = new SimSession(container.database, container.h2, change.session());
    repeating.resume(change);
    container.database.dictionary().ids(change.ids());
    new DdlRunner(repeating, container.h2).repeat(change.text());
    for (DictionaryChange.TableImage image : change.images()) {
      restore(container, image);
    }
  }

  private static void restore(Container container, DictionaryChange.TableImage image)
      throws SQLException {
    SimTable table =
        container
            .database
            .dictionary()
            .tableById(image.objectId())
            .map(TableEntry::table)
            .orElseThrow(() -> new IllegalStateException("no table " + image.objectId()));
    Map<String, @Nullable Object[]> values = new LinkedHashMap<>();
    for (DictionaryChange.StoredRow row : image.rows()) {
      values.put(row.rowId(), row.values());
      container.database.rowIds().occupied(table, row.rowId());
    }
    container.session.bound(
        () -> {
          container.rows.clear(table);
          container.rows.insert(table, values);
          return true;
        });
    container.h2.commit();
  }

  /** Notes places of rows, also of those that were undone later. */
  public void placed(List<RowChange> changes) throws SQLException {
    for (RowChange change : changes) {
      if (change.kind() == RowChange.Kind.INSERT) {
        container(change.table().containerId())
            .database
            .rowIds()
            .occupied(change.table(), change.rowId());
      }
    }
  }

  /**
   * Applies what a transaction had changed when it committed. Rows that go are removed before rows
   * come: keys may have changed places.
   */
  public void committed(List<RowChange> changes) throws SQLException {
    if (changes.isEmpty()) {
      return;
    }
    Map<Long, Map<String, Image>> byTable = new LinkedHashMap<>();
    for (RowChange change : changes) {
      Image image =
          byTable
              .computeIfAbsent(change.table().objectId(), k -> new LinkedHashMap<>())
              .computeIfAbsent(change.rowId(), k -> new Image(change));
      image.values = change.after();
    }
    Container container = container(changes.get(0).table().containerId());
    container.session.bound(
        () -> {
          for (Map<String, Image> images : byTable.values()) {
            write(container.rows, images);
          }
          return true;
        });
    container.h2.commit();
    container.database.shownPartitions().usedBy(changes);
  }

  private static void write(StoredRows rows, Map<String, Image> images) throws SQLException {
    SimTable table = images.values().iterator().next().table;
    List<String> gone = new ArrayList<>();
    Map<String, @Nullable Object[]> come = new LinkedHashMap<>();
    images.forEach(
        (rowId, image) -> {
          @Nullable Object @Nullable [] values = image.values;
          if (image.existed) {
            gone.add(rowId);
          }
          if (values != null) {
            come.put(rowId, values);
          }
        });
    rows.delete(table, gone);
    rows.insert(table, come);
  }

  /** Lets a sequence of a container continue at a value. */
  public void sequence(int containerId, ObjectKey key, BigDecimal next) throws SQLException {
    Container container = container(containerId);
    SequenceEntry sequence = container.database.dictionary().sequences().get(key);
    if (sequence == null) {
      return; // dropped later
    }
    boolean rises = sequence.increment().signum() > 0;
    BigDecimal last = rises ? sequence.maximum() : sequence.minimum();
    boolean beyond = rises ? next.compareTo(last) > 0 : next.compareTo(last) < 0;
    String name = InnerNames.quoted(key.owner(), key.name());
    if (!beyond) {
      restart(container, name, next);
    } else if (sequence.cycle()) {
      restart(container, name, rises ? sequence.minimum() : sequence.maximum());
    } else {
      restart(container, name, last);
      container.execute("SELECT NEXT VALUE FOR " + name);
    }
  }

  private static void restart(Container container, String name, BigDecimal next)
      throws SQLException {
    container.execute("ALTER SEQUENCE " + name + " RESTART WITH " + next.toPlainString());
  }

  /** The current version of a table; empty when it was dropped. */
  public Optional<SimTable> table(int containerId, long objectId) {
    return container(containerId).database.dictionary().tableById(objectId).map(TableEntry::table);
  }

  /** An interval partition that a row made. */
  public void partition(SimTable table, Partitioning.Partition partition) {
    SimDictionary dictionary = container(table.containerId()).database.dictionary();
    Partitioning partitioning = table.storage().partitioning();
    if (partitioning != null) {
      partitioning.adopt(partition);
    }
    dictionary.usedObjectId(partition.objectId());
  }

  /** Everything is repeated: no query can see what was before now. */
  public void forgetPast() {
    for (Container container : containers.values()) {
      container.database.undo().retention().expire();
    }
  }

  /** The tables are as they were; sessions may come. */
  @Override
  public void close() throws SQLException {
    for (Container container : containers.values()) {
      container.execute("SET REFERENTIAL_INTEGRITY TRUE");
      container.session.abort();
    }
  }
}
