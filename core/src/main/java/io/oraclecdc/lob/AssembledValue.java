package io.oraclecdc.lob;

import io.oraclecdc.schema.OracleType;
import io.oraclecdc.value.ChunkDecoder;
import io.oraclecdc.value.LiteralException;
import io.oraclecdc.value.SpecialValue;
import io.oraclecdc.value.ValueCodecs;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/*
 * When is a value known?
 *
 * A statement replaces the whole value: what it writes is the value. A part between its writes that
 * it never wrote is blank (or zero) only when the column is known to have been empty, else a row is
 * missing and so is the value. So it is with a cut beyond the end, which cannot make a value longer.
 *
 * A call of DBMS_LOB changes what
 * was there. If that is known (the column was empty, or an earlier change of the transaction gave it
 * a value) the result is too. If not, the beginning that was written without a gap is known, and the
 * value as a whole as soon as a trim cuts it inside that beginning.
 */
/** The value of one column while its parts arrive. Not thread-safe. */
final class AssembledValue {
  private final OracleType type;
  private final ValueCodecs codecs;
  private final boolean binary;
  private final PieceList.Text text;
  private final PieceList.Bytes bytes;
  private final @Nullable Object base;
  private @Nullable ChunkDecoder undecoded;
  private boolean known;
  private boolean lost;
  private boolean noRoom;
  private @Nullable Object whole;
  private long covered;
  private boolean gapsAreBlank;

  /**
   * A value before its first part.
   *
   * @param base the value it had, null when that is not known
   * @param limit most characters or bytes to keep
   */
  AssembledValue(OracleType type, ValueCodecs codecs, @Nullable Object base, long limit) {
    this.type = type;
    this.codecs = codecs;
    this.binary = ValueCodecs.isBinary(type);
    this.text = new PieceList.Text(limit);
    this.bytes = new PieceList.Bytes(limit);
    this.base = base;
  }

  void replaced() {
    clear();
    known = true;
    lost = false;
    gapsAreBlank = isEmpty(base);
  }

  private static boolean isEmpty(@Nullable Object value) {
    return value instanceof String text
        ? text.isEmpty()
        : value instanceof byte[] data && data.length == 0;
  }

  void kept() {
    clear();
    lost = false;
    known = base instanceof String || base instanceof byte[];
    gapsAreBlank = known;
    if (base instanceof String string) {
      text.write(string, 0);
    } else if (base instanceof byte[] data) {
      bytes.write(data, 0);
    }
  }

  private void clear() {
    text.clear();
    bytes.clear();
    undecoded = null;
    whole = null;
    noRoom = false;
    covered = 0;
  }

  private PieceList<?> content() {
    return binary ? bytes : text;
  }

  /** A write at {@code offset}, which begins at 1. */
  void written(Object data, long amount, long offset) {
    long from = offset - 1;
    if (!known) {
      if (from > covered) {
        // The gap keeps what was there, which is not known.
        return;
      }
      covered = Math.max(covered, from + amount);
    }
    whole = null;
    if (binary) {
      byte[] raw = binary(data);
      if (raw.length != amount) {
        throw new LiteralException(0, "the bytes are not as many as the call writes");
      }
      bytes.write(raw, from);
    } else {
      text.write(data instanceof byte[] raw ? characters(raw, amount) : (String) data, from);
    }
  }

  private static byte[] binary(Object data) {
    if (data instanceof byte[] raw) {
      return raw;
    }
    throw new LiteralException(0, "a text was written to a column of bytes");
  }

  /** Bytes as so many characters: of the character set, or as data blocks hold them. */
  private String characters(byte[] raw, long amount) {
    String decoded = null;
    try {
      decoded = codecs.text(type, raw);
    } catch (LiteralException e) {
      if (raw.length != amount * 2) {
        throw e;
      }
    }
    if (decoded != null && decoded.codePointCount(0, decoded.length()) == amount) {
      return decoded;
    }
    try {
      String wide = StandardCharsets.UTF_16BE.newDecoder().decode(ByteBuffer.wrap(raw)).toString();
      if (wide.codePointCount(0, wide.length()) == amount) {
        return wide;
      }
    } catch (CharacterCodingException e) {
      // not in that form either, which is told below
    }
    throw new LiteralException(0, "the bytes are not as many characters as the call writes");
  }

  void trimmed(long length) {
    whole = null;
    if (!known && length <= covered) {
      known = true;
    }
    if (length == 0) {
      gapsAreBlank = true;
    }
    if (known) {
      lost |= length > content().length();
      content().trim(length);
    } else {
      covered = Math.min(covered, length);
    }
  }

  void erased(long amount, long offset) {
    whole = null;
    content().erase(amount, offset - 1);
  }

  void appended(Object piece) {
    whole = null;
    if (binary) {
      bytes.write(binary(piece), bytes.length());
    } else if (piece instanceof byte[] raw) {
      // A character may be cut in two, so the decoder keeps the rest of a piece.
      ChunkDecoder decoder = undecoded;
      if (decoder == null) {
        decoder = codecs.chunkDecoder(type);
        undecoded = decoder;
      }
      text.write(decoder.next(raw), text.length());
    } else {
      decodeRest();
      text.write((String) piece, text.length());
    }
  }

  /** The heap has no room for what is kept and the part that follows. */
  void abandoned() {
    noRoom = true;
    undecoded = null;
    content().drop();
  }

  private void decodeRest() {
    ChunkDecoder rest = undecoded;
    if (rest != null) {
      undecoded = null;
      rest.finish();
    }
  }

  void assigned(Object value) {
    clear();
    known = true;
    lost = value == SpecialValue.UNAVAILABLE;
    whole = value;
    if (value instanceof String string) {
      text.write(string, 0);
    } else if (value instanceof byte[] data && binary) {
      bytes.write(data, 0);
    }
  }

  /** Whether it is longer than what was kept. */
  boolean isCut() {
    return noRoom || isLonger();
  }

  private boolean isLonger() {
    return known && !lost && whole == null && !content().isWhole();
  }

  /** Number of characters or bytes. */
  long length() {
    return content().length();
  }

  /**
   * The value, or a {@link SpecialValue}; unavailable also when not all of it was kept.
   *
   * @param ofNewRow whether the row was inserted, so that the value was empty
   */
  Object result(boolean ofNewRow) {
    if (lost || noRoom) {
      return SpecialValue.UNAVAILABLE;
    }
    Object assigned = whole;
    if (assigned != null) {
      return assigned;
    }
    decodeRest();
    boolean filled = gapsAreBlank || ofNewRow || !content().hasGap();
    if (!known || !filled || !content().isWhole()) {
      return SpecialValue.UNAVAILABLE;
    }
    boolean emptyIsNull = !type.kind().isLob();
    if (emptyIsNull && content().length() == 0) {
      return SpecialValue.SQL_NULL;
    }
    return binary ? bytes.content() : text.content();
  }
}
