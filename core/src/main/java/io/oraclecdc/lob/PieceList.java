package io.oraclecdc.lob;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The content of a LOB while its pieces are put together. Units are characters of text, an astral
 * one counted once, or bytes. Not thread-safe.
 *
 * <p>Pieces are kept as they are and joined once, when the content is asked for; a write over what
 * is there cuts the pieces at its borders and nothing else. Of what lies beyond the limit only the
 * length is kept.
 *
 * @param <P> class of a piece: {@code String} or {@code byte[]}
 */
abstract class PieceList<P> {
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

  abstract P filler(long units);

  /** Number of units, kept or not. */
  final long length() {
    return length;
  }

  /** Whether all of it is kept. */
  final boolean isWhole() {
    return kept == length;
  }

  final void clear() {
    pieces.clear();
    kept = 0;
    length = 0;
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
      overwrite(piece, offset, units);
    }
    length = newLength;
  }

  private void overwrite(P piece, long offset, long units) {
    long end = offset + units;
    int from = cut(offset);
    if (end < kept) {
      int to = cut(end);
      List<Piece<P>> covered = pieces.subList(from, to);
      covered.clear();
      pieces.add(from, new Piece<>(piece, units));
      return;
    }
    pieces.subList(from, pieces.size()).clear();
    kept = offset;
    // What lies beyond the limit is not kept, here as anywhere.
    long keep = Math.min(units, limit - kept);
    if (keep > 0) {
      add(keep == units ? piece : part(piece, 0, keep), keep);
    }
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
        pieces.set(i, new Piece<>(part(one.data(), 0, left), left));
        long right = one.units() - left;
        pieces.add(i + 1, new Piece<>(part(one.data(), left, one.units()), right));
        return i + 1;
      }
      begin += one.units();
    }
    return pieces.size();
  }

  private void add(P piece, long units) {
    pieces.add(new Piece<>(piece, units));
    kept += units;
  }

  private void fill(long gap) {
    long keep = isWhole() ? Math.max(0, Math.min(gap, limit - kept)) : 0;
    if (keep > 0) {
      add(filler(keep), keep);
    }
    length += gap;
  }

  private void append(P piece, long units) {
    if (isWhole() && kept < limit) {
      long keep = Math.min(units, limit - kept);
      add(keep == units ? piece : part(piece, 0, keep), keep);
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
      write(filler(Math.min(end, kept) - offset), offset);
    }
  }

  /** What is kept, as one piece. */
  final P content() {
    if (pieces.size() != 1) {
      List<P> all = new ArrayList<>(pieces.size());
      for (Piece<P> piece : pieces) {
        all.add(piece.data());
      }
      P joined = join(all);
      pieces.clear();
      pieces.add(new Piece<>(joined, kept));
    }
    return pieces.get(0).data();
  }

  /**
   * A piece.
   *
   * @param data its content
   * @param units how long it is
   */
  private record Piece<P>(P data, long units) {}

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
    String filler(long units) {
      return " ".repeat((int) units);
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
    byte[] filler(long units) {
      return new byte[(int) units];
    }
  }
}
