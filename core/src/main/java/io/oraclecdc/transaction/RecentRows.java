package io.oraclecdc.transaction;

import io.oraclecdc.model.RowId;
import io.oraclecdc.redo.ValueTarget;
import io.oraclecdc.schema.OracleType;
import io.oraclecdc.schema.RecordKey;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.SpillMark;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.SpecialValue;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** The last statements of a transaction that later rows may be about, newest first. */
final class RecentRows {
  private static final int MOST = 16;

  private final Deque<Row> rows = new ArrayDeque<>();

  RecentRows copy() {
    RecentRows copy = new RecentRows();
    for (Row row : rows) {
      copy.rows.addLast(row.withBegun((BitSet) row.begun().clone()));
    }
    return copy;
  }

  /** Writes what {@link #read} reads. */
  void write(GroupOutput out) {
    out.putNumber(rows.size());
    for (Row row : rows) {
      out.putNumber(row.unit());
      out.putPlace(row.place());
      out.putTable(row.table());
      out.putFlag(row.insert());
      out.putImage(row.image());
      out.putRowId(row.rowId());
      out.putColumns(row.begun());
    }
  }

  static RecentRows read(GroupInput in) {
    RecentRows recent = new RecentRows();
    for (long n = in.number(); n > 0; n--) {
      long unit = in.number();
      SpillMark place = in.place();
      int layout = in.layout();
      boolean insert = in.flag();
      RowImage image = in.image(layout);
      RowId rowId = in.rowId();
      recent.rows.addLast(
          new Row(unit, place, in.table(layout), insert, image, rowId, in.columns()));
    }
    return recent;
  }

  /**
   * What is kept of a row: its key, or every value of a table without one; of values that may lie
   * outside the row only whether there is any.
   */
  static RowImage remembered(TableSchema table, RowImage image) {
    boolean byKey = table.key().kind() == RecordKey.Kind.COLUMNS;
    Object[] values = new Object[image.size()];
    for (int i = 0; i < values.length; i++) {
      Object value = image.get(i);
      if (value instanceof SpecialValue) {
        values[i] = value;
      } else if (table.columns().get(i).type().isKeptApart()) {
        values[i] = SpecialValue.UNAVAILABLE;
      } else {
        boolean kept = !byKey || table.key().columns().contains(i);
        values[i] = kept ? value : SpecialValue.NOT_LOGGED;
      }
    }
    return RowImage.owning(values);
  }

  /** Key columns that a locator does not tell, from an earlier statement about the row. */
  static RowImage withKey(TableSchema schema, RowImage image, @Nullable Row known) {
    if (known == null
        || schema.key().kind() != RecordKey.Kind.COLUMNS
        || !isOneLayout(known.table(), schema)) {
      return image;
    }
    Object[] values = new Object[image.size()];
    for (int i = 0; i < values.length; i++) {
      boolean missing = !image.isLogged(i) && schema.key().columns().contains(i);
      values[i] = missing ? known.image().get(i) : image.get(i);
    }
    return RowImage.owning(values);
  }

  /** Images of different layouts are indexed differently and cannot be compared. */
  @SuppressWarnings("ReferenceEquality") // A layout read from a journal is another object.
  private static boolean isOneLayout(TableSchema one, TableSchema other) {
    return one == other || SchemaFrames.isSameLayout(one, other);
  }

  void add(Row row) {
    if (rows.size() >= MOST) {
      rows.removeLast();
    }
    rows.addFirst(row);
  }

  /** The ROWID of a statement's row became known. */
  void named(long unit, RowId rowId) {
    for (Iterator<Row> all = rows.iterator(); all.hasNext(); ) {
      Row row = all.next();
      if (row.unit() == unit) {
        all.remove();
        rows.addFirst(row.named(rowId));
        return;
      }
    }
  }

  /** A statement by the number of its entry. */
  @Nullable Row of(long unit) {
    for (Row row : rows) {
      if (row.unit() == unit) {
        return row;
      }
    }
    return null;
  }

  /**
   * An insert or an update was taken back: later rows with its key are about another row.
   *
   * @param rowId of the row, null when not known
   * @param insert whether it was an insert
   */
  void takenBack(TableSchema table, @Nullable RowId rowId, boolean insert) {
    Row gone = null;
    for (Row row : rows) {
      if (row.insert() != insert || !row.table().id().equals(table.id())) {
        continue;
      }
      if (rowId != null && rowId.equals(row.rowId())) {
        gone = row;
        break;
      }
      // Oracle undoes newest first, so of those that told no ROWID it is the newest.
      gone = gone == null && row.rowId() == null ? row : gone;
    }
    if (gone != null) {
      rows.remove(gone);
    }
  }

  /**
   * A row is gone, or has another key: later rows with the key it had are about another row.
   *
   * @param image its old values
   * @param rowId of the row, null when not known
   */
  void gone(TableSchema schema, RowImage image, @Nullable RowId rowId) {
    rows.removeIf(
        row -> {
          if (!row.table().id().equals(schema.id())) {
            return false;
          }
          if (rowId != null && row.rowId() != null) {
            return rowId.equals(row.rowId());
          }
          return isOneLayout(row.table(), schema)
              && OpenStatement.isSameRow(schema, row.image(), image);
        });
  }

  /** The newest statement of a table. */
  @Nullable Row newestOf(TableSchema table) {
    for (Row row : rows) {
      if (row.table().id().equals(table.id())) {
        return row;
      }
    }
    return null;
  }

  /** The newest statement about a row that has not told its ROWID. */
  @Nullable Row unnamed(TableSchema schema, RowImage image) {
    for (Row row : rows) {
      if (row.rowId() == null
          && isOneLayout(row.table(), schema)
          && OpenStatement.isSameRow(schema, row.image(), image)) {
        return row;
      }
    }
    return null;
  }

  /**
   * The newest statement that certainly was about a row.
   *
   * @param callRow ROWID the redo row has, null for none
   */
  @Nullable Row find(TableSchema schema, ValueTarget target, @Nullable RowId callRow) {
    RowId named = target.rowId() != null ? target.rowId() : callRow;
    for (Row row : rows) {
      if (!row.table().id().equals(schema.id())) {
        continue;
      }
      boolean same;
      if (named != null && row.rowId() != null) {
        same = named.equals(row.rowId());
      } else {
        same =
            isOneLayout(row.table(), schema)
                && OpenStatement.isSameRow(schema, row.image(), target.row());
      }
      if (same) {
        return row;
      }
    }
    return null;
  }

  /**
   * A statement.
   *
   * @param unit number of its entry
   * @param place of its entry
   * @param table layout
   * @param insert whether it is an INSERT
   * @param image what is kept of its new row
   * @param rowId ROWID, null while unknown
   * @param begun columns that got values in rows of their own; the number behind the last column
   *     when no further rows of it come
   */
  record Row(
      long unit,
      SpillMark place,
      TableSchema table,
      boolean insert,
      RowImage image,
      @Nullable RowId rowId,
      BitSet begun) {

    Row named(RowId name) {
      return new Row(unit, place, table, insert, image, name, begun);
    }

    Row withBegun(BitSet columns) {
      return new Row(unit, place, table, insert, image, rowId, columns);
    }

    /** It names its row, so it is all of its statement: what it shows as NULL is NULL. */
    void isWhole() {
      begun.set(image.size());
    }

    /** Whether it is an INSERT that gave a column no value, and a later row of it can. */
    boolean leavesUnset(int column) {
      return insert
          && OpenStatement.isUnset(image, column)
          && !begun.get(column)
          && !(begun.get(image.size()) && isShownAsNull(column));
    }

    /** Documents are never listed, and have rows of their own only where there is one. */
    private boolean isShownAsNull(int column) {
      return image.isLogged(column)
          || table.columns().get(column).type().kind() == OracleType.Kind.XMLTYPE;
    }
  }
}
