package io.oraclecdc.pipeline;

import io.oraclecdc.config.ConfigKeys;
import io.oraclecdc.config.DecodeErrorAction;
import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.format.DebeziumFormat;
import io.oraclecdc.format.FieldFits;
import io.oraclecdc.format.FormatSettings;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.redo.RedoEvent;
import io.oraclecdc.redo.RowDecoder;
import org.jspecify.annotations.Nullable;

/**
 * Refuses rows with a value that its field cannot hold. Records are made by the consumer, where it
 * is too late to leave a row out; with {@code cdc.on.decode.error=fail} that does not matter, and
 * rows that are rolled back may hold anything. Used by the capture thread only.
 */
public final class FittingDecoder implements RowDecoder {
  private final RowDecoder decoder;
  private final FieldFits fits;

  /** The row of the last event, when that was refused here. */
  private @Nullable MinedRow joined;

  private FittingDecoder(RowDecoder decoder, FieldFits fits) {
    this.decoder = decoder;
    this.fits = fits;
  }

  /** The decoder itself when a row that cannot be published stops capture. */
  public static RowDecoder of(OracleCdcConfig config, RowDecoder decoder) {
    return config.get(ConfigKeys.ON_DECODE_ERROR) == DecodeErrorAction.FAIL
        ? decoder
        : new FittingDecoder(decoder, new DebeziumFormat(FormatSettings.of(config)).fits());
  }

  @Override
  public @Nullable RedoEvent decode(MinedRow row) {
    joined = null;
    RedoEvent event = decoder.decode(row);
    if (event instanceof RedoEvent.RowChanged changed) {
      String misfit = fits.misfit(changed.table(), changed.before());
      if (misfit == null) {
        misfit = fits.misfit(changed.table(), changed.after());
      }
      if (misfit != null) {
        joined = changed.row();
        throw new DecodeException(misfit + " (" + changed.row().place() + ")", null);
      }
    }
    return event;
  }

  @Override
  public MinedRow whole(MinedRow last) {
    MinedRow row = joined;
    return row == null ? decoder.whole(last) : row;
  }

  @Override
  public boolean isInsideStatement() {
    return decoder.isInsideStatement();
  }

  @Override
  public void reset() {
    decoder.reset();
  }
}
