package io.oraclecdc.testkit.simulator.dictionary;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Makes rows of the catalog views about users, roles and what is granted to them. */
final class UserRows {
  private static final String PUBLIC = "PUBLIC";

  private final CatalogParts parts;
  private final SimDictionary dictionary;
  private final String family;

  private UserRows(CatalogParts parts, SimDictionary dictionary, String family) {
    this.parts = parts;
    this.dictionary = dictionary;
    this.family = family;
  }

  /** Adds the rows of a view; false when it is none of these. */
  static boolean add(
      CatalogParts parts, CatalogViewer viewer, SimDictionary dictionary, String family) {
    UserRows rows = new UserRows(parts, dictionary, family);
    String me = viewer.userName();
    Predicate<String> isMine = me::equals;
    Predicate<String> isMyRole = viewer::hasRole;
    switch (family) {
      case "DBA_USERS", "ALL_USERS" -> rows.users(name -> true);
      case "USER_USERS" -> rows.users(isMine);
      case "DBA_PROFILES" -> rows.profiles();
      case "TS_QUOTAS" -> rows.quotas();
      case "DBA_ROLES" -> rows.roles();
      case "DBA_SYS_PRIVS" -> rows.system("GRANTEE", name -> true);
      case "USER_SYS_PRIVS" -> rows.system("USERNAME", isMine);
      case "ROLE_SYS_PRIVS" -> rows.system("ROLE", isMyRole);
      case "DBA_ROLE_PRIVS" -> rows.granted("GRANTEE", name -> true);
      case "USER_ROLE_PRIVS" -> rows.granted("USERNAME", isMine);
      case "ROLE_ROLE_PRIVS" -> rows.granted("ROLE", isMyRole);
      case "SESSION_PRIVS" -> rows.sessionPrivileges(viewer);
      case "SESSION_ROLES" -> rows.sessionRoles(viewer);
      default -> {
        return rows.objectPrivileges(me, isMyRole);
      }
    }
    return true;
  }

  private Collection<Grantee> grantees() {
    return dictionary.grants().grantees();
  }

  private void users(Predicate<String> wanted) {
    for (Grantee user : grantees()) {
      if (user.isRole() || !wanted.test(user.name())) {
        continue;
      }
      boolean common = dictionary.containerId() > 0 && user.isCommon();
      boolean maintained = Set.of("SYS", "SYSTEM").contains(user.name());
      if (family.equals("ALL_USERS")) {
        parts.add(family, user(user, common, maintained));
        continue;
      }
      Object[] account = {
        "ACCOUNT_STATUS", user.isLocked() ? "LOCKED" : "OPEN",
        "LOCK_DATE", user.isLocked() ? user.created() : null,
        "DEFAULT_TABLESPACE", maintained ? "SYSTEM" : user.defaultTablespace(),
        "TEMPORARY_TABLESPACE", user.temporaryTablespace(),
        "LOCAL_TEMP_TABLESPACE", user.temporaryTablespace()
      };
      Object[] all = joined(user(user, common, maintained), account);
      parts.add(
          family,
          family.equals("DBA_USERS")
              ? joined(
                  all,
                  new Object[] {"PROFILE", user.profile(), "PASSWORD_CHANGE_DATE", user.created()})
              : all);
    }
  }

  private static @Nullable Object[] user(Grantee user, boolean common, boolean maintained) {
    return new @Nullable Object[] {
      "USERNAME", user.name(),
      "USER_ID", user.userId(),
      "CREATED", user.created(),
      "COMMON", CatalogParts.yes(common),
      "ORACLE_MAINTAINED", maintained ? "Y" : "N",
      "INHERITED", CatalogParts.yes(common && user.isCommon())
    };
  }

  private static @Nullable Object[] joined(@Nullable Object[] first, @Nullable Object[] second) {
    @Nullable Object[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }

  private void quotas() {
    for (Grantee user : grantees()) {
      user.quotas()
          .forEach(
              (tablespace, bytes) ->
                  parts.add(
                      family,
                      "TABLESPACE_NAME",
                      tablespace,
                      "USERNAME",
                      user.name(),
                      "MAX_BYTES",
                      bytes,
                      "MAX_BLOCKS",
                      bytes < 0 ? bytes : bytes / Tablespaces.BLOCK));
    }
  }

  private void profiles() {
    for (String resource :
        List.of(
            "COMPOSITE_LIMIT",
            "SESSIONS_PER_USER",
            "CPU_PER_SESSION",
            "CPU_PER_CALL",
            "LOGICAL_READS_PER_SESSION",
            "LOGICAL_READS_PER_CALL",
            "IDLE_TIME",
            "CONNECT_TIME",
            "PRIVATE_SGA")) {
      limit(resource, "KERNEL", "UNLIMITED");
    }
    limit("FAILED_LOGIN_ATTEMPTS", "PASSWORD", "UNLIMITED"); // nothing is ever locked by itself
    limit("PASSWORD_LIFE_TIME", "PASSWORD", "UNLIMITED");
    limit("PASSWORD_REUSE_TIME", "PASSWORD", "UNLIMITED");
    limit("PASSWORD_REUSE_MAX", "PASSWORD", "UNLIMITED");
    limit("PASSWORD_VERIFY_FUNCTION", "PASSWORD", "NULL");
    limit("PASSWORD_LOCK_TIME", "PASSWORD", "1");
    limit("PASSWORD_GRACE_TIME", "PASSWORD", "7");
    limit("INACTIVE_ACCOUNT_TIME", "PASSWORD", "UNLIMITED");
  }

  private void limit(String resource, String type, String limit) {
    parts.add(
        family,
        "PROFILE",
        "DEFAULT",
        "RESOURCE_NAME",
        resource,
        "RESOURCE_TYPE",
        type,
        "LIMIT",
        limit);
  }

  private void roles() {
    for (Grantee role : grantees()) {
      if (role.isRole() && !role.name().equals(PUBLIC)) {
        parts.add(
            family,
            "ROLE",
            role.name(),
            "COMMON",
            CatalogParts.yes(dictionary.containerId() > 0 && role.isCommon()),
            "ORACLE_MAINTAINED",
            dictionary.grants().isMaintained(role.name()) ? "Y" : "N");
      }
    }
  }

  private void system(String column, Predicate<String> wanted) {
    for (Grantee grantee : grantees()) {
      if (wanted.test(grantee.name()) && (!column.equals("ROLE") || grantee.isRole())) {
        grantee
            .systemPrivileges()
            .forEach(p -> parts.add(family, column, grantee.name(), "PRIVILEGE", p));
      }
    }
  }

  private void granted(String column, Predicate<String> wanted) {
    for (Grantee grantee : grantees()) {
      if (wanted.test(grantee.name()) && (!column.equals("ROLE") || grantee.isRole())) {
        grantee.roles().forEach(r -> parts.add(family, column, grantee.name(), "GRANTED_ROLE", r));
      }
    }
  }

  private void sessionPrivileges(CatalogViewer viewer) {
    Set<String> names = new TreeSet<>();
    grantees().forEach(g -> names.addAll(g.systemPrivileges()));
    names.stream().filter(viewer::hasPrivilege).forEach(p -> parts.add(family, "PRIVILEGE", p));
  }

  private void sessionRoles(CatalogViewer viewer) {
    grantees().stream()
        .filter(g -> g.isRole() && !g.name().equals(PUBLIC) && viewer.hasRole(g.name()))
        .forEach(g -> parts.add(family, "ROLE", g.name()));
  }

  private boolean objectPrivileges(String me, Predicate<String> isMyRole) {
    boolean ofColumns = family.endsWith("_COL_PRIVS") || family.equals("ROLE_TAB_PRIVS");
    boolean ofTables = family.contains("_TAB_PRIVS");
    if (!ofColumns && !ofTables) {
      return false;
    }
    for (Grantee grantee : grantees()) {
      for (Map.Entry<ObjectKey, Set<String>> on : grantee.objectPrivileges().entrySet()) {
        if (isShown(grantee, on.getKey(), me, isMyRole)) {
          on.getValue().forEach(p -> privilege(grantee, on.getKey(), p, ofTables, ofColumns));
        }
      }
    }
    return true;
  }

  private boolean isShown(
      Grantee grantee, ObjectKey object, String me, Predicate<String> isMyRole) {
    boolean isMine = object.owner().equals(me);
    boolean isToMe = grantee.name().equals(me);
    return switch (family) {
      case "USER_TAB_PRIVS", "USER_COL_PRIVS" -> isMine || isToMe;
      case "ALL_TAB_PRIVS", "ALL_COL_PRIVS" ->
          isMine || isToMe || grantee.name().equals(PUBLIC) || isMyRole.test(grantee.name());
      case "USER_TAB_PRIVS_MADE" -> isMine;
      case "USER_TAB_PRIVS_RECD" -> isToMe;
      case "ROLE_TAB_PRIVS" -> grantee.isRole() && isMyRole.test(grantee.name());
      default -> true;
    };
  }

  private void privilege(
      Grantee grantee, ObjectKey object, String privilege, boolean ofTables, boolean ofColumns) {
    int bracket = privilege.indexOf('(');
    if (bracket < 0 ? !ofTables : !ofColumns) {
      return;
    }
    CatalogFamily declared = Objects.requireNonNull(CatalogColumns.view(family)).family();
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put(family.startsWith("ROLE") ? "ROLE" : "GRANTEE", grantee.name());
    row.put(family.startsWith("ALL") ? "TABLE_SCHEMA" : "OWNER", object.owner());
    row.put("TABLE_NAME", object.name());
    row.put("GRANTOR", object.owner());
    row.put("TYPE", type(object));
    row.put("PRIVILEGE", bracket < 0 ? privilege : privilege.substring(0, bracket));
    row.put(
        "COLUMN_NAME",
        bracket < 0 ? null : privilege.substring(bracket + 1, privilege.length() - 1));
    row.keySet().removeIf(column -> !declared.has(column));
    parts.add(family, row);
  }

  private String type(ObjectKey object) {
    String program = dictionary.programs().get(object);
    if (program != null) {
      return program;
    }
    if (object.owner().equals("SYS") && object.name().startsWith("DBMS_")) {
      return "PACKAGE";
    }
    if (dictionary.sequences().containsKey(object)) {
      return "SEQUENCE";
    }
    boolean isView =
        dictionary.views().containsKey(object)
            || (object.owner().equals("SYS") && object.name().contains("V_$"));
    return isView ? "VIEW" : "TABLE";
  }
}
