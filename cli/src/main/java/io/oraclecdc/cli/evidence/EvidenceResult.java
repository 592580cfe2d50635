package io.oraclecdc.cli.evidence;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an entry gave on a database.
 *
 * @param rows of the entry's own transactions
 * @param others rows of all transactions in the range, only for entries that look at them
 * @param error how setup or reading ended, empty if all went well
 * @param skipped why the database could not be asked, empty if it was
 */
record EvidenceResult(
    List<EvidenceRow> rows, List<EvidenceRow> others, String error, String skipped) {
  private static final int LONGEST_SHAPE = 40;

  static EvidenceResult skipped(String reason) {
    return new EvidenceResult(List.of(), List.of(), "", reason);
  }

  /** The same with a line more. */
  EvidenceResult with(String note) {
    return note.isEmpty()
        ? this
        : new EvidenceResult(rows, others, (error.isEmpty() ? "" : error + " ") + note, skipped);
  }

  boolean isSkipped() {
    return !skipped.isEmpty();
  }

  /** The answer as text that does not depend on addresses, ids or the owner's name. */
  List<String> answer(EvidenceEntry entry, String owner) {
    List<String> lines = new ArrayList<>();
    Names names = new Names(owner);
    for (EvidenceRow row : entry.look().all() ? others : rows) {
      names.see(row);
      boolean wanted =
          (entry.look().operations().isEmpty()
                  || entry.look().operations().contains(row.operation().replace(' ', '_')))
              && (!entry.look().undoOnly() || row.undo());
      if (wanted) {
        lines.add(
            String.join(
                " ",
                entry.look().fields().stream()
                    .map(f -> f + "=" + names.value(row, f, rows))
                    .toList()));
      }
    }
    List<String> shown =
        entry.look().distinct()
            ? new ArrayList<>(new LinkedHashSet<>(lines.stream().sorted().toList()))
            : lines;
    if (!error.isEmpty()) {
      shown.add(error);
    }
    return shown;
  }

  /** Short names in the order in which things are seen. */
  private static final class Names {
    private final String owner;
    private final Map<String, String> addresses = new TreeMap<>();
    private final Map<String, String> rowIds = new TreeMap<>();

    Names(String owner) {
      this.owner = owner;
    }

    void see(EvidenceRow row) {
      if (!isZero(row.rsId())) {
        addresses.computeIfAbsent(row.rsId(), k -> "@" + (addresses.size() + 1));
      }
      if (row.rowId() != null && !row.rowId().matches("A{18}")) {
        rowIds.computeIfAbsent(row.rowId(), k -> "R" + (rowIds.size() + 1));
      }
    }

    private static boolean isZero(String rsId) {
      return rsId.strip().matches("0x[0.]+");
    }

    String value(EvidenceRow row, String field, List<EvidenceRow> rows) {
      return switch (field) {
        case "op" -> row.operation();
        case "rb" -> row.undo() ? "1" : "0";
        case "rs" -> isZero(row.rsId()) ? "zero" : addresses.getOrDefault(row.rsId(), "?");
        case "ssn" -> Long.toString(row.ssn());
        case "csf" -> Integer.toString(row.csf());
        case "status" -> Integer.toString(row.status());
        case "seq" -> Long.toString(row.sequence());
        case "thread" -> row.thread() == 0 ? "0" : "some";
        case "info" -> String.valueOf(row.info());
        case "table" -> String.valueOf(row.table());
        case "scn" ->
            "#"
                + rows.stream()
                    .filter(r -> row.operation().equals(r.operation()))
                    .map(EvidenceRow::scn)
                    .distinct()
                    .filter(s -> s <= row.scn())
                    .count();
        case "xidkind" -> row.hasZeroXid() ? "zero" : row.hasPartialXid() ? "partial" : "whole";
        case "rowid" ->
            row.rowId() == null ? "null" : rowIds.getOrDefault(row.rowId(), "placeholder");
        case "rowidkind" -> kind(row.rowId());
        case "code" -> Integer.toString(row.code());
        case "user" -> known(row.user(), owner);
        case "os" -> known(row.osUser(), "");
        case "src" -> row.source() == null ? "empty" : "filled";
        case "xidorder" -> row.xidOrder();
        case "segment" ->
            String.valueOf(row.segment()).replaceAll("(SYS_[A-Z_]+?)_?P?\\d+", "$1_n");
        case "shape" -> row.redo() == null ? "null" : '[' + shape(neutral(row.redo())) + ']';
        case "sql" -> row.redo() == null ? "null" : '[' + neutral(row.redo()) + ']';
        default -> throw new EvidenceException("no field " + field);
      };
    }

    private static String kind(@org.jspecify.annotations.Nullable String rowId) {
      if (rowId == null) {
        return "null";
      }
      return rowId.matches("A{18}")
          ? "placeholder"
          : rowId.endsWith("AAAAAAAAAAAA") ? "object" : "physical";
    }

    private static String known(@org.jspecify.annotations.Nullable String user, String own) {
      if (user == null) {
        return "null";
      }
      return user.equals("UNKNOWN") ? "UNKNOWN" : user.equals(own) ? "own" : "some";
    }

    /** A text whose long literals are only counted. */
    private static String shape(String text) {
      StringBuilder shape = new StringBuilder();
      int run = 0;
      char last = 0;
      for (int i = 0; i <= text.length(); i++) {
        char c = i < text.length() ? text.charAt(i) : 0;
        if (i > 0 && c == last && i < text.length()) {
          run++;
          continue;
        }
        if (run + 1 > LONGEST_SHAPE) {
          shape.append('{').append(last).append(" x ").append(run + 1).append('}');
        } else if (i > 0) {
          shape.append(String.valueOf(last).repeat(run + 1));
        }
        run = 0;
        last = c;
      }
      return shape.toString();
    }

    private String neutral(String text) {
      String neutral = text.replace("\"" + owner + "\".", "\"OWNER\".");
      for (Map.Entry<String, String> rowId : rowIds.entrySet()) {
        neutral = neutral.replace(rowId.getKey(), rowId.getValue());
      }
      return neutral.replace("\n", "\\n").replace("\r", "\\r").toString();
    }
  }
}
