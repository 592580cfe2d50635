package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.catalog.MadeTable;
import java.util.List;
import org.h2.api.TableEngine;
import org.h2.command.ddl.CreateTableData;
import org.h2.table.Table;

/**
 * Makes the tables behind the V$ views. H2 creates it by name; the rows come from the session bound
 * to the calling thread.
 */
public final class VViewEngine implements TableEngine {
  /** Called by H2. */
  public VViewEngine() {}

  @Override
  public Table createTable(CreateTableData data) {
    VView view = VViewColumns.view(data.tableName);
    return new MadeTable(data, table -> List.of(new VViewIndex(table, view)));
  }
}
