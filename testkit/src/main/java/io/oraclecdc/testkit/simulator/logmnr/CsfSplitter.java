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
    List<@Nullable String> redoPieces = pieces(redo);
    List<@Nullable String> undoPieces = pieces(undo);
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

  private static List<@Nullable String> pieces(@Nullable String text) {
    List<@Nullable String> pieces = new ArrayList<>();
    if (text == null) {
      return pieces;
    }
    int from = 0;
    do {
      int to = Math.min(text.length(), from + LIMIT);
      if (to < text.length() && Character.isHighSurrogate(text.charAt(to - 1))) {
        to--; // a character is never cut in two
      }
      pieces.add(text.substring(from, to));
      from = to;
    } while (from < text.length());
    return pieces;
  }

  /** One row: its part of both texts and CSF. */
  public record Piece(@Nullable String redo, @Nullable String undo, boolean continues) {}
}
