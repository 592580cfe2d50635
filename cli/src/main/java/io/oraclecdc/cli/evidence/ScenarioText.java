package io.oraclecdc.cli.evidence;

import io.oraclecdc.testkit.scenario.Scenario;
import io.oraclecdc.testkit.scenario.ScenarioException;
import java.util.Locale;

/** Rows in the notation of scenario files. */
final class ScenarioText {
  private ScenarioText() {}

  static String of(EvidenceEntry entry, EvidenceResult result, String owner) {
    StringBuilder text = new StringBuilder();
    text.append("# ").append(entry.id()).append(": ").append(entry.question()).append('\n');
    text.append("# assumed: ").append(entry.fact()).append('\n');
    if (!result.error().isEmpty()) {
      text.append("# ended with: ").append(result.error()).append('\n');
    }
    for (String sql : entry.setup()) {
      text.append(isTable(sql, owner) ? tableLine(sql, owner) : "# setup " + sql).append('\n');
    }
    for (EvidenceEntry.Step step : entry.steps()) {
      text.append(
              step.kind() == EvidenceEntry.Kind.RUN
                  ? "# run " + step.session() + ": " + step.sql()
                  : "# " + step.kind().name().toLowerCase(Locale.ROOT))
          .append('\n');
    }
    if (!entry.mine().isEmpty()) {
      text.append("# mine ").append(String.join(" ", entry.mine())).append('\n');
    }
    text.append("set cdc.lob.mode=capture\nset cdc.key.missing=rowid\n");
    result.rows().forEach(row -> text.append(row(row)).append('\n'));
    return text.toString();
  }

  private static String tableLine(String sql, String owner) {
    return "table "
        + sql.replaceFirst("CREATE TABLE ", "CREATE TABLE \"" + owner + "\".")
            .replaceFirst("\\) ORGANIZATION INDEX$", ") ORGANIZATION INDEX");
  }

  /** A table that the notation cannot describe becomes a comment. */
  private static boolean isTable(String sql, String owner) {
    if (!sql.startsWith("CREATE TABLE ")) {
      return false;
    }
    try {
      Scenario.parseFile(tableLine(sql, owner) + "\nset cdc.key.missing=rowid\n");
      return true;
    } catch (ScenarioException e) {
      return false;
    }
  }

  private static String row(EvidenceRow row) {
    StringBuilder text = new StringBuilder("rowe scn=").append(row.scn());
    text.append(" xid=").append(row.xid().toLowerCase(Locale.ROOT));
    text.append(' ').append(row.code());
    append(text, "rb", row.undo() ? "1" : null);
    append(text, "status", row.status() == 0 ? null : Integer.toString(row.status()));
    append(text, "info", row.info() == null ? null : '"' + row.info().replace("\"", "'") + '"');
    append(text, "rowid", row.rowId());
    append(text, "rs", row.rsId().strip());
    append(text, "ssn", Long.toString(row.ssn()));
    append(text, "csf", row.csf() == 1 ? "1" : null);
    append(text, "thread", Long.toString(row.thread()));
    append(text, "con", row.container() == 0 ? null : Long.toString(row.container()));
    append(text, "seq", Long.toString(row.sequence()));
    if (row.owner() != null && row.table() != null && !row.table().contains(" ")) {
      append(text, "table", row.owner() + "." + row.table());
    }
    text.append(" |");
    if (row.redo() != null) {
      text.append(' ').append(escaped(row.redo()));
    }
    return text.toString();
  }

  private static void append(
      StringBuilder text, String name, @org.jspecify.annotations.Nullable String value) {
    if (value != null) {
      text.append(' ').append(name).append('=').append(value);
    }
  }

  private static String escaped(String sql) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < sql.length(); i++) {
      char c = sql.charAt(i);
      switch (c) {
        case '\n' -> text.append("\\n");
        case '\r' -> text.append("\\r");
        case '\t' -> text.append("\\t");
        case '\\' -> text.append("\\\\");
        default -> {
          if (c < ' ') {
            text.append("\\u%04x".formatted((int) c));
          } else {
            text.append(c);
          }
        }
      }
    }
    return text.toString();
  }
}
