package io.oraclecdc.lob;

import io.oraclecdc.config.ConfigKeys;
import io.oraclecdc.config.LobMode;
import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.value.CodecContext;

/**
 * How values are completed.
 *
 * @param codecs character sets of the database
 * @param maxBytes {@code cdc.lob.max.bytes}: largest LOB value, text counted in UTF-8
 * @param oversize {@code cdc.lob.oversize.action}
 * @param reselect {@code cdc.lob.mode=reselect}: whether values that the redo does not carry are
 *     asked for
 * @param partialImages {@code cdc.partial.images}
 */
public record AssemblySettings(
    CodecContext codecs,
    long maxBytes,
    Oversize oversize,
    boolean reselect,
    PartialImages partialImages) {

  /** Checks the limit. */
  public AssemblySettings {
    if (maxBytes < 1) {
      throw new IllegalArgumentException(
          "the largest LOB value has at least one byte: " + maxBytes);
    }
  }

  /** The defaults of the properties, AL32UTF8. */
  public static AssemblySettings defaults() {
    return new AssemblySettings(
        CodecContext.standard(), 1 << 20, Oversize.FAIL, false, PartialImages.MARK);
  }

  /** The part of a configuration that concerns values, for a database with these character sets. */
  public static AssemblySettings of(OracleCdcConfig config, CodecContext codecs) {
    return new AssemblySettings(
        codecs,
        config.get(ConfigKeys.LOB_MAX_BYTES),
        switch (config.get(ConfigKeys.LOB_OVERSIZE_ACTION)) {
          case FAIL -> Oversize.FAIL;
          case PLACEHOLDER -> Oversize.PLACEHOLDER;
        },
        config.get(ConfigKeys.LOB_MODE) == LobMode.RESELECT,
        switch (config.get(ConfigKeys.PARTIAL_IMAGES)) {
          case MARK -> PartialImages.MARK;
          case RESELECT -> PartialImages.RESELECT;
          case FAIL -> PartialImages.FAIL;
        });
  }

  /** What to do with a value that is too large. */
  public enum Oversize {
    /** Stop with CDC-3003. */
    FAIL,
    /** The value is unavailable. */
    PLACEHOLDER
  }

  /** What to do with a new row in which columns are not logged. */
  public enum PartialImages {
    /** They stay marked as not logged. */
    MARK,
    /** They are asked for. */
    RESELECT,
    /** Stop with CDC-3001. */
    FAIL
  }
}
