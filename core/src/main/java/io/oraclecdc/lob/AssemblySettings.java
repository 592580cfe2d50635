package io.oraclecdc.lob;

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
