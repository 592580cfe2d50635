package io.oraclecdc.position;

import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.position.SnapshotProgress.Kind;
import io.oraclecdc.position.SnapshotProgress.Request;
import io.oraclecdc.position.SnapshotProgress.TableRead;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The {@code snapshot.*} fields of a position. A field is a line of words; in a word every char but
 * letters, digits, {@code . _ -} is written as {@code %} and four hexadecimal digits, and no char
 * at all as {@code %}.
 *
 * <pre>
 *  snapshot.v                     1
 *  snapshot.flow                  running | paused, and alone when redo is not read beside it
 *  snapshot.handled               ids of signals
 *  snapshot.known.N               PDB owner table
 *  snapshot.request.R             id kind planned|open begun|new asOf|-
 *  snapshot.request.R.table.T     PDB owner table done|open rows basis predicate|- frontier...
 * </pre>
 */
final class SnapshotProgressCodec {
  private static final String PREFIX = "snapshot.";
  private static final String VERSION = PREFIX + "v";
  private static final String FLOW = PREFIX + "flow";
  private static final String HANDLED = PREFIX + "handled";
  private static final String KNOWN = PREFIX + "known.";
  private static final String REQUEST = PREFIX + "request.";
  private static final String NOTHING = "-";
  private static final int NEWEST = 1;

  private SnapshotProgressCodec() {}

  /** What is wrong with the fields; the caller says where they are from. */
  static final class DamagedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DamagedException(String what, @Nullable Throwable cause) {
      super(what, cause);
    }
  }

  static void encode(SnapshotProgress progress, Map<String, String> fields) {
    fields.put(VERSION, Integer.toString(NEWEST));
    fields.put(
        FLOW, (progress.paused() ? "paused" : "running") + (progress.alone() ? " alone" : ""));
    if (!progress.handled().isEmpty()) {
      fields.put(HANDLED, line(progress.handled().stream()));
    }
    int number = 0;
    for (TableId table : progress.known()) {
      fields.put(KNOWN + number++, line(name(table)));
    }
    for (int i = 0; i < progress.requests().size(); i++) {
      encode(progress.requests().get(i), REQUEST + i, fields);
    }
  }

  private static void encode(Request request, String field, Map<String, String> fields) {
    Scn asOf = request.asOf();
    fields.put(
        field,
        word(request.id())
            + " "
            + request.kind().name().toLowerCase(Locale.ROOT)
            + (request.planned() ? " planned" : " open")
            + (request.begun() ? " begun " : " new ")
            + (asOf == null ? NOTHING : asOf.toString()));
    for (int i = 0; i < request.tables().size(); i++) {
      TableRead read = request.tables().get(i);
      String predicate = read.predicate();
      Stream<String> words =
          Stream.of(
              read.done() ? "done" : "open",
              Long.toString(read.rows()),
              word(read.basis()),
              // A condition is never a hyphen alone.
              predicate == null ? NOTHING : word(predicate));
      fields.put(
          field + ".table." + i,
          Stream.of(
                  name(read.table()).map(SnapshotProgressCodec::word),
                  words,
                  read.frontier().stream().map(SnapshotProgressCodec::word))
              .flatMap(part -> part)
              .collect(Collectors.joining(" ")));
    }
  }

  private static Stream<String> name(TableId table) {
    return Stream.of(table.pdb(), table.owner(), table.name());
  }

  private static String line(Stream<String> texts) {
    return texts.map(SnapshotProgressCodec::word).collect(Collectors.joining(" "));
  }

  /**
   * Takes the fields out of the map.
   *
   * @return null when there are none
   * @throws DamagedException when one is missing or damaged, or when they are of a newer release
   */
  static @Nullable SnapshotProgress decode(Map<String, String> rest) {
    String version = rest.remove(VERSION);
    if (version == null) {
      return null;
    }
    try {
      if (Integer.parseInt(version) > NEWEST) {
        throw new DamagedException(
            "the snapshot part has version "
                + version
                + ", this release reads versions up to "
                + NEWEST,
            null);
      }
      List<String> flow = List.of(take(rest, FLOW).split(" ", -1));
      String handled = rest.remove(HANDLED);
      Set<TableId> known = new HashSet<>();
      for (int i = 0; rest.containsKey(KNOWN + i); i++) {
        known.add(table(words(take(rest, KNOWN + i))));
      }
      List<Request> requests = new ArrayList<>();
      for (int i = 0; rest.containsKey(REQUEST + i); i++) {
        requests.add(request(rest, REQUEST + i));
      }
      return new SnapshotProgress(
          known,
          requests,
          flow.contains("paused"),
          handled == null ? List.of() : words(handled),
          flow.contains("alone"));
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new DamagedException("its snapshot part is damaged", e);
    }
  }

  private static Request request(Map<String, String> rest, String field) {
    List<String> head = words(take(rest, field));
    List<TableRead> tables = new ArrayList<>();
    for (int i = 0; rest.containsKey(field + ".table." + i); i++) {
      List<String> words = words(take(rest, field + ".table." + i));
      tables.add(
          new TableRead(
              table(words),
              words.get(6).equals(NOTHING) ? null : words.get(6),
              words.get(5),
              words.subList(7, words.size()),
              Long.parseLong(words.get(4)),
              words.get(3).equals("done")));
    }
    return new Request(
        head.get(0),
        Kind.valueOf(head.get(1).toUpperCase(Locale.ROOT)),
        head.get(2).equals("planned"),
        head.get(3).equals("begun"),
        head.get(4).equals(NOTHING) ? null : Scn.parse(head.get(4)),
        tables);
  }

  private static TableId table(List<String> words) {
    return new TableId(words.get(0), words.get(1), words.get(2));
  }

  private static String take(Map<String, String> rest, String field) {
    String value = rest.remove(field);
    if (value == null) {
      throw new DamagedException("field " + field + " is missing", null);
    }
    return value;
  }

  private static String word(String text) {
    if (text.isEmpty()) {
      return "%";
    }
    StringBuilder word = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean plain =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || c == '.'
              || c == '_'
              || (c == '-' && text.length() > 1);
      if (plain) {
        word.append(c);
      } else {
        word.append(String.format(Locale.ROOT, "%%%04x", (int) c));
      }
    }
    return word.toString();
  }

  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    for (String word : line.split(" ", -1)) {
      words.add(text(word));
    }
    return words;
  }

  private static String text(String word) {
    if (word.equals("%")) {
      return "";
    }
    StringBuilder text = new StringBuilder(word.length());
    for (int i = 0; i < word.length(); i++) {
      if (word.charAt(i) == '%') {
        text.append((char) Integer.parseInt(word.substring(i + 1, i + 5), 16));
        i += 4;
      } else {
        text.append(word.charAt(i));
      }
    }
    return text.toString();
  }
}
