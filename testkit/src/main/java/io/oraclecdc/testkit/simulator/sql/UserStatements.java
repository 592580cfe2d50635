package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.Grantee;
import io.oraclecdc.testkit.simulator.dictionary.Grants;
import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.SimDictionary;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** CREATE, ALTER and DROP USER, roles, GRANT and REVOKE, in the forms of set-up scripts. */
final class UserStatements {
  private static final Set<String> OBJECT_PRIVILEGES =
      Set.of(
          "SELECT",
          "READ",
          "INSERT",
          "UPDATE",
          "DELETE",
          "ALTER",
          "REFERENCES",
          "INDEX",
          "FLASHBACK",
          "EXECUTE",
          "DEBUG");

  private static final Set<String> COLUMN_PRIVILEGES = Set.of("INSERT", "UPDATE", "REFERENCES");

  private UserStatements() {}

  static void createUser(TokenCursor cursor, DdlTarget target) throws SQLException {
    target.session().requireSystem("CREATE USER");
    String name = cursor.name(1935, "missing user or role name");
    if (target.dictionary().grants().grantee(name).isPresent()) {
      throw OraErrors.of(1920, "user name '" + name + "' conflicts with another user or role name");
    }
    requireFittingName(name, target);
    cursor.expect("IDENTIFIED", 922, "missing or invalid option");
    String password = password(cursor);
    Grantee user =
        target
            .dictionary()
            .grants()
            .addUser(name, target.dictionary().nextUserId(), target.now(), password);
    options(cursor, user);
    target.inner("CREATE SCHEMA IF NOT EXISTS " + InnerNames.quoted(name));
    for (SimDictionary pluggable : target.pluggables()) {
      pluggable.grants().addUser(name, pluggable.nextUserId(), target.now(), password).become(user);
    }
    target.commonChanged(name);
    finish(cursor, target, null);
  }

  /** Users of the root are common and called C##.., those of a pluggable database are not. */
  private static void requireFittingName(String name, DdlTarget target) throws SQLException {
    boolean common = name.startsWith("C##");
    if (!common && target.administration().isRoot()) {
      throw OraErrors.of(65096, "common user or role name must start with C##");
    }
    if (common && target.administration().isPluggable()) {
      throw OraErrors.of(65094, "local user or role name cannot start with C##");
    }
  }

  /** The same user in the pluggable databases, when a statement says CONTAINER = ALL. */
  private static List<Grantee> elsewhere(DdlTarget target, String name) {
    return target.pluggables().stream().flatMap(d -> d.grants().grantee(name).stream()).toList();
  }

  private static void finish(
      TokenCursor cursor, DdlTarget target, @org.jspecify.annotations.Nullable ObjectKey object)
      throws SQLException {
    target.dictionary().changed();
    target.refreshCatalog();
    target.record(
        object == null ? null : object.owner(),
        object == null ? null : object.name(),
        object == null
            ? null
            : target.dictionary().table(object).map(TableEntry::table).orElse(null),
        withoutPassword(cursor.text()));
  }

  /** Passwords never reach the redo. */
  private static String withoutPassword(String text) {
    return text.replaceAll("(?i)(identified\\s+by\\s+)(\"[^\"]*\"|\\S+)", "$1VALUES '***'");
  }

  private static String password(TokenCursor cursor) throws SQLException {
    cursor.expect("BY", 922, "missing or invalid option");
    Token token = cursor.next();
    if (token.type() != Token.Type.WORD && token.type() != Token.Type.QUOTED) {
      throw OraErrors.of(988, "missing or invalid password(s)");
    }
    return token.type() == Token.Type.QUOTED ? token.value() : token.text();
  }

  private static void options(TokenCursor cursor, Grantee user) throws SQLException {
    while (!cursor.atEnd()) {
      if (cursor.accept("IDENTIFIED")) {
        user.password(password(cursor));
      } else if (cursor.accept("DEFAULT", "TABLESPACE")) {
        user.defaultTablespace(cursor.next().value());
      } else if (cursor.accept("TEMPORARY", "TABLESPACE")) {
        user.temporaryTablespace(cursor.next().value());
      } else if (cursor.accept("PROFILE")) {
        user.profile(cursor.next().value());
      } else if (cursor.accept("QUOTA")) {
        quota(cursor, user);
      } else if (cursor.accept("ACCOUNT", "UNLOCK")) {
        user.locked(false);
      } else if (cursor.accept("ACCOUNT", "LOCK")) {
        user.locked(true);
      } else if (cursor.accept("CONTAINER", "=")) {
        cursor.next();
      } else if (cursor.accept("SET", "CONTAINER_DATA", "=")) {
        containerData(cursor, user);
      } else if (cursor.accept("DEFAULT", "ROLE", "ALL")) {
        // all roles are always enabled here
      } else {
        throw OraErrors.of(922, "missing or invalid option");
      }
    }
  }

  /** {@code 10M ON users}, {@code UNLIMITED ON users}; none is no quota. */
  private static void quota(TokenCursor cursor, Grantee user) throws SQLException {
    String size = cursor.next().value();
    if (!cursor.is("ON")) {
      size += cursor.next().value();
    }
    cursor.expectWord("ON");
    String tablespace = cursor.next().value();
    String digits = size.replaceAll("\\D", "");
    if (size.equals("UNLIMITED")) {
      user.quotas().put(tablespace, -1L);
    } else if (digits.isEmpty()) {
      throw OraErrors.of(2187, "invalid quota specification");
    } else if (digits.matches("0+")) {
      user.quotas().remove(tablespace);
    } else {
      int unit = "KMGT".indexOf(size.charAt(size.length() - 1));
      user.quotas().put(tablespace, Long.parseLong(digits) << (10 * (unit + 1)));
    }
  }

  private static void containerData(TokenCursor cursor, Grantee user) throws SQLException {
    if (cursor.is("(")) {
      cursor.skipGroup();
      user.containerData(true);
    } else {
      user.containerData(cursor.next().isWord("ALL"));
    }
    if (cursor.accept("FOR")) {
      cursor.objectName();
    }
    cursor.accept("CONTAINER", "=", "CURRENT");
  }

  static void alterUser(TokenCursor cursor, DdlTarget target) throws SQLException {
    String name = cursor.name(1935, "missing user or role name");
    Grantee user =
        target
            .dictionary()
            .grants()
            .user(name)
            .orElseThrow(() -> OraErrors.of(1918, "user '" + name + "' does not exist"));
    if (!name.equals(target.session().user())) {
      target.session().requireSystem("ALTER USER");
    }
    options(cursor, user);
    elsewhere(target, name).forEach(other -> other.become(user));
    target.commonChanged(null);
    finish(cursor, target, null);
  }

  static void dropUser(TokenCursor cursor, DdlTarget target) throws SQLException {
    target.session().requireSystem("DROP USER");
    String name = cursor.name(1935, "missing user or role name");
    boolean cascade = cursor.accept("CASCADE");
    cursor.expectEnd();
    SimDictionary dictionary = target.dictionary();
    if (dictionary.grants().user(name).isEmpty()) {
      throw OraErrors.of(1918, "user '" + name + "' does not exist");
    }
    if (target.administration().isConnected(name)) {
      throw OraErrors.of(1940, "cannot drop a user that is currently connected");
    }
    List<TableEntry> tables =
        dictionary.tables().stream().filter(t -> t.table().owner().equals(name)).toList();
    if (!cascade && !tables.isEmpty()) {
      throw OraErrors.of(1922, "CASCADE must be specified to drop '" + name + "'");
    }
    requireNoTablesElsewhere(target, name);
    for (TableEntry table : tables) {
      target.unpublish(table, true);
    }
    dictionary.views().keySet().removeIf(k -> k.owner().equals(name));
    dictionary.sequences().keySet().removeIf(k -> k.owner().equals(name));
    dictionary.synonyms().keySet().removeIf(k -> k.owner().equals(name));
    target.inner("DROP SCHEMA " + InnerNames.quoted(name) + " CASCADE");
    dictionary.grants().remove(name);
    dropElsewhere(target, name);
    finish(cursor, target, null);
  }

  private static void requireNoTablesElsewhere(DdlTarget target, String name) throws SQLException {
    for (SimDictionary pluggable : target.pluggables()) {
      if (pluggable.tables().stream().anyMatch(t -> t.table().owner().equals(name))) {
        throw OraErrors.of(
            900,
            "invalid SQL statement (not supported by the simulator: "
                + name
                + " owns tables in a pluggable database)");
      }
    }
  }

  /** A common user leaves all containers. */
  private static void dropElsewhere(DdlTarget target, String name) throws SQLException {
    target.pluggables().forEach(pluggable -> pluggable.grants().remove(name));
    target.commonChanged(null);
  }

  static void createRole(TokenCursor cursor, DdlTarget target) throws SQLException {
    target.session().requireSystem("CREATE ROLE");
    String name = cursor.name(1935, "missing user or role name");
    if (target.dictionary().grants().grantee(name).isPresent()) {
      throw OraErrors.of(1921, "role name '" + name + "' conflicts with another user or role name");
    }
    requireFittingName(name, target);
    cursor.accept("NOT", "IDENTIFIED");
    if (cursor.accept("CONTAINER", "=")) {
      cursor.next();
    }
    cursor.expectEnd();
    target.dictionary().grants().addRole(name, target.now());
    target.pluggables().forEach(d -> d.grants().addRole(name, target.now()));
    target.commonChanged(null);
    finish(cursor, target, null);
  }

  static void dropRole(TokenCursor cursor, DdlTarget target) throws SQLException {
    target.session().requireSystem("DROP ANY ROLE");
    String name = cursor.name(1935, "missing user or role name");
    cursor.expectEnd();
    if (target.dictionary().grants().grantee(name).filter(Grantee::isRole).isEmpty()) {
      throw OraErrors.of(1919, "role '" + name + "' does not exist");
    }
    target.dictionary().grants().remove(name);
    finish(cursor, target, null);
  }

  static void grantOrRevoke(TokenCursor cursor, DdlTarget target, boolean grant)
      throws SQLException {
    List<String> privileges = new ArrayList<>();
    do {
      privileges.addAll(privileges(cursor, grant));
    } while (cursor.accept(","));
    ObjectKey object = cursor.accept("ON") ? grantedObject(cursor, target) : null;
    cursor.expect(grant ? "TO" : "FROM", 990, "missing or invalid privilege");
    List<Grantee> grantees = new ArrayList<>();
    do {
      grantees.add(grantee(cursor, target));
    } while (cursor.accept(","));
    boolean everywhere = false;
    while (!cursor.atEnd()) {
      if (cursor.accept("CONTAINER", "=")) {
        everywhere = cursor.next().isWord("ALL");
      } else if (!cursor.accept("WITH", "GRANT", "OPTION")
          && !cursor.accept("WITH", "ADMIN", "OPTION")
          && !cursor.accept("CASCADE", "CONSTRAINTS")) {
        cursor.expectEnd();
      }
    }
    if (everywhere && target.administration().isPluggable()) {
      throw OraErrors.of(65030, "cannot grant a privilege commonly to a local user or role");
    }
    List<Grantee> all = new ArrayList<>(grantees);
    if (everywhere) {
      grantees.forEach(g -> all.addAll(elsewhere(target, g.name())));
    }
    List<String> ofColumns = privileges.stream().filter(p -> p.endsWith(")")).toList();
    if (!ofColumns.isEmpty()) {
      Optional<TableEntry> table =
          object == null ? Optional.empty() : target.dictionary().table(object);
      if (table.isEmpty()) {
        throw FromParser.unsupported();
      }
      for (String privilege : ofColumns) {
        requireColumn(table.get(), privilege);
      }
    }
    for (Grantee grantee : all) {
      for (String privilege : privileges) {
        if (object != null) {
          objectPrivilege(grantee, object, privilege, grant);
        } else {
          systemPrivilege(target, grantee, privilege, grant);
        }
      }
    }
    if (everywhere) {
      target.commonChanged(null);
    }
    finish(cursor, target, object);
  }

  /** A privilege, or one for each column in parentheses behind it. */
  private static List<String> privileges(TokenCursor cursor, boolean grant) throws SQLException {
    StringBuilder words = new StringBuilder();
    while (!cursor.isAny(",", "ON", "TO", "FROM", "(")) {
      if (cursor.atEnd()) {
        throw OraErrors.of(990, "missing or invalid privilege");
      }
      words.append(words.length() == 0 ? "" : " ").append(cursor.next().value());
    }
    String name = words.toString();
    if (!cursor.accept("(")) {
      return List.of(name);
    }
    if (!COLUMN_PRIVILEGES.contains(name)) {
      throw OraErrors.of(969, "missing ON keyword");
    }
    if (!grant) {
      throw OraErrors.of(
          1750, "UPDATE/REFERENCES may only be REVOKEd from the whole table, not by column");
    }
    List<String> columns = new ArrayList<>();
    do {
      columns.add(Privileges.ofColumn(name, cursor.name(904, "invalid identifier")));
    } while (cursor.accept(","));
    cursor.expectClose();
    if (!cursor.isAny(",", "ON")) {
      throw OraErrors.of(969, "missing ON keyword");
    }
    return columns;
  }

  private static void requireColumn(TableEntry table, String privilege) throws SQLException {
    String column = privilege.substring(privilege.indexOf('(') + 1, privilege.length() - 1);
    DmlParser.column(table, column);
  }

  private static ObjectKey grantedObject(TokenCursor cursor, DdlTarget target) throws SQLException {
    ObjectName name = cursor.objectName();
    String schema = name.schema() == null ? target.session().currentSchema() : name.schema();
    SimDictionary dictionary = target.dictionary();
    ObjectKey key = dictionary.resolve(new ObjectKey(schema, name.name()), name.schema() != null);
    boolean sys = key.owner().equals("SYS") || !dictionary.isTaken(key);
    if (sys) {
      boolean packaged = key.name().startsWith("DBMS_") || key.name().startsWith("UTL_");
      boolean view =
          dictionary.view(new ObjectKey("SYS", key.name().replace("V_$", "V$"))).isPresent();
      if (!packaged && !view && !key.name().startsWith("V_$") && !key.name().startsWith("GV_$")) {
        throw OraErrors.of(942, "table or view does not exist");
      }
      target.session().requireSystem("GRANT ANY OBJECT PRIVILEGE");
      return new ObjectKey("SYS", key.name());
    }
    if (!key.owner().equals(target.session().user())) {
      target.session().requireSystem("GRANT ANY OBJECT PRIVILEGE");
    }
    return key;
  }

  private static Grantee grantee(TokenCursor cursor, DdlTarget target) throws SQLException {
    String name = cursor.next().value();
    return target
        .dictionary()
        .grants()
        .grantee(name)
        .orElseThrow(() -> OraErrors.of(1917, "user or role '" + name + "' does not exist"));
  }

  private static void objectPrivilege(
      Grantee grantee, ObjectKey object, String privilege, boolean grant) throws SQLException {
    List<String> names =
        privilege.equals("ALL") || privilege.equals("ALL PRIVILEGES")
            ? List.copyOf(OBJECT_PRIVILEGES)
            : List.of(privilege);
    for (String name : names) {
      if (!OBJECT_PRIVILEGES.contains(name) && !name.endsWith(")")) {
        throw OraErrors.of(990, "missing or invalid privilege");
      }
      if (grant) {
        grantee.grant(object, name);
      } else if (!grantee.revoke(object, name) && names.size() == 1) {
        throw OraErrors.of(1927, "cannot REVOKE privileges you did not grant");
      }
    }
  }

  private static void systemPrivilege(
      DdlTarget target, Grantee grantee, String privilege, boolean grant) throws SQLException {
    boolean role =
        target.dictionary().grants().grantee(privilege).filter(Grantee::isRole).isPresent();
    if (!role && !Grants.isSystemPrivilege(privilege)) {
      throw privilege.contains(" ")
          ? OraErrors.of(990, "missing or invalid privilege")
          : OraErrors.of(1919, "role '" + privilege + "' does not exist");
    }
    target.session().requireSystem(role ? "GRANT ANY ROLE" : "GRANT ANY PRIVILEGE");
    Set<String> granted = role ? grantee.roles() : grantee.systemPrivileges();
    if (grant) {
      granted.add(privilege);
    } else if (!granted.remove(privilege)) {
      throw role
          ? OraErrors.of(1951, "ROLE '" + privilege + "' not granted to '" + grantee.name() + "'")
          : OraErrors.of(1952, "system privileges not granted to '" + grantee.name() + "'");
    }
  }
}
