package io.oraclecdc.transaction;

import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RowId;
import io.oraclecdc.redo.RedoEvent.ContentUnknown;
import io.oraclecdc.redo.RedoEvent.RowChanged;
import io.oraclecdc.redo.RedoEvent.RowUndone;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.FrameBuilder;
import io.oraclecdc.value.RowImage;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Writes what {@link RowEntry} reads.
 *
 * <pre>
 *  kind | flags | table | scn | thread | sequence | block | offset | ssn | [row id] | [second] | images
 *
 *  images of a change: before, after (values equal to before are not repeated)
 *  a change that could not be decoded has a {@link BadRow} instead
 *  images of an undo:  none, or the one it carries when ROWIDs do not tell rows apart
 * </pre>
 */
final class RowEntryWriter {
  private final ImageCodec codec = new ImageCodec();
  private final FrameBuilder frame = new FrameBuilder();

  /** The entry of a change; valid until the next call. */
  FrameBuilder change(RowChanged event, int table, RedoAddress address, boolean keyMoved) {
    int flags = RowEntry.flags(event.row(), keyMoved, true);
    head(EntryKind.change(event.operation()), flags, event.row(), table, address);
    images(event);
    return frame;
  }

  /** The entry of calls of DBMS_LOB on a row; valid until the next call. */
  FrameBuilder lobCalls(RowChanged event, int table, RedoAddress address) {
    int flags = RowEntry.flags(event.row(), false, true) | RowEntry.lobCallsFlag();
    head(EntryKind.UPDATE, flags, event.row(), table, address);
    images(event);
    return frame;
  }

  private void images(RowChanged event) {
    codec.write(frame, event.before(), null);
    codec.write(frame, event.after(), event.before());
  }

  /** The entry of a change that LogMiner cannot give; valid until the next call. */
  FrameBuilder unknown(ContentUnknown event, int table, RedoAddress address) {
    head(EntryKind.UNKNOWN, RowEntry.flags(event.row(), false, true), event.row(), table, address);
    RowImage nothing = RowImage.nothingLogged(event.table().columns().size());
    codec.write(frame, nothing, null);
    codec.write(frame, nothing, nothing);
    return frame;
  }

  /** The entry of a change that could not be decoded; valid until the next call. */
  FrameBuilder bad(BadRow bad, EntryKind kind, int table, RedoAddress address) {
    head(kind, RowEntry.flags(bad.row(), false, false), bad.row(), table, address);
    bad.write(frame);
    return frame;
  }

  /**
   * The entry of an update of LOBs that does not tell its row; valid until the next call.
   *
   * @param calls whether calls of DBMS_LOB did it
   */
  FrameBuilder rowOnly(
      MinedRow row, TableSchema schema, int table, RedoAddress address, boolean calls) {
    int flags =
        RowEntry.flags(row, false, true)
            | RowEntry.rowOnlyFlag()
            | (calls ? RowEntry.lobCallsFlag() : 0);
    head(EntryKind.UPDATE, flags, row, table, address);
    RowImage nothing = RowImage.nothingLogged(schema.columns().size());
    codec.write(frame, nothing, null);
    codec.write(frame, nothing, nothing);
    return frame;
  }

  /** The entry of an undo row; valid until the next call. */
  FrameBuilder undo(RowUndone event, int table, RedoAddress address, @Nullable RowImage image) {
    int flags =
        RowEntry.flags(event.row(), false, image != null)
            | switch (event.sets()) {
              case STORED -> RowEntry.setsStoredFlag();
              case KEPT_APART -> 0;
              case UNKNOWN -> RowEntry.textlessFlag();
            };
    head(EntryKind.undo(event.operation()), flags, event.row(), table, address);
    if (image != null) {
      codec.write(frame, image, null);
    }
    return frame;
  }

  private void head(EntryKind kind, int flags, MinedRow row, int table, RedoAddress address) {
    frame.clear();
    RowId rowId = row.rowId();
    LocalDateTime time = row.timestamp();
    frame.putByte(kind.code());
    frame.putByte(flags);
    frame.putUnsigned(table);
    frame.putUnsigned(row.scn().value());
    frame.putSigned(row.thread().number());
    frame.putUnsigned(address.sequence());
    frame.putUnsigned(address.block());
    frame.putUnsigned(address.offset());
    frame.putSigned(row.ssn());
    if (rowId != null) {
      frame.putText(rowId.text());
    }
    if (time != null) {
      frame.putSigned(time.toEpochSecond(ZoneOffset.UTC));
    }
  }
}
