package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.capture.StoredRows;
import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.SequenceEntry;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.redo.RowChange;
import io.oraclecdc.testkit.simulator.redo.SessionInfo;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Repeats in the tables and the dictionary of a fresh database what a journal says. It writes no
 * redo. Used by one thread, before any session exists.
 */
public final class Restoration implements AutoCloseable {
  private final Database database;
  private final Connection h2;
  private final SimSession session;
  private final StoredRows rows;

  Restoration(Database database, Connection h2, SessionInfo info) throws SQLException {
    this.database = database;
    this.h2 = h2;
    this.session = new SimSession(database, h2, info);
    this.rows = new StoredRows(h2);
    execute("SET REFERENTIAL_INTEGRITY FALSE"); // children may come before their parents
  }

  /** The last image a transaction left of a row. */
  private static final class Image {
    final SimTable table;
    final boolean existed;
    @Nullable Object @Nullable [] values;

    Image(RowChange first) {
      table = first.table();
      existed = first.kind() != RowChange.Kind.INSERT;
    }
  }

  /** Repeats a DDL statement. */
  public void dictionary(DictionaryChange change) throws SQLException {
    SimSession repeating = new SimSession(database, h2, change.session());
    repeating.resume(change);
    database.dictionary().ids(change.ids());
    new DdlRunner(repeating, h2).repeat(change.text());
    for (DictionaryChange.TableImage image : change.images()) {
      restore(image);
    }
  }

  private void restore(DictionaryChange.TableImage image) throws SQLException {
    TableEntry entry =
        database
            .dictionary()
            .tableById(image.objectId())
            .orElseThrow(() -> new IllegalStateException("no table " + image.objectId()));
    Map<String, @Nullable Object[]> values = new LinkedHashMap<>();
    for (DictionaryChange.StoredRow row : image.rows()) {
      values.put(row.rowId(), row.values());
      database.rowIds().occupied(entry.table().dataObjectId(), row.rowId());
    }
    session.bound(
        () -> {
          rows.clear(entry.table());
          rows.insert(entry.table(), values);
          return true;
        });
    h2.commit();
  }

  /** Notes places of rows, also of those that were undone later. */
  public void placed(List<RowChange> changes) throws SQLException {
    for (RowChange change : changes) {
      if (change.kind() == RowChange.Kind.INSERT) {
        database.rowIds().occupied(change.table().dataObjectId(), change.rowId());
      }
    }
  }

  /**
   * Applies what a transaction had changed when it committed. Rows that go are removed before rows
   * come: keys may have changed places.
   */
  public void committed(List<RowChange> changes) throws SQLException {
    Map<Long, Map<String, Image>> byTable = new LinkedHashMap<>();
    for (RowChange change : changes) {
      Image image =
          byTable
              .computeIfAbsent(change.table().objectId(), k -> new LinkedHashMap<>())
              .computeIfAbsent(change.rowId(), k -> new Image(change));
      image.values = change.after();
    }
    session.bound(
        () -> {
          for (Map<String, Image> images : byTable.values()) {
            write(images);
          }
          return true;
        });
    h2.commit();
  }

  private void write(Map<String, Image> images) throws SQLException {
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

  /** Lets a sequence continue at a value. */
  public void sequence(ObjectKey key, BigDecimal next) throws SQLException {
    SequenceEntry sequence = database.dictionary().sequences().get(key);
    if (sequence == null) {
      return; // dropped later
    }
    boolean rises = sequence.increment().signum() > 0;
    BigDecimal last = rises ? sequence.maximum() : sequence.minimum();
    boolean beyond = rises ? next.compareTo(last) > 0 : next.compareTo(last) < 0;
    String name = InnerNames.quoted(key.owner(), key.name());
    if (!beyond) {
      execute("ALTER SEQUENCE " + name + " RESTART WITH " + next.toPlainString());
    } else if (sequence.cycle()) {
      BigDecimal first = rises ? sequence.minimum() : sequence.maximum();
      execute("ALTER SEQUENCE " + name + " RESTART WITH " + first.toPlainString());
    } else {
      execute("ALTER SEQUENCE " + name + " RESTART WITH " + last.toPlainString());
      execute("SELECT NEXT VALUE FOR " + name);
    }
  }

  private void execute(String sql) throws SQLException {
    session.innerStatement(sql);
    h2.commit();
  }

  /** The tables are as they were; sessions may come. */
  @Override
  public void close() throws SQLException {
    execute("SET REFERENTIAL_INTEGRITY TRUE");
    session.abort();
  }
}
