package io.oraclecdc.testkit.simulator.logmnr;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts SQL_REDO and SQL_UNDO of one change into rows of the view: hard at 4000 characters, both in
 * the same chain. CSF is 1 on all rows but the last.
 */
public final class CsfSplitter {
  /** Most characters of a row. */
  public static final int LIMIT = 4000;

  private CsfSplitter() {}

  /** Rows of a change, at least one. */
  public static List<Piece> split(@Nullable String redo, @Nullable String undo) {
    return split(redo, undo, false);
  }

  /** The same, cut at so many bytes of UTF-8 or characters. */
  static List<Piece> split(@Nullable String redo, @Nullable String undo, boolean bytes) {
    List<@Nullable String> redoPieces = pieces(redo, bytes);
    List<@Nullable String> undoPieces = pieces(undo, bytes);
    int rows = Math.max(1, Math.max(redoPieces.size(), undoPieces.size()));
    List<Piece> result = new ArrayList<>(rows);
    for (int i = 0; i < rows; i++) {
      result.add(new Piece(at(redoPieces, i), at(undoPieces, i), i < rows - 1));
    }
    return result;
  }

  private static @Nullable String at(List<@Nullable String> pieces, int index) {
    return index < pieces.size() ? pieces.get(index) : null;
  }

  private static List<@Nullable String> pieces(@Nullable String text, boolean bytes) {
    List<@Nullable String> pieces = new ArrayList<>();
    if (text == null) {
      return pieces;
    }
    int from = 0;
    do {
      int to = bytes ? endOfBytes(text, from) : Math.min(text.length(), from + LIMIT);
      if (!bytes && to < text.length() && Character.isHighSurrogate(text.charAt(to - 1))) {
        to--; // a character is never cut in two
      }
      pieces.add(text.substring(from, to));
      from = to;
    } while (from < text.length());
    return pieces;
  }

  /** Where so many bytes that begin at {@code from} end, behind a whole character. */
  private static int endOfBytes(String text, int from) {
    int bytes = 0;
    int to = from;
    while (to < text.length()) {
      int character = text.codePointAt(to);
      bytes += character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x1_0000 ? 3 : 4;
      if (bytes > LIMIT) {
        break;
      }
      to += Character.charCount(character);
    }
    return to;
  }

  /** One row: its part of both texts and CSF. */
  public record Piece(@Nullable String redo, @Nullable String undo, boolean continues) {}
}
