package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.ProgramSource;
import io.oraclecdc.testkit.simulator.dictionary.SimDictionary;
import io.oraclecdc.testkit.simulator.dictionary.ViewEntry;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Views, synonyms and stored programs. */
final class ViewStatements {

  private ViewStatements() {}

  static void createView(TokenCursor cursor, DdlTarget target, boolean replace)
      throws SQLException {
    ObjectKey key = Ddl.named(cursor, target);
    Ddl.requireSchema(target, key, "CREATE VIEW", "CREATE ANY VIEW");
    SimDictionary dictionary = target.dictionary();
    boolean exists = dictionary.view(key).isPresent();
    if (dictionary.isTaken(key) && !(replace && exists)) {
      throw OraErrors.of(955, "name is already used by an existing object");
    }
    List<String> names = new ArrayList<>();
    if (cursor.accept("(")) {
      do {
        names.add(cursor.name(904, "invalid identifier"));
      } while (cursor.accept(","));
      cursor.expectClose();
    }
    cursor.expectWord("AS");
    String text = withoutOption(cursor.rest());
    Query query = Statements.wholeQuery(text, SessionView.of(target.session(), key.owner()));
    if (!names.isEmpty() && names.size() != query.columns().size()) {
      throw OraErrors.of(1730, "invalid number of column names specified");
    }
    List<ViewEntry.Column> columns = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < query.columns().size(); i++) {
      ResultColumn column = query.columns().get(i);
      String name = names.isEmpty() ? column.label() : names.get(i);
      if (names.isEmpty() && name.contains("(")) {
        throw OraErrors.of(998, "must name this expression with a column alias");
      }
      if (!seen.add(name)) {
        throw OraErrors.of(957, "duplicate column name");
      }
      columns.add(new ViewEntry.Column(name, column.type()));
    }
    dictionary
        .views()
        .put(
            key,
            new ViewEntry(
                key,
                dictionary.nextObjectId(),
                List.copyOf(columns),
                text,
                changes(cursor.rest())));
    dictionary.created().put(key, target.now());
    dictionary.changed();
    target.refreshCatalog();
    target.record(key.owner(), key.name(), null, cursor.text());
  }

  private static ViewEntry.Changes changes(String text) {
    String upper = text.toUpperCase(java.util.Locale.ROOT).strip();
    if (upper.endsWith("WITH READ ONLY")) {
      return ViewEntry.Changes.READ_ONLY;
    }
    return upper.endsWith("WITH CHECK OPTION")
        ? ViewEntry.Changes.CHECKED
        : ViewEntry.Changes.ALLOWED;
  }

  /** Removes WITH READ ONLY and WITH CHECK OPTION from the end. */
  private static String withoutOption(String text) {
    String upper = text.toUpperCase(java.util.Locale.ROOT).strip();
    for (String option : new String[] {"WITH READ ONLY", "WITH CHECK OPTION"}) {
      if (upper.endsWith(option)) {
        return text.strip().substring(0, upper.length() - option.length());
      }
    }
    return text;
  }

  static void dropView(TokenCursor cursor, DdlTarget target) throws SQLException {
    ObjectKey key = Ddl.named(cursor, target);
    cursor.accept("CASCADE", "CONSTRAINTS");
    cursor.expectEnd();
    if (target.dictionary().view(key).isEmpty()) {
      throw OraErrors.of(942, "table or view does not exist");
    }
    Ddl.requireOwner(target, key, "DROP ANY VIEW");
    target.dictionary().views().remove(key);
    target.dictionary().grants().forget(key);
    target.dictionary().changed();
    target.refreshCatalog();
    target.record(key.owner(), key.name(), null, cursor.text());
  }

  static void createSynonym(TokenCursor cursor, DdlTarget target, boolean replace, boolean isPublic)
      throws SQLException {
    ObjectKey key = synonymName(cursor, target, isPublic);
    if (isPublic) {
      target.session().requireSystem("CREATE PUBLIC SYNONYM");
    } else {
      Ddl.requireSchema(target, key, "CREATE SYNONYM", "CREATE ANY SYNONYM");
    }
    SimDictionary dictionary = target.dictionary();
    boolean exists = dictionary.synonyms().containsKey(key);
    if (dictionary.isTaken(key) && !(replace && exists)) {
      throw OraErrors.of(955, "name is already used by an existing object");
    }
    cursor.expectWord("FOR");
    ObjectKey object = Ddl.named(cursor, target);
    cursor.expectEnd();
    dictionary.synonyms().put(key, object);
    dictionary.numberOf("SYNONYM", key);
    dictionary.created().put(key, target.now());
    dictionary.changed();
    target.refreshCatalog();
    target.record(key.owner(), key.name(), null, cursor.text());
  }

  private static ObjectKey synonymName(TokenCursor cursor, DdlTarget target, boolean isPublic)
      throws SQLException {
    ObjectKey key = Ddl.named(cursor, target);
    return isPublic ? new ObjectKey("PUBLIC", key.name()) : key;
  }

  static void dropSynonym(TokenCursor cursor, DdlTarget target, boolean isPublic)
      throws SQLException {
    ObjectKey key = synonymName(cursor, target, isPublic);
    cursor.accept("FORCE");
    cursor.expectEnd();
    if (target.dictionary().synonyms().remove(key) == null) {
      throw isPublic
          ? OraErrors.of(1432, "public synonym to be dropped does not exist")
          : OraErrors.of(1434, "private synonym to be dropped does not exist");
    }
    target.dictionary().forgetNumber("SYNONYM", key);
    target.dictionary().created().remove(key);
    target.dictionary().changed();
    target.refreshCatalog();
    target.record(key.owner(), key.name(), null, cursor.text());
  }

  /** A stored program is its text, which is compiled when it runs. */
  static void createProgram(TokenCursor cursor, DdlTarget target, String type, boolean replace)
      throws SQLException {
    String fullType = type;
    if (type.equals("PACKAGE") && cursor.accept("BODY")) {
      fullType = "PACKAGE BODY";
    } else if (type.equals("TYPE") && cursor.accept("BODY")) {
      fullType = "TYPE BODY";
    }
    ObjectKey key = Ddl.named(cursor, target);
    Ddl.requireSchema(target, key, "CREATE PROCEDURE", "CREATE ANY TABLE");
    SimDictionary dictionary = target.dictionary();
    boolean same = fullType.endsWith("BODY") || fullType.equals(dictionary.programs().get(key));
    if (!fullType.endsWith("BODY") && dictionary.isTaken(key) && !(replace && same)) {
      throw OraErrors.of(955, "name is already used by an existing object");
    }
    ObjectKey source =
        fullType.endsWith("BODY") ? new ObjectKey(key.owner(), key.name() + " BODY") : key;
    ProgramSource program = new ProgramSource(key, fullType, cursor.text());
    dictionary.sources().put(source, program);
    dictionary.numberOf(fullType, key);
    cursor.skipAll();
    if (!fullType.endsWith("BODY")) {
      dictionary.programs().put(key, fullType);
      dictionary.created().putIfAbsent(key, target.now());
    }
    dictionary.lastDdl().put(key, target.now());
    dictionary.changed();
    target.compile(program.id());
    target.refreshCatalog();
    target.record(key.owner(), key.name(), null, cursor.text());
  }

  static void dropProgram(TokenCursor cursor, DdlTarget target) throws SQLException {
    boolean body = cursor.accept("BODY");
    ObjectKey key = Ddl.named(cursor, target);
    SimDictionary dictionary = target.dictionary();
    forget(dictionary, new ObjectKey(key.owner(), key.name() + " BODY"));
    if (!body) {
      forget(dictionary, key);
      if (dictionary.programs().remove(key) == null) {
        throw OraErrors.of(4043, "object " + key.name() + " does not exist");
      }
      dictionary.created().remove(key);
      dictionary.lastDdl().remove(key);
    }
    dictionary.changed();
    target.refreshCatalog();
    target.record(key.owner(), key.name(), null, cursor.text());
  }

  private static void forget(SimDictionary dictionary, ObjectKey place) {
    ProgramSource source = dictionary.sources().remove(place);
    if (source != null) {
      dictionary.forgetNumber(source.type(), source.key());
      dictionary.programErrors().remove(source.id());
    }
  }

  /** ALTER PROCEDURE, FUNCTION or PACKAGE .. COMPILE. */
  static void compileProgram(TokenCursor cursor, DdlTarget target, String type)
      throws SQLException {
    ObjectKey key = Ddl.named(cursor, target);
    if (!cursor.accept("COMPILE")) {
      throw FromParser.unsupported();
    }
    boolean bodyOnly = cursor.accept("BODY");
    boolean all = !bodyOnly && !cursor.accept("SPECIFICATION");
    cursor.accept("PACKAGE");
    cursor.accept("REUSE", "SETTINGS");
    cursor.expectEnd();
    SimDictionary dictionary = target.dictionary();
    if (!type.equals(dictionary.programs().get(key))) {
      throw OraErrors.of(4043, "object " + key.name() + " does not exist");
    }
    Ddl.requireOwner(target, key, "ALTER ANY TABLE");
    for (ObjectKey place : List.of(key, new ObjectKey(key.owner(), key.name() + " BODY"))) {
      ProgramSource source = dictionary.sources().get(place);
      if (source != null && (all || source.type().endsWith("BODY") == bodyOnly)) {
        target.compile(source.id());
      }
    }
    dictionary.lastDdl().put(key, target.now());
    target.refreshCatalog();
    target.record(key.owner(), key.name(), null, cursor.text());
  }
}
