package io.oraclecdc.testkit.model;

import io.oraclecdc.change.Change;
import io.oraclecdc.change.Change.KeyEffect;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.RecordKey;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.RowImage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a consumer has that keeps the latest record per key. */
final class KeyedView implements Change.Handler<Boolean> {
  private final Map<TableId, Map<List<Object>, RowImage>> tables = new HashMap<>();

  /** Rows of a table; of a table that logs only some columns the last image of each. */
  Set<RowImage> rows(TableSchema table) {
    return new HashSet<>(of(table).values());
  }

  Set<List<Object>> keys(TableSchema table) {
    return of(table).keySet();
  }

  private Map<List<Object>, RowImage> of(TableSchema table) {
    return tables.computeIfAbsent(table.id(), t -> new HashMap<>());
  }

  static List<Object> key(TableSchema table, RowImage image) {
    List<Object> key = new ArrayList<>();
    for (int column : table.key().columns()) {
      key.add(image.get(column));
    }
    return key;
  }

  private static boolean isKeyed(TableSchema table) {
    return table.key().kind() == RecordKey.Kind.COLUMNS;
  }

  @Override
  public Boolean rowRead(Change.RowRead change) {
    return false;
  }

  @Override
  public Boolean rowInserted(Change.RowInserted change) {
    if (isKeyed(change.table())) {
      of(change.table()).put(key(change.table(), change.after()), change.after());
    }
    return true;
  }

  @Override
  public Boolean rowUpdated(Change.RowUpdated change) {
    if (isKeyed(change.table())) {
      if (change.keyEffect() == KeyEffect.MOVED) {
        of(change.table()).remove(key(change.table(), change.before()));
      }
      of(change.table()).put(key(change.table(), change.after()), change.after());
    }
    return true;
  }

  @Override
  public Boolean rowDeleted(Change.RowDeleted change) {
    if (isKeyed(change.table()) && !change.keyTaken()) {
      of(change.table()).remove(key(change.table(), change.before()));
    }
    return true;
  }

  @Override
  public Boolean tableTruncated(Change.TableTruncated change) {
    return false;
  }

  @Override
  public Boolean transactionBegan(Change.TransactionBegan change) {
    return false;
  }

  @Override
  public Boolean transactionEnded(Change.TransactionEnded change) {
    return false;
  }

  @Override
  public Boolean schemaChanged(Change.SchemaChanged change) {
    return false;
  }

  @Override
  public Boolean heartbeat(Change.Heartbeat change) {
    return false;
  }
}
