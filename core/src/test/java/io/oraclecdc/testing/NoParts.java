package io.oraclecdc.testing;

import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RowId;
import io.oraclecdc.redo.ValueParts;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.RowImage;
import org.jspecify.annotations.Nullable;

/** For transactions without values in rows of their own. */
public final class NoParts implements ValueParts {
  @Override
  public void begin(
      TableSchema table, RowImage after, @Nullable RowId rowId, RedoAddress address) {}

  @Override
  public void named(RowId rowId) {
    throw new AssertionError("no part is expected");
  }

  @Override
  public void replaced(int column) {
    throw new AssertionError("no part is expected");
  }

  @Override
  public void kept(int column) {
    throw new AssertionError("no part is expected");
  }

  @Override
  public void written(int column, Object data, long amount, long offset) {
    throw new AssertionError("no part is expected");
  }

  @Override
  public void trimmed(int column, long length) {
    throw new AssertionError("no part is expected");
  }

  @Override
  public void erased(int column, long amount, long offset) {
    throw new AssertionError("no part is expected");
  }

  @Override
  public void appended(int column, Object piece) {
    throw new AssertionError("no part is expected");
  }

  @Override
  public void abandoned(int column) {}

  @Override
  public void assigned(int column, Object value) {
    throw new AssertionError("no part is expected");
  }
}
