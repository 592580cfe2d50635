package io.oraclecdc.cli.evidence;

import io.oraclecdc.cli.evidence.EvidenceEntry.Kind;
import io.oraclecdc.cli.evidence.EvidenceEntry.Look;
import io.oraclecdc.cli.evidence.EvidenceEntry.Need;
import io.oraclecdc.cli.evidence.EvidenceEntry.Step;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The questions, those that rest on unverified facts first.
 *
 * @param version of the catalogue; results of one version can be compared
 * @param entries in the order in which they run
 * @param beyond switches that no script can ask about, and why
 */
record Catalogue(int version, List<EvidenceEntry> entries, Map<String, String> beyond) {
  /** Every object of the kit begins so. */
  static final String PREFIX = "CDC_EV_";

  private static final Pattern STEP = Pattern.compile("(\\w+): (!?)(.*?)(?: <- (\\w+ \\d+))?");

  /** The one that comes with this release. */
  static Catalogue shipped() {
    try (InputStream in = Catalogue.class.getResourceAsStream("catalogue.txt")) {
      if (in == null) {
        throw new IllegalStateException("the catalogue is missing in the jar");
      }
      return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Catalogue parse(String text) {
    int version = 0;
    List<EvidenceEntry> entries = new ArrayList<>();
    Map<String, String> beyond = new LinkedHashMap<>();
    Draft draft = null;
    int number = 0;
    for (String line : text.split("\r?\n", -1)) {
      number++;
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      String word = line.split(" ", 2)[0];
      String rest = line.substring(word.length()).strip();
      if (word.equals("version")) {
        version = Integer.parseInt(rest);
      } else if (word.equals("beyond")) {
        String[] parts = rest.split(": ", 2);
        beyond.put(parts[0], parts[1]);
      } else if (word.equals("entry")) {
        if (draft != null) {
          entries.add(draft.entry());
        }
        draft = new Draft(rest);
      } else if (draft == null) {
        throw new EvidenceException("catalogue line " + number + ": an entry line comes first");
      } else {
        draft.line(number, word, rest);
      }
    }
    if (draft != null) {
      entries.add(draft.entry());
    }
    if (version < 1) {
      throw new EvidenceException("the catalogue has no version line");
    }
    List<EvidenceEntry> ordered = new ArrayList<>(entries);
    ordered.sort((a, b) -> Boolean.compare(b.isUnverified(), a.isUnverified()));
    return new Catalogue(version, List.copyOf(ordered), beyond);
  }

  /** The entries of these ids, all of them if there are none. */
  List<EvidenceEntry> only(List<String> ids) {
    if (ids.isEmpty()) {
      return entries;
    }
    List<EvidenceEntry> found = new ArrayList<>();
    for (String id : ids) {
      found.add(
          entries.stream()
              .filter(e -> e.id().equals(id))
              .findFirst()
              .orElseThrow(
                  () ->
                      new EvidenceException(
                          "no entry '"
                              + id
                              + "', there are "
                              + entries.stream().map(EvidenceEntry::id).toList())));
    }
    return found;
  }

  private static final class Draft {
    private final String id;
    private String question = "";
    private String fact = "";
    private int changed = 1;
    private final List<Need> needs = new ArrayList<>();
    private final List<String> switches = new ArrayList<>();
    private final List<String> setup = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();
    private List<String> mine = List.of();
    private Look look = new Look(false, false, false, Set.of(), List.of("op"));

    Draft(String id) {
      this.id = id;
    }

    void line(int number, String word, String rest) {
      switch (word) {
        case "question" -> question = rest;
        case "fact" -> fact = rest;
        case "changed" -> changed = Integer.parseInt(rest);
        case "needs" -> needs.add(Need.valueOf(rest.toUpperCase(Locale.ROOT).replace('-', '_')));
        case "switch" -> switches.add(rest);
        case "setup" -> setup.add(ScriptRules.checked(number, rest));
        case "run" -> {
          Matcher step = STEP.matcher(rest);
          if (!step.matches()) {
            throw new EvidenceException("catalogue line " + number + ": run SESSION: SQL");
          }
          steps.add(
              new Step(
                  Kind.RUN,
                  step.group(1),
                  ScriptRules.checked(number, step.group(3)),
                  step.group(4) == null ? "" : step.group(4),
                  !step.group(2).isEmpty()));
        }
        case "mark" -> steps.add(Step.of(Kind.MARK));
        case "log-switch" -> steps.add(Step.of(Kind.LOG_SWITCH));
        case "build" -> steps.add(Step.of(Kind.BUILD));
        case "mine" -> mine = rest.contains("=") ? List.of(rest) : List.of(rest.split(" ", -1));
        case "look" -> look = look(rest);
        default ->
            throw new EvidenceException("catalogue line " + number + ": unknown word " + word);
      }
    }

    private static Look look(String text) {
      String[] parts = text.split(":", 2);
      Set<String> operations =
          new LinkedHashSet<>(Arrays.asList(parts[0].strip().toUpperCase(Locale.ROOT).split(" ")));
      List<String> fields = new ArrayList<>(Arrays.asList(parts[1].strip().split(" ")));
      boolean all = operations.remove("ALL");
      boolean undo = operations.remove("UNDO");
      operations.remove("ANY");
      boolean distinct = fields.remove("DISTINCT");
      return new Look(all, undo, distinct, operations, List.copyOf(fields));
    }

    EvidenceEntry entry() {
      return new EvidenceEntry(
          id,
          question,
          fact,
          changed,
          List.copyOf(needs),
          List.copyOf(switches),
          List.copyOf(setup),
          List.copyOf(steps),
          mine,
          look);
    }
  }
}
