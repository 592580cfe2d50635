package io.oraclecdc.testkit.simulator.durable;

import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.durable.DirectoryException.Reason;
import io.oraclecdc.testkit.simulator.redo.LobCall;
import io.oraclecdc.testkit.simulator.redo.RowChange;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a statement in the journal. */
@SuppressWarnings("EnumOrdinal") // the file format: constants are only ever added at the end
final class RowEntries {
  private static final int PATH_BITS = 4;

  private RowEntries() {}

  /** Writes rows whose tables are defined. */
  static void write(FieldWriter entry, List<RowChange> rows, Definitions definitions) {
    entry.i32(rows.size());
    for (RowChange row : rows) {
      entry.u8(code(row.kind()) | row.path().ordinal() << PATH_BITS);
      entry.i32(definitions.number(entry, row.table()));
      entry.text(row.rowId());
      values(entry, row.before());
      values(entry, row.after());
      entry.raw(row.assigned().toByteArray());
      entry.value(row.call());
    }
  }

  private static int code(RowChange.Kind kind) {
    return switch (kind) {
      case INSERT -> 1;
      case UPDATE -> 2;
      case DELETE -> 3;
    };
  }

  private static RowChange.Kind kind(int code) {
    return switch (code) {
      case 1 -> RowChange.Kind.INSERT;
      case 2 -> RowChange.Kind.UPDATE;
      case 3 -> RowChange.Kind.DELETE;
      default ->
          throw new DirectoryException(Reason.UNKNOWN_VERSION, "unknown kind of change: " + code);
    };
  }

  private static RowChange.Path path(int code) {
    RowChange.Path[] paths = RowChange.Path.values();
    if (code >= paths.length) {
      throw new DirectoryException(Reason.UNKNOWN_VERSION, "unknown path of a change: " + code);
    }
    return paths[code];
  }

  private static void values(FieldWriter entry, @Nullable Object @Nullable [] values) {
    entry.i32(values == null ? -1 : values.length);
    if (values != null) {
      for (Object value : values) {
        entry.value(value);
      }
    }
  }

  static List<RowChange> read(FieldReader entry, Definitions definitions) {
    int count = entry.i32();
    List<RowChange> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int way = entry.u8();
      RowChange.Kind kind = kind(way & ((1 << PATH_BITS) - 1));
      RowChange.Path path = path(way >>> PATH_BITS);
      SimTable table = definitions.table(entry.i32());
      String rowId = entry.text();
      @Nullable Object @Nullable [] before = values(entry);
      @Nullable Object @Nullable [] after = values(entry);
      BitSet assigned = BitSet.valueOf(entry.raw());
      LobCall call = (LobCall) entry.value();
      rows.add(new RowChange(kind, table, rowId, before, after, assigned, call, path));
    }
    return rows;
  }

  private static @Nullable Object @Nullable [] values(FieldReader entry) {
    int count = entry.i32();
    if (count < 0) {
      return null;
    }
    @Nullable Object[] values = new Object[count];
    for (int i = 0; i < count; i++) {
      values[i] = entry.value();
    }
    return values;
  }
}
