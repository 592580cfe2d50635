package io.oraclecdc.testkit.simulator.dictionary;

import java.time.LocalDateTime;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Users, roles and privileges of a database. Reads are thread-safe; changes happen under the
 * dictionary's lock.
 */
public final class Grants {
  /** System privileges that GRANT knows, with the ANY forms of table work. */
  private static final Set<String> KNOWN_SYSTEM_PRIVILEGES =
      Set.of(
          "CREATE SESSION",
          "ALTER SESSION",
          "SET CONTAINER",
          "LOGMINING",
          "SELECT ANY TABLE",
          "READ ANY TABLE",
          "INSERT ANY TABLE",
          "UPDATE ANY TABLE",
          "DELETE ANY TABLE",
          "LOCK ANY TABLE",
          "CREATE ANY TABLE",
          "ALTER ANY TABLE",
          "DROP ANY TABLE",
          "COMMENT ANY TABLE",
          "FLASHBACK ANY TABLE",
          "SELECT ANY TRANSACTION",
          "SELECT ANY DICTIONARY",
          "CREATE TABLE",
          "CREATE VIEW",
          "CREATE ANY VIEW",
          "DROP ANY VIEW",
          "CREATE SEQUENCE",
          "CREATE ANY SEQUENCE",
          "SELECT ANY SEQUENCE",
          "CREATE SYNONYM",
          "CREATE ANY SYNONYM",
          "CREATE PUBLIC SYNONYM",
          "DROP PUBLIC SYNONYM",
          "CREATE PROCEDURE",
          "CREATE TRIGGER",
          "CREATE TYPE",
          "CREATE CLUSTER",
          "CREATE INDEXTYPE",
          "CREATE OPERATOR",
          "CREATE MATERIALIZED VIEW",
          "CREATE ANY INDEX",
          "ALTER ANY INDEX",
          "DROP ANY INDEX",
          "CREATE USER",
          "ALTER USER",
          "DROP USER",
          "CREATE ROLE",
          "DROP ANY ROLE",
          "GRANT ANY ROLE",
          "GRANT ANY PRIVILEGE",
          "GRANT ANY OBJECT PRIVILEGE",
          "CREATE TABLESPACE",
          "ALTER TABLESPACE",
          "DROP TABLESPACE",
          "UNLIMITED TABLESPACE",
          "ALTER SYSTEM",
          "ALTER DATABASE",
          "ANALYZE ANY",
          "EXECUTE ANY PROCEDURE",
          "EXEMPT ACCESS POLICY",
          "EXEMPT REDACTION POLICY");

  private final Map<String, Grantee> grantees = new ConcurrentHashMap<>();
  private final Set<String> maintained;

  Grants(LocalDateTime created) {
    addRole("CONNECT", created).systemPrivileges().add("CREATE SESSION");
    addRole("RESOURCE", created)
        .systemPrivileges()
        .addAll(
            Set.of(
                "CREATE TABLE",
                "CREATE SEQUENCE",
                "CREATE PROCEDURE",
                "CREATE TRIGGER",
                "CREATE TYPE",
                "CREATE CLUSTER",
                "CREATE OPERATOR",
                "CREATE INDEXTYPE"));
    addRole("SELECT_CATALOG_ROLE", created);
    addRole("EXECUTE_CATALOG_ROLE", created);
    Grantee dba = addRole("DBA", created);
    dba.systemPrivileges().addAll(KNOWN_SYSTEM_PRIVILEGES);
    dba.roles().addAll(Set.of("SELECT_CATALOG_ROLE", "EXECUTE_CATALOG_ROLE"));
    addRole("PUBLIC", created);
    maintained = Set.copyOf(grantees.keySet());
  }

  /** Whether a role came with the database. */
  boolean isMaintained(String role) {
    return maintained.contains(role);
  }

  /** Whether GRANT knows a system privilege of that name. */
  public static boolean isSystemPrivilege(String name) {
    return KNOWN_SYSTEM_PRIVILEGES.contains(name);
  }

  /** All users and roles. */
  public Collection<Grantee> grantees() {
    return grantees.values();
  }

  /** A user by name. */
  public Optional<Grantee> user(String name) {
    return grantee(name).filter(g -> !g.isRole());
  }

  /** A user or role by name. */
  public Optional<Grantee> grantee(String name) {
    return Optional.ofNullable(grantees.get(name));
  }

  /** Adds a user. */
  public Grantee addUser(String name, long userId, LocalDateTime created, String password) {
    Grantee user = Grantee.user(name, userId, created, password);
    grantees.put(name, user);
    return user;
  }

  /** Adds a role. */
  public Grantee addRole(String name, LocalDateTime created) {
    Grantee role = Grantee.role(name, created);
    grantees.put(name, role);
    return role;
  }

  /** Removes a user or role. */
  public void remove(String name) {
    grantees.remove(name);
    grantees.values().forEach(g -> g.roles().remove(name));
  }

  /** The grantee itself, PUBLIC and all roles it has, directly or through roles. */
  public Set<String> enabled(String user) {
    Set<String> seen = new LinkedHashSet<>();
    Deque<String> open = new ArrayDeque<>();
    open.add(user);
    open.add("PUBLIC");
    while (!open.isEmpty()) {
      String name = open.remove();
      Grantee grantee = grantees.get(name);
      if (grantee != null && seen.add(name)) {
        open.addAll(grantee.roles());
      }
    }
    return seen;
  }

  /** Whether a user has a system privilege, directly or through roles. */
  public boolean hasSystem(String user, String privilege) {
    if (user.equals("SYS")) {
      return true;
    }
    for (String name : enabled(user)) {
      Grantee grantee = grantees.get(name);
      if (grantee != null && grantee.systemPrivileges().contains(privilege)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a user has a role, directly or through roles. */
  public boolean hasRole(String user, String role) {
    return user.equals("SYS") || enabled(user).contains(role);
  }

  /** Whether a user was granted a privilege on an object (owners are not asked here). */
  public boolean hasObject(String user, ObjectKey object, String privilege) {
    for (String name : enabled(user)) {
      Grantee grantee = grantees.get(name);
      Set<String> granted = grantee == null ? null : grantee.objectPrivileges().get(object);
      if (granted != null && granted.contains(privilege)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a user was granted anything on an object: he knows that it exists then. */
  public boolean hasAnyOn(String user, ObjectKey object) {
    for (String name : enabled(user)) {
      Grantee grantee = grantees.get(name);
      Set<String> granted = grantee == null ? null : grantee.objectPrivileges().get(object);
      if (granted != null && !granted.isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /** Forgets all grants on an object that was dropped. */
  public void forget(ObjectKey object) {
    grantees.values().forEach(g -> g.objectPrivileges().remove(object));
  }
}
