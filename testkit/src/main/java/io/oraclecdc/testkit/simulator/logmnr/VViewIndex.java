package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.catalog.MadeIndex;
import io.oraclecdc.testkit.simulator.session.BoundSession;
import io.oraclecdc.testkit.simulator.session.SessionBinding;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.Iterator;
import org.h2.engine.SessionLocal;
import org.h2.index.Cursor;
import org.h2.message.DbException;
import org.h2.result.Row;
import org.h2.result.SearchRow;
import org.h2.table.Table;
import org.h2.util.JSR310Utils;
import org.h2.value.Value;
import org.h2.value.ValueBigint;
import org.h2.value.ValueDecfloat;
import org.h2.value.ValueNull;
import org.h2.value.ValueVarbinary;
import org.h2.value.ValueVarchar;
import org.jspecify.annotations.Nullable;

/** The only way to read a fixed view: a scan that makes rows as it goes. */
final class VViewIndex extends MadeIndex {
  private final VView view;

  VViewIndex(Table table, VView view) {
    super(table, view.name() + "_SCAN");
    this.view = view;
  }

  @Override
  public Cursor find(
      SessionLocal session, @Nullable SearchRow first, @Nullable SearchRow last, boolean reverse) {
    BoundSession bound = SessionBinding.current();
    if (!(bound.logMiner() instanceof MiningSession mining)) {
      throw new IllegalStateException("the bound session has no simulated LogMiner");
    }
    try {
      if (view.name().endsWith("V$LOGMNR_CONTENTS")) {
        return new ContentsCursor(view, mining.openContents(bound.nls()), bound.info().thread());
      }
      return new RowsCursor(view, new VViewRows(bound, mining).of(view.name()).iterator());
    } catch (SQLException e) {
      throw DbException.convert(e);
    }
  }

  static Value h2(@Nullable Object value) {
    if (value == null) {
      return ValueNull.INSTANCE;
    }
    if (value instanceof Long number) {
      return ValueBigint.get(number);
    }
    if (value instanceof Integer number) {
      return ValueBigint.get(number);
    }
    if (value instanceof BigDecimal number) {
      return ValueDecfloat.get(number);
    }
    if (value instanceof String text) {
      return text.isEmpty() ? ValueNull.INSTANCE : ValueVarchar.get(text);
    }
    if (value instanceof LocalDateTime time) {
      return JSR310Utils.localDateTimeToValue(time);
    }
    if (value instanceof OffsetDateTime time) {
      return JSR310Utils.offsetDateTimeToValue(time);
    }
    if (value instanceof byte[] bytes) {
      return ValueVarbinary.get(bytes);
    }
    throw new IllegalStateException("a view column cannot be " + value.getClass().getName());
  }

  /** Streams V$LOGMNR_CONTENTS. */
  private static final class ContentsCursor implements Cursor {
    private final VView view;
    private final ContentsScan scan;
    private final Value instance;
    private @Nullable Row row;

    ContentsCursor(VView view, ContentsScan scan, int instance) {
      this.view = view;
      this.scan = scan;
      this.instance = ValueBigint.get(instance);
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
      try {
        ContentsRow found = scan.next();
        row = found == null ? null : new ComputedRow(view, column -> value(found, column));
        return found != null;
      } catch (SQLException e) {
        throw DbException.convert(e);
      }
    }

    private Value value(ContentsRow found, String column) {
      return column.equals("INST_ID") ? instance : h2(found.value(column));
    }

    @Override
    public boolean previous() {
      throw DbException.getUnsupportedException("previous");
    }
  }

  /** Rows of a small view. */
  private static final class RowsCursor implements Cursor {
    private final VView view;
    private final Iterator<ViewRow> rows;
    private @Nullable Row row;

    RowsCursor(VView view, Iterator<ViewRow> rows) {
      this.view = view;
      this.rows = rows;
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
      if (!rows.hasNext()) {
        row = null;
        return false;
      }
      ViewRow found = rows.next();
      row = new ComputedRow(view, column -> h2(found.value(column)));
      return true;
    }

    @Override
    public boolean previous() {
      throw DbException.getUnsupportedException("previous");
    }
  }
}
