package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.SimDictionary;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.dictionary.TriggerEntry;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * CREATE, ALTER and DROP TRIGGER.
 *
 * <pre>
 * CREATE TRIGGER name { BEFORE | AFTER } event { OR event } ON table
 *   [ REFERENCING .. ] [ FOR EACH ROW ] [ ENABLE | DISABLE ] [ WHEN (condition) ] block
 * </pre>
 */
final class TriggerStatements {

  private TriggerStatements() {}

  static void create(TokenCursor cursor, DdlTarget target, boolean replace) throws SQLException {
    int start = cursor.mark();
    ObjectKey key = Ddl.named(cursor, target);
    Ddl.requireSchema(target, key, "CREATE TRIGGER", "CREATE ANY TABLE");
    SimDictionary dictionary = target.dictionary();
    TriggerEntry old = dictionary.triggers().get(key);
    if (old != null && !replace) {
      throw OraErrors.of(4081, "trigger '" + key.name() + "' already exists");
    }
    boolean before = cursor.accept("BEFORE");
    if (!before && !cursor.accept("AFTER")) {
      throw FromParser.unsupported(); // INSTEAD OF and compound triggers
    }
    Set<String> events = new LinkedHashSet<>();
    Set<String> columns = new LinkedHashSet<>();
    do {
      if (!cursor.isAny("INSERT", "UPDATE", "DELETE")) {
        throw FromParser.unsupported(); // system events
      }
      events.add(cursor.next().value());
      if (cursor.accept("OF")) {
        do {
          columns.add(cursor.name(904, "invalid identifier"));
        } while (cursor.accept(","));
      }
    } while (cursor.accept("OR"));
    cursor.expect("ON", 969, "missing ON keyword");
    TableEntry table = Ddl.table(cursor, target, "ALTER ANY TABLE");
    for (String column : columns) {
      DmlParser.column(table, column);
    }
    TriggerEntry entry =
        rest(
            cursor,
            new Start(key, table, before, events, columns, dictionary.nextObjectId(), start));
    TriggerAssignments.require(entry);
    dictionary.triggers().put(key, entry);
    dictionary.created().putIfAbsent(key, target.now());
    dictionary.lastDdl().put(key, target.now());
    target.compile(entry.id());
    finish(target, key, table, cursor);
  }

  /** What stands before REFERENCING. */
  private record Start(
      ObjectKey key,
      TableEntry table,
      boolean before,
      Set<String> events,
      Set<String> columns,
      long number,
      int mark) {}

  private static TriggerEntry rest(TokenCursor cursor, Start start) throws SQLException {
    String oldName = "OLD";
    String newName = "NEW";
    if (cursor.accept("REFERENCING")) {
      while (cursor.isAny("OLD", "NEW")) {
        boolean isOld = cursor.next().value().equals("OLD");
        cursor.accept("AS");
        String name = cursor.next().value();
        oldName = isOld ? name : oldName;
        newName = isOld ? newName : name;
      }
    }
    boolean row = cursor.accept("FOR", "EACH", "ROW");
    boolean enabled = true;
    while (!cursor.isAny("WHEN", "BEGIN", "DECLARE")) {
      if (cursor.accept("DISABLE")) {
        enabled = false;
      } else if (!cursor.accept("ENABLE")) {
        throw FromParser.unsupported(); // CALL, FOLLOWS, COMPOUND
      }
    }
    String description = cursor.textSince(start.mark()).strip() + "\n";
    String when = null;
    if (cursor.accept("WHEN")) {
      if (!row) {
        throw OraErrors.of(4077, "WHEN clause cannot be used with table level triggers");
      }
      int mark = cursor.mark();
      cursor.skipGroup();
      when = cursor.textSince(mark);
    }
    if (!cursor.isAny("BEGIN", "DECLARE")) {
      throw FromParser.unsupported();
    }
    String body = cursor.rest();
    cursor.skipAll();
    if (!row && usesRows(body, oldName, newName)) {
      throw OraErrors.of(4082, "NEW or OLD references not allowed in table level triggers");
    }
    return new TriggerEntry(
        start.key(),
        start.table().table().objectId(),
        start.before(),
        row,
        Set.copyOf(start.events()),
        Set.copyOf(start.columns()),
        oldName,
        newName,
        when,
        body,
        enabled,
        start.number(),
        description);
  }

  private static boolean usesRows(String body, String oldName, String newName) throws SQLException {
    TokenCursor cursor = TokenCursor.of(body);
    while (!cursor.atEnd()) {
      Token token = cursor.next();
      if (token.type() == Token.Type.BIND
          && (token.value().equals(oldName) || token.value().equals(newName))) {
        return true;
      }
    }
    return false;
  }

  static void alter(TokenCursor cursor, DdlTarget target) throws SQLException {
    TriggerEntry entry = existing(cursor, target);
    if (cursor.isAny("ENABLE", "DISABLE")) {
      boolean enabled = cursor.next().value().toUpperCase(Locale.ROOT).equals("ENABLE");
      target.dictionary().triggers().put(entry.key(), entry.withEnabled(enabled));
    } else if (cursor.accept("COMPILE")) {
      target.compile(entry.id());
    } else {
      throw FromParser.unsupported();
    }
    cursor.expectEnd();
    target.dictionary().lastDdl().put(entry.key(), target.now());
    finish(target, entry.key(), null, cursor);
  }

  static void drop(TokenCursor cursor, DdlTarget target) throws SQLException {
    TriggerEntry entry = existing(cursor, target);
    cursor.expectEnd();
    target.dictionary().triggers().remove(entry.key());
    target.dictionary().programErrors().remove(entry.id());
    target.dictionary().created().remove(entry.key());
    target.dictionary().lastDdl().remove(entry.key());
    finish(target, entry.key(), null, cursor);
  }

  private static TriggerEntry existing(TokenCursor cursor, DdlTarget target) throws SQLException {
    ObjectKey key = Ddl.named(cursor, target);
    TriggerEntry entry = target.dictionary().triggers().get(key);
    if (entry == null) {
      throw OraErrors.of(4080, "trigger '" + key.name() + "' does not exist");
    }
    Ddl.requireOwner(target, key, "ALTER ANY TABLE");
    return entry;
  }

  private static void finish(
      DdlTarget target, ObjectKey key, @Nullable TableEntry table, TokenCursor cursor)
      throws SQLException {
    target.dictionary().changed();
    target.refreshCatalog();
    target.record(key.owner(), key.name(), table == null ? null : table.table(), cursor.text());
  }

  /** ALTER TABLE .. ENABLE or DISABLE ALL TRIGGERS. */
  static void all(DdlTarget target, long tableId, boolean enabled) {
    target
        .dictionary()
        .triggers()
        .replaceAll((key, t) -> t.tableId() == tableId ? t.withEnabled(enabled) : t);
  }
}
