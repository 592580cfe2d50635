package io.oraclecdc.transaction;

import io.oraclecdc.model.RowId;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.FrameBuilder;
import io.oraclecdc.spill.SpillMark;
import io.oraclecdc.value.RowImage;
import java.util.BitSet;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Writes what is known of statements of several rows, for the journal. Layouts are written as their
 * numbers within the transaction.
 */
final class GroupOutput {
  private final FrameBuilder out;
  private final ToIntFunction<TableSchema> layouts;
  private final ImageCodec codec = new ImageCodec();

  /**
   * An output.
   *
   * @param layouts number of a layout within the transaction
   */
  GroupOutput(FrameBuilder out, ToIntFunction<TableSchema> layouts) {
    this.out = out;
    this.layouts = layouts;
  }

  void putNumber(long value) {
    out.putSigned(value);
  }

  void putFlag(boolean value) {
    out.putByte(value ? 1 : 0);
  }

  void putText(@Nullable String value) {
    putFlag(value != null);
    if (value != null) {
      out.putText(value);
    }
  }

  void putRowId(@Nullable RowId value) {
    putText(value == null ? null : value.text());
  }

  void putTable(TableSchema table) {
    out.putUnsigned(layouts.applyAsInt(table));
  }

  void putImage(RowImage image) {
    codec.write(out, image, null);
  }

  void putPlace(SpillMark place) {
    out.putUnsigned(place.bytes());
    out.putUnsigned(place.frames());
  }

  void putColumns(BitSet columns) {
    out.putUnsigned(columns.cardinality());
    columns.stream().forEach(out::putUnsigned);
  }
}
