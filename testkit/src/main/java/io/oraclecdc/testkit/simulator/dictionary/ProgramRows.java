package io.oraclecdc.testkit.simulator.dictionary;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes rows of the catalog views about triggers and stored programs. */
final class ProgramRows {
  private static final List<String> EVENTS = List.of("INSERT", "UPDATE", "DELETE");

  private final CatalogParts parts;
  private final SimDictionary dictionary;

  ProgramRows(CatalogParts parts, SimDictionary dictionary) {
    this.parts = parts;
    this.dictionary = dictionary;
  }

  void add(String family) {
    List<TriggerEntry> triggers = new ArrayList<>(dictionary.triggers().values());
    triggers.sort(Comparator.comparingLong(TriggerEntry::number));
    List<ProgramSource> sources = new ArrayList<>(dictionary.sources().values());
    sources.sort(
        Comparator.comparing((ProgramSource s) -> s.key().toString())
            .thenComparing(ProgramSource::type));
    switch (family) {
      case "TRIGGERS" -> triggers.forEach(this::trigger);
      case "TRIGGER_COLS" -> triggers.forEach(this::triggerColumns);
      case "PROCEDURES" -> {
        sources.forEach(this::procedure);
        triggers.forEach(t -> procedure(t.key(), "TRIGGER", t.number()));
      }
      case "SOURCE" -> {
        sources.forEach(s -> lines(s.id(), s.kept()));
        triggers.forEach(t -> lines(t.id(), t.kept()));
      }
      default -> dictionary.programErrors().forEach(this::error);
    }
  }

  private @Nullable TableEntry table(TriggerEntry trigger) {
    return dictionary.tableById(trigger.tableId()).orElse(null);
  }

  private void trigger(TriggerEntry trigger) {
    TableEntry table = table(trigger);
    if (table == null) {
      return;
    }
    String moment = trigger.before() ? "BEFORE" : "AFTER";
    String level = trigger.forEachRow() ? "EACH ROW" : "STATEMENT";
    String events =
        EVENTS.stream().filter(trigger.events()::contains).collect(Collectors.joining(" OR "));
    String when = trigger.when();
    parts.add(
        "TRIGGERS",
        "OWNER",
        trigger.key().owner(),
        "TRIGGER_NAME",
        trigger.key().name(),
        "TRIGGER_TYPE",
        moment + " " + level,
        "TRIGGERING_EVENT",
        events,
        "TABLE_OWNER",
        table.table().owner(),
        "TABLE_NAME",
        table.table().name(),
        "REFERENCING_NAMES",
        "REFERENCING NEW AS " + trigger.newName() + " OLD AS " + trigger.oldName(),
        "WHEN_CLAUSE",
        when == null ? null : inner(when),
        "STATUS",
        trigger.enabled() ? "ENABLED" : "DISABLED",
        "DESCRIPTION",
        trigger.description(),
        "TRIGGER_BODY",
        trigger.body());
  }

  /** Oracle shows the condition without the brackets around it. */
  private static String inner(String condition) {
    String text = condition.strip();
    return text.startsWith("(") && text.endsWith(")") ? text.substring(1, text.length() - 1) : text;
  }

  private void triggerColumns(TriggerEntry trigger) {
    TableEntry table = table(trigger);
    if (table == null) {
      return;
    }
    for (SimColumn column : table.table().columns()) {
      if (trigger.columns().contains(column.name())) {
        parts.add(
            "TRIGGER_COLS",
            "TRIGGER_OWNER",
            trigger.key().owner(),
            "TRIGGER_NAME",
            trigger.key().name(),
            "TABLE_OWNER",
            table.table().owner(),
            "TABLE_NAME",
            table.table().name(),
            "COLUMN_NAME",
            column.name(),
            "COLUMN_LIST",
            "YES");
      }
    }
  }

  /** A body is no row of its own. */
  private void procedure(ProgramSource source) {
    if (!source.type().endsWith("BODY")) {
      procedure(source.key(), source.type(), dictionary.numberOf(source.type(), source.key()));
    }
  }

  private void procedure(ObjectKey key, String type, long objectId) {
    boolean isPackage = type.equals("PACKAGE");
    parts.add(
        "PROCEDURES",
        "OWNER",
        key.owner(),
        "OBJECT_NAME",
        key.name(),
        "OBJECT_ID",
        objectId,
        "SUBPROGRAM_ID",
        isPackage ? 0 : 1,
        "OBJECT_TYPE",
        type,
        "ORIGIN_CON_ID",
        dictionary.containerId());
  }

  private void lines(ProgramId program, String text) {
    String[] lines = text.split("(?<=\\n)", -1);
    for (int i = 0; i < lines.length; i++) {
      if (i == lines.length - 1 && lines[i].isEmpty()) {
        break;
      }
      parts.add(
          "SOURCE",
          "OWNER",
          program.key().owner(),
          "NAME",
          program.key().name(),
          "TYPE",
          program.type(),
          "LINE",
          i + 1,
          "TEXT",
          lines[i],
          "ORIGIN_CON_ID",
          dictionary.containerId());
    }
  }

  private void error(ProgramId program, ProgramError error) {
    parts.add(
        "ERRORS",
        "OWNER",
        program.key().owner(),
        "NAME",
        program.key().name(),
        "TYPE",
        program.type(),
        "SEQUENCE",
        1,
        "LINE",
        error.line(),
        "POSITION",
        error.position(),
        "TEXT",
        error.text(),
        "MESSAGE_NUMBER",
        error.number());
  }
}
