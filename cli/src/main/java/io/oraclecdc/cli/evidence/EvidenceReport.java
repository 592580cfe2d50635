package io.oraclecdc.cli.evidence;

import io.oraclecdc.cli.evidence.Verdict.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The comparison of a database with the simulator, as text. */
final class EvidenceReport {
  private final Catalogue catalogue;
  private final Map<String, String> database;
  private final List<Verdict> verdicts;

  EvidenceReport(Catalogue catalogue, Map<String, String> database, List<Verdict> verdicts) {
    this.catalogue = catalogue;
    this.database = database;
    this.verdicts = verdicts;
  }

  boolean hasDifferences() {
    return verdicts.stream().anyMatch(Verdict::isDifferent);
  }

  /** Entries that differ and switches that are not at their default, a line each. */
  List<String> summary() {
    List<String> lines = new ArrayList<>();
    for (Verdict verdict : verdicts) {
      verdict
          .variants()
          .forEach(
              (name, variant) -> {
                if (variant == Variant.SWITCHED || variant == Variant.NEITHER) {
                  lines.add(name + ": " + words(variant));
                }
              });
      if (verdict.isSkipped()) {
        lines.add(verdict.entry().id() + ": skipped, " + verdict.skipped());
      } else if (verdict.isDifferent()) {
        lines.add(verdict.entry().id() + ": differs from the simulator");
      }
    }
    long same = verdicts.stream().filter(Verdict::isSame).count();
    long skipped = verdicts.stream().filter(Verdict::isSkipped).count();
    lines.add(
        same
            + " of "
            + (verdicts.size() - skipped)
            + " answers are the simulator's"
            + (skipped == 0 ? "" : ", " + skipped + " questions were skipped"));
    return lines;
  }

  private static String words(Variant variant) {
    return switch (variant) {
      case DEFAULT -> "the simulator's default";
      case SWITCHED -> "the other variant";
      case NEITHER -> "neither variant";
      case SKIPPED -> "skipped";
    };
  }

  String text() {
    StringBuilder text =
        new StringBuilder("# Evidence\n\nCatalogue version " + catalogue.version() + "\n\n");
    database.forEach(
        (name, value) -> text.append("- ").append(name).append(": ").append(value).append('\n'));
    text.append("\n## Switches\n\n| switch | the database shows |\n|---|---|\n");
    for (Verdict verdict : verdicts) {
      verdict
          .variants()
          .forEach(
              (name, variant) ->
                  text.append("| ")
                      .append(name)
                      .append(" | ")
                      .append(words(variant))
                      .append(" |\n"));
    }
    catalogue
        .beyond()
        .forEach(
            (name, why) ->
                text.append("| ").append(name).append(" | not asked: ").append(why).append(" |\n"));
    for (Verdict verdict : verdicts) {
      text.append("\n## ").append(verdict.entry().id()).append(": ");
      text.append(verdict.isSkipped() ? "skipped" : verdict.isSame() ? "same" : "different");

      text.append("\n\n").append(verdict.entry().question()).append("\n\nAssumed: ");
      text.append(verdict.entry().fact()).append('\n');
      if (verdict.isSkipped()) {
        text.append("\nSkipped: ").append(verdict.skipped()).append('\n');
        continue;
      }
      block(text, "Database", verdict.answer());
      if (!verdict.isSame()) {
        block(text, "Simulator", verdict.simulated());
      }
    }
    return text.toString();
  }

  private static void block(StringBuilder text, String title, List<String> lines) {
    text.append('\n').append(title).append(":\n\n```text\n");
    lines.forEach(line -> text.append(line).append('\n'));
    text.append("```\n");
  }
}
