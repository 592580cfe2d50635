package io.oraclecdc.transaction;

import io.oraclecdc.model.RowId;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.FrameInput;
import io.oraclecdc.spill.SpillMark;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.SpecialValue;
import java.util.BitSet;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@link GroupOutput} wrote; values of columns that are excluded by now are left out.
 */
final class GroupInput {
  private final FrameInput in;
  private final List<TableUse> tables;
  private final List<BitSet> excluded;
  private final UnaryOperator<SpillMark> places;
  private final ImageCodec codec = new ImageCodec();

  /**
   * An input.
   *
   * @param tables layouts by their number
   * @param excluded of each layout the columns that are excluded by now
   * @param places where an entry is now
   */
  GroupInput(
      FrameInput in,
      List<TableUse> tables,
      List<BitSet> excluded,
      UnaryOperator<SpillMark> places) {
    this.in = in;
    this.tables = tables;
    this.excluded = excluded;
    this.places = places;
  }

  /** Whether nothing more was written. */
  boolean isAtEnd() {
    return in.isAtEnd();
  }

  long number() {
    return in.getSigned();
  }

  boolean flag() {
    return in.getByte() == 1;
  }

  @Nullable String text() {
    return flag() ? in.getText() : null;
  }

  @Nullable RowId rowId() {
    String text = text();
    return text == null ? null : new RowId(text);
  }

  /** Number of a layout. */
  int layout() {
    int number = (int) in.getUnsigned();
    if (number < 0 || number >= tables.size()) {
      throw new IllegalStateException("a layout has number " + number + " of " + tables.size());
    }
    return number;
  }

  TableSchema table(int layout) {
    return tables.get(layout).table();
  }

  RowImage image(int layout) {
    RowImage image = codec.read(in, null);
    BitSet gone = excluded.get(layout);
    if (gone.isEmpty()) {
      return image;
    }
    Object[] values = new Object[image.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = gone.get(i) ? SpecialValue.NOT_LOGGED : image.get(i);
    }
    return RowImage.owning(values);
  }

  SpillMark place() {
    long bytes = in.getUnsigned();
    return places.apply(new SpillMark(bytes, in.getUnsigned()));
  }

  BitSet columns() {
    BitSet columns = new BitSet();
    for (long n = in.getUnsigned(); n > 0; n--) {
      columns.set((int) in.getUnsigned());
    }
    return columns;
  }
}
