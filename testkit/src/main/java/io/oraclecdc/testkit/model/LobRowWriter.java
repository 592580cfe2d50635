package io.oraclecdc.testkit.model;

import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RowId;
import io.oraclecdc.testkit.simulator.redo.RowChange;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/*
 * The row groups of statements on a table with LOBs (P placeholder ROWID, R the row's)
 *
 *   insert, values in row       INSERT[P] UPDATE[R]
 *   insert, empty LOBs          INSERT[P] INTERNAL[R]
 *   insert, a value out of row  INSERT[P] { locator[P] LOB_WRITE[P]+ } ( UPDATE[R] | INTERNAL[R] )
 *   update, plain columns       UPDATE[R]
 *   update, value in row        [ UPDATE[P] ] UPDATE[R]
 *   update, value out of row    [ UPDATE[P] ] locator[P] LOB_WRITE[P]+ LOB_TRIM[P] INTERNAL[R]
 *   delete                      DELETE[R]
 *
 * A block tells everything in each LOB row and its locator rows have no text; a fragment leaves the
 * select to the locator row.
 */
/** Writes the rows of a change of a table with LOB columns. */
final class LobRowWriter {
  private static final int PIECE = 1000;

  private final RowWriter writer;
  private final SplittableRandom random;
  private final boolean blocks;

  LobRowWriter(RowWriter writer, SplittableRandom random, boolean blocks) {
    this.writer = writer;
    this.random = random;
    this.blocks = blocks;
  }

  void write(ModelTransaction transaction, LiveChange change) {
    LobGroup group = new LobGroup();
    RowChange what = change.change();
    switch (what.kind()) {
      case DELETE ->
          row(
              transaction,
              change,
              OperationCode.DELETE,
              realRowId(change),
              writer.sql(what),
              group);
      case INSERT -> insert(transaction, change, group);
      case UPDATE -> update(transaction, change, group);
    }
  }

  private static RowId realRowId(LiveChange change) {
    return change.row().slot().rowId();
  }

  private void insert(ModelTransaction transaction, LiveChange change, LobGroup group) {
    RowChange what = change.change();
    @Nullable Object[] after = values(what.after());
    row(transaction, change, OperationCode.INSERT, RowId.PLACEHOLDER, writer.sql(what), group);
    BitSet inRow = new BitSet();
    boolean sharesAddress = true;
    for (int i : lobColumns(change.table())) {
      Object value = after[i];
      if (value == null || (!isEmpty(value) && random.nextBoolean())) {
        inRow.set(i);
      } else if (!isEmpty(value)) {
        outOfRow(transaction, change, i, value, after, sharesAddress, group);
        sharesAddress = false;
      }
    }
    end(transaction, change, inRow, emptied(change.table(), after), after, group);
  }

  private void update(ModelTransaction transaction, LiveChange change, LobGroup group) {
    RowChange what = change.change();
    @Nullable Object[] before = values(what.before());
    @Nullable Object[] after = values(what.after());
    BitSet lobs = new BitSet();
    BitSet plain = (BitSet) what.assigned().clone();
    for (int i : lobColumns(change.table())) {
      if (what.assigned().get(i)) {
        lobs.set(i);
        plain.clear(i);
      }
    }
    if (lobs.isEmpty()) {
      row(transaction, change, OperationCode.UPDATE, realRowId(change), writer.sql(what), group);
      return;
    }
    @Nullable Object[] middle = before.clone();
    plain.stream().forEach(i -> middle[i] = after[i]);
    if (!plain.isEmpty()) {
      String sql = writer.sql(changeOf(change, before, middle, plain));
      row(transaction, change, OperationCode.UPDATE, RowId.PLACEHOLDER, sql, group);
    }
    BitSet inRow = new BitSet();
    for (int i = lobs.nextSetBit(0); i >= 0; i = lobs.nextSetBit(i + 1)) {
      Object value = after[i];
      if (value == null || isEmpty(value) || random.nextBoolean()) {
        inRow.set(i);
      } else {
        outOfRow(transaction, change, i, value, middle, !plain.isEmpty(), group);
        trim(transaction, change, i, value, middle, group);
      }
    }
    end(transaction, change, inRow, middle, after, group);
  }

  private void end(
      ModelTransaction transaction,
      LiveChange change,
      BitSet inRow,
      @Nullable Object[] before,
      @Nullable Object[] after,
      LobGroup group) {
    if (inRow.isEmpty()) {
      row(transaction, change, OperationCode.INTERNAL, realRowId(change), null, group);
    } else {
      String sql = writer.sql(changeOf(change, before, after, inRow));
      row(transaction, change, OperationCode.UPDATE, realRowId(change), sql, group);
    }
  }

  private void outOfRow(
      ModelTransaction transaction,
      LiveChange change,
      int column,
      Object value,
      @Nullable Object[] row,
      boolean sharesAddress,
      LobGroup group) {
    writer.lobRow(
        transaction,
        change,
        OperationCode.SELECT_LOB_LOCATOR,
        RowId.PLACEHOLDER,
        blocks ? null : head(change.table(), column, row),
        sharesAddress,
        group);
    int offset = 1;
    for (String piece : pieces(value)) {
      int amount =
          value instanceof byte[] ? piece.length() / 2 : piece.codePointCount(0, piece.length());
      String body =
          value instanceof byte[]
              ? " buf_b := HEXTORAW('%s'); \n  dbms_lob.write(loc_b, %d, %d, buf_b);\n"
                  .formatted(piece, amount, offset)
              : " buf_c := '%s'; \n  dbms_lob.write(loc_c, %d, %d, buf_c);\n"
                  .formatted(piece.replace("'", "''"), amount, offset);
      part(transaction, change, OperationCode.LOB_WRITE, column, body, row, group);
      offset += amount;
    }
  }

  private void trim(
      ModelTransaction transaction,
      LiveChange change,
      int column,
      Object value,
      @Nullable Object[] row,
      LobGroup group) {
    String body =
        value instanceof byte[] bytes
            ? "  dbms_lob.trim(loc_b, %d);\n".formatted(bytes.length)
            : "  dbms_lob.trim(loc_c, %d);\n"
                .formatted(value.toString().codePointCount(0, value.toString().length()));
    part(transaction, change, OperationCode.LOB_TRIM, column, body, row, group);
  }

  private void part(
      ModelTransaction transaction,
      LiveChange change,
      OperationCode operation,
      int column,
      String body,
      @Nullable Object[] row,
      LobGroup group) {
    String text = blocks ? head(change.table(), column, row) + "\n" + body + "END;\n" : body;
    row(transaction, change, operation, RowId.PLACEHOLDER, text, group);
  }

  private String head(ModelTable table, int column, @Nullable Object[] row) {
    // The condition is that of a DELETE of the row as it is at this moment.
    @Nullable Object[] withoutLobs = row.clone();
    String where =
        writer.sql(
            new RowChange(
                RowChange.Kind.DELETE, table.simTable(), "", withoutLobs, null, new BitSet()));
    ModelColumn lob = table.columns().get(column);
    return "DECLARE \n loc_c CLOB; \n buf_c VARCHAR2(6162); \n loc_b BLOB; \n buf_b RAW(6162); \n"
        + " loc_nc NCLOB; \n buf_nc NVARCHAR2(6162); \n e_len NUMBER; \nBEGIN\n select \""
        + lob.name()
        + (lob.type() == ModelColumn.ValueType.BLOB ? "\" into loc_b from " : "\" into loc_c from ")
        + where.substring("delete from ".length())
        + " for update;\n";
  }

  private void row(
      ModelTransaction transaction,
      LiveChange change,
      OperationCode operation,
      RowId rowId,
      @Nullable String sql,
      LobGroup group) {
    writer.lobRow(transaction, change, operation, rowId, sql, false, group);
  }

  private static RowChange changeOf(
      LiveChange change, @Nullable Object[] before, @Nullable Object[] after, BitSet columns) {
    @Nullable Object[] only = before.clone();
    columns.stream().forEach(i -> only[i] = after[i]);
    return new RowChange(
        RowChange.Kind.UPDATE,
        change.table().simTable(),
        change.change().rowId(),
        before,
        only,
        columns);
  }

  private static List<Integer> lobColumns(ModelTable table) {
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < table.columns().size(); i++) {
      if (table.columns().get(i).type().isLob()) {
        found.add(i);
      }
    }
    return found;
  }

  private static @Nullable Object[] emptied(ModelTable table, @Nullable Object[] row) {
    @Nullable Object[] emptied = row.clone();
    for (int i : lobColumns(table)) {
      emptied[i] = "";
    }
    return emptied;
  }

  private static boolean isEmpty(Object value) {
    return value instanceof byte[] bytes ? bytes.length == 0 : ((String) value).isEmpty();
  }

  private static @Nullable Object[] values(@Nullable Object @Nullable [] values) {
    return Objects.requireNonNull(values);
  }

  /** Text in pieces of characters, bytes as hexadecimal digits; a character is never cut. */
  private static List<String> pieces(Object value) {
    String text = value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : (String) value;
    List<String> pieces = new ArrayList<>();
    for (int from = 0; from < text.length(); ) {
      int to = Math.min(text.length(), from + PIECE);
      if (to < text.length() && Character.isHighSurrogate(text.charAt(to - 1))) {
        to--;
      }
      pieces.add(text.substring(from, to));
      from = to;
    }
    return pieces;
  }
}
