package io.oraclecdc.testkit.simulator.catalog;

import io.oraclecdc.testkit.simulator.dictionary.CatalogContent;
import io.oraclecdc.testkit.simulator.dictionary.CatalogViewer;
import io.oraclecdc.testkit.simulator.functions.RuntimeSession;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.h2.api.TableEngine;
import org.h2.command.ddl.CreateTableData;
import org.h2.engine.SessionLocal;
import org.h2.index.Cursor;
import org.h2.message.DbException;
import org.h2.result.Row;
import org.h2.result.SearchRow;
import org.h2.table.Column;
import org.h2.table.Table;
import org.h2.value.Value;
import org.h2.value.ValueToObjectConverter;
import org.jspecify.annotations.Nullable;

/**
 * Makes the tables behind the catalog views that are computed when they are read. H2 creates it by
 * name; the rows are what the session bound to the calling thread sees.
 */
public final class CatalogViewEngine implements TableEngine {
  private static final String KEY = "TABLE_NAME";

  /** Called by H2. */
  public CatalogViewEngine() {}

  @Override
  public Table createTable(CreateTableData data) {
    return new MadeTable(
        data,
        table ->
            table.doesColumnExist(KEY)
                ? List.of(
                    new Reading(table, table.getName() + "_SCAN"),
                    new Reading(table, table.getName() + "_NAME", table.getColumn(KEY)))
                : List.of(new Reading(table, table.getName() + "_SCAN")));
  }

  private static final class Reading extends MadeIndex {
    private final @Nullable Column key;

    Reading(Table table, String name) {
      super(table, name);
      key = null;
    }

    Reading(Table table, String name, Column key) {
      super(table, name, key);
      this.key = key;
    }

    @Override
    public Cursor find(
        SessionLocal session,
        @Nullable SearchRow first,
        @Nullable SearchRow last,
        boolean reverse) {
      CatalogViewer viewer = RuntimeSession.current().viewer();
      Value wanted = key == null ? null : wanted(first, last, key);
      String name = wanted == null ? null : wanted.getString();
      Iterator<Map<String, @Nullable Object>> rows =
          CatalogContent.rows(table.getName(), viewer, name).iterator();
      return new Rows(session, table, rows, name);
    }

    private static @Nullable Value wanted(
        @Nullable SearchRow first, @Nullable SearchRow last, Column key) {
      if (first == null || last == null) {
        return null;
      }
      Value from = first.getValue(key.getColumnId());
      Value to = last.getValue(key.getColumnId());
      boolean one = from != null && from.getValueType() != Value.NULL && from.equals(to);
      return one ? from : null;
    }
  }

  /** Turns rows of the dictionary into rows of H2 one by one. */
  private static final class Rows implements Cursor {
    private final SessionLocal session;
    private final Table table;
    private final Iterator<Map<String, @Nullable Object>> rows;
    private final @Nullable String name;
    private @Nullable Row row;

    Rows(
        SessionLocal session,
        Table table,
        Iterator<Map<String, @Nullable Object>> rows,
        @Nullable String name) {
      this.session = session;
      this.table = table;
      this.rows = rows;
      this.name = name;
    }

    @Override
    public @Nullable Row get() {
      return row;
    }

    @Override
    public @Nullable SearchRow getSearchRow() {
      return row;
    }

    @Override
    public boolean next() {
      row = null;
      while (rows.hasNext() && row == null) {
        Map<String, @Nullable Object> values = rows.next();
        if (name == null || name.equals(values.get(KEY))) {
          row = made(values);
        }
      }
      return row != null;
    }

    private Row made(Map<String, @Nullable Object> values) {
      Row made = table.getTemplateRow();
      for (Column column : table.getColumns()) {
        if (values.containsKey(column.getName())) {
          Object value = values.get(column.getName());
          made.setValue(
              column.getColumnId(),
              ValueToObjectConverter.objectToValue(session, value, Value.UNKNOWN));
        }
      }
      table.convertInsertRow(session, made, null);
      return made;
    }

    @Override
    public boolean previous() {
      throw DbException.getUnsupportedException("previous");
    }
  }
}
