package io.oraclecdc.testkit.simulator.served;

import io.oraclecdc.testkit.simulator.jdbc.TypedResultSet;
import io.oraclecdc.testkit.simulator.sql.Kind;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Sends rows of a result in batches: at most as many as asked for and about a megabyte. A short
 * large object travels with its row, beside its locator.
 */
final class RowSender {
  /** Characters or bytes of a large object that travel with the row. */
  static final int INLINE = 1000;

  private static final int ENOUGH_BYTES = 1 << 20;

  private final ServerObjects objects;

  RowSender(ServerObjects objects) {
    this.objects = objects;
  }

  /** Appends a batch; an error ends it, after the rows before it. */
  void send(WireWriter out, TypedResultSet rows, int most) {
    for (int row = 0; row < most && out.size() < ENOUGH_BYTES; row++) {
      int mark = out.size();
      try {
        if (!rows.next()) {
          out.tag(Operation.RESULT_END);
          return;
        }
        out.tag(Operation.ROW);
        row(out, rows);
      } catch (SQLException | RuntimeException e) {
        out.truncate(mark);
        out.tag(Operation.FAILED);
        WireErrors.write(out, e);
        return;
      }
    }
    out.tag(Operation.BATCH_END);
  }

  private void row(WireWriter out, TypedResultSet rows) throws SQLException {
    int count = rows.columns().size();
    for (int i = 1; i <= count; i++) {
      if (rows.isWhole(i)) {
        objects.values().write(out, rows.readWhole(i));
      } else {
        Kind kind = rows.at(i);
        if (kind == Kind.CLOB) {
          clob(out, rows.getClob(i));
        } else if (kind == Kind.BLOB) {
          blob(out, rows.getBlob(i));
        } else {
          objects.values().write(out, rows.value(i));
        }
      }
    }
  }

  private void clob(WireWriter out, @Nullable Clob clob) throws SQLException {
    out.flag(clob != null);
    if (clob != null) {
      long length = clob.length();
      out.count(objects.send(clob));
      out.flag(length <= INLINE);
      if (length <= INLINE) {
        out.text(length == 0 ? "" : clob.getSubString(1, (int) length));
      }
    }
  }

  private void blob(WireWriter out, @Nullable Blob blob) throws SQLException {
    out.flag(blob != null);
    if (blob != null) {
      long length = blob.length();
      out.count(objects.send(blob));
      out.flag(length <= INLINE);
      if (length <= INLINE) {
        out.bytes(length == 0 ? new byte[0] : blob.getBytes(1, (int) length));
      }
    }
  }
}
