package io.oraclecdc.lob;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The content of a LOB while its pieces are put together. Units are characters of text, an astral
 * one counted once, or bytes. Not thread-safe.
 *
 * <p>Pieces are kept as they are and joined once, when the content is asked for; a write over what
 * is there cuts the pieces at its borders and nothing else. Of what lies beyond the limit only the
 * length is kept. Blanks and zero bytes that nobody wrote are kept as their number: a far offset
 * costs nothing before the content is asked for.
 *
 * @param <P> class of a piece: {@code String} or {@code byte[]}
 */
abstract class PieceList<P> {
  private static final int FILLER_UNITS = 8192;

  private final long limit;
  private final List<Piece<P>> pieces = new ArrayList<>();
  private long kept;
  private long length;

  /**
   * Nothing.
   *
   * @param limit most units to keep
   */
  PieceList(long limit) {
    this.limit = limit;
  }

  abstract long unitsOf(P piece);

  abstract P part(P piece, long from, long to);

  abstract P join(List<P> all);

  /** A short run of blanks or zero bytes. */
  abstract P filler(int units);

  /** Number of units, kept or not. */
  final long length() {
    return length;
  }

  /** Whether all of it is kept. */
  final boolean isWhole() {
    return kept == length;
  }

  /** Whether a part that was never written lies between those that were. */
  final boolean hasGap() {
    for (Piece<P> piece : pieces) {
      if (piece.gap()) {
        return true;
      }
    }
    return false;
  }

  final void clear() {
    pieces.clear();
    kept = 0;
    length = 0;
  }

  /** Gives up what is kept, and a piece that follows; the length stays. */
  final void drop() {
    pieces.clear();
    kept = 0;
    length++;
  }

  /** Writes over what is there from {@code offset}, which begins at 0; a gap is filled. */
  final void write(P piece, long offset) {
    long units = unitsOf(piece);
    if (units == 0) {
      return;
    }
    if (offset > length) {
      fill(offset - length);
    }
    if (offset == length) {
      append(piece, units);
      return;
    }
    long newLength = Math.max(length, offset + units);
    if (offset < kept) {
      overwrite(Piece.of(piece, units), offset);
    }
    length = newLength;
  }

  private void overwrite(Piece<P> piece, long offset) {
    long end = offset + piece.units();
    int from = cut(offset);
    if (end < kept) {
      int to = cut(end);
      List<Piece<P>> covered = pieces.subList(from, to);
      covered.clear();
      pieces.add(from, piece);
      return;
    }
    pieces.subList(from, pieces.size()).clear();
    kept = offset;
    // What lies beyond the limit is not kept, here as anywhere.
    add(piece, Math.min(piece.units(), limit - kept));
  }

  /** Makes a border between pieces; the index of the piece behind it. */
  private int cut(long offset) {
    long begin = 0;
    for (int i = 0; i < pieces.size(); i++) {
      Piece<P> one = pieces.get(i);
      if (offset == begin) {
        return i;
      }
      if (offset < begin + one.units()) {
        long left = offset - begin;
        pieces.set(i, partOf(one, 0, left));
        pieces.add(i + 1, partOf(one, left, one.units()));
        return i + 1;
      }
      begin += one.units();
    }
    return pieces.size();
  }

  private Piece<P> partOf(Piece<P> piece, long from, long to) {
    P data = piece.data();
    if (data == null || to - from == piece.units()) {
      return new Piece<>(data, to - from, piece.gap());
    }
    return new Piece<>(part(data, from, to), to - from, piece.gap());
  }

  private void add(Piece<P> piece, long keep) {
    if (keep > 0) {
      pieces.add(partOf(piece, 0, keep));
      kept += keep;
    }
  }

  private void fill(long gap) {
    if (isWhole()) {
      add(new Piece<>(null, gap, true), Math.min(gap, limit - kept));
    }
    length += gap;
  }

  private void append(P piece, long units) {
    if (isWhole()) {
      add(Piece.of(piece, units), Math.min(units, limit - kept));
    }
    length += units;
  }

  /** Cuts it; does nothing when it is shorter. */
  final void trim(long newLength) {
    if (newLength >= length) {
      return;
    }
    if (newLength < kept) {
      pieces.subList(cut(newLength), pieces.size()).clear();
      kept = newLength;
    }
    length = newLength;
  }

  /** Puts filler over a part; the length stays. */
  final void erase(long amount, long offset) {
    long end = Math.min(length, offset + amount);
    if (offset < end && offset < kept) {
      overwrite(new Piece<>(null, Math.min(end, kept) - offset, false), offset);
    }
  }

  /** What is kept, as one piece. */
  final P content() {
    P only = pieces.size() == 1 ? pieces.get(0).data() : null;
    if (only != null) {
      return only;
    }
    List<P> all = new ArrayList<>(pieces.size());
    for (Piece<P> piece : pieces) {
      P data = piece.data();
      if (data == null) {
        addFiller(all, piece.units());
      } else {
        all.add(data);
      }
    }
    P joined = join(all);
    boolean gap = hasGap();
    pieces.clear();
    pieces.add(new Piece<>(joined, kept, gap));
    return joined;
  }

  private void addFiller(List<P> all, long units) {
    P run = filler((int) Math.min(units, FILLER_UNITS));
    for (long left = units; left > 0; left -= FILLER_UNITS) {
      all.add(left >= FILLER_UNITS ? run : part(run, 0, left));
    }
  }

  /**
   * A piece.
   *
   * @param data its content, null for blanks or zero bytes
   * @param units how long it is
   * @param gap whether nobody wrote it
   */
  private record Piece<P>(@Nullable P data, long units, boolean gap) {
    static <P> Piece<P> of(P data, long units) {
      return new Piece<>(data, units, false);
    }
  }

  /** Text. */
  static final class Text extends PieceList<String> {
    Text(long limit) {
      super(limit);
    }

    @Override
    long unitsOf(String piece) {
      return piece.codePointCount(0, piece.length());
    }

    @Override
    String part(String piece, long from, long to) {
      int begin = piece.offsetByCodePoints(0, (int) from);
      return piece.substring(begin, piece.offsetByCodePoints(begin, (int) (to - from)));
    }

    @Override
    String join(List<String> all) {
      // Joins without a copy in between, unlike a builder.
      return String.join("", all);
    }

    @Override
    String filler(int units) {
      return " ".repeat(units);
    }

    static long utf8Bytes(String text, long enough) {
      if (text.length() * 3L <= enough) {
        return text.length();
      }
      long bytes = 0;
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
      }
      return bytes;
    }
  }

  /** Bytes. */
  static final class Bytes extends PieceList<byte[]> {
    Bytes(long limit) {
      super(limit);
    }

    @Override
    long unitsOf(byte[] piece) {
      return piece.length;
    }

    @Override
    byte[] part(byte[] piece, long from, long to) {
      return Arrays.copyOfRange(piece, (int) from, (int) to);
    }

    @Override
    byte[] join(List<byte[]> all) {
      int total = 0;
      for (byte[] piece : all) {
        total = Math.addExact(total, piece.length);
      }
      byte[] joined = new byte[total];
      int at = 0;
      for (byte[] piece : all) {
        System.arraycopy(piece, 0, joined, at, piece.length);
        at += piece.length;
      }
      return joined;
    }

    @Override
    byte[] filler(int units) {
      return new byte[units];
    }
  }
}
