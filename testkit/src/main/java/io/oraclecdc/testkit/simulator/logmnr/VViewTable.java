package io.oraclecdc.testkit.simulator.logmnr;

import java.util.List;
import org.h2.api.ErrorCode;
import org.h2.command.ddl.CreateTableData;
import org.h2.engine.SessionLocal;
import org.h2.index.Index;
import org.h2.index.IndexType;
import org.h2.message.DbException;
import org.h2.result.Row;
import org.h2.table.IndexColumn;
import org.h2.table.TableBase;
import org.h2.table.TableType;

/** A read-only H2 table whose rows are made while they are read. */
final class VViewTable extends TableBase {
  private final VViewIndex scan;

  VViewTable(CreateTableData data, VView view) {
    super(data);
    scan = new VViewIndex(this, view);
  }

  @Override
  public void close(SessionLocal session) {}

  @Override
  public Index addIndex(
      SessionLocal session,
      String indexName,
      int indexId,
      IndexColumn[] cols,
      int uniqueColumnCount,
      IndexType indexType,
      boolean create,
      String indexComment) {
    throw readOnly();
  }

  @Override
  public void removeRow(SessionLocal session, Row row) {
    throw readOnly();
  }

  @Override
  public long truncate(SessionLocal session) {
    throw readOnly();
  }

  @Override
  public void addRow(SessionLocal session, Row row) {
    throw readOnly();
  }

  @Override
  public void checkSupportAlter() {
    throw readOnly();
  }

  @Override
  public TableType getTableType() {
    return TableType.EXTERNAL_TABLE_ENGINE;
  }

  @Override
  public Index getScanIndex(SessionLocal session) {
    return scan;
  }

  @Override
  public List<Index> getIndexes() {
    return List.of(); // only the scan
  }

  @Override
  public long getMaxDataModificationId() {
    return Long.MAX_VALUE; // results are never reused
  }

  @Override
  public boolean isDeterministic() {
    return false;
  }

  @Override
  public boolean canGetRowCount(SessionLocal session) {
    return false;
  }

  @Override
  public boolean canDrop() {
    return true;
  }

  @Override
  public long getRowCount(SessionLocal session) {
    return getRowCountApproximation(session);
  }

  @Override
  public long getRowCountApproximation(SessionLocal session) {
    return VViewIndex.ROWS;
  }

  static DbException readOnly() {
    return DbException.get(ErrorCode.FEATURE_NOT_SUPPORTED_1, "change of a fixed view");
  }
}
