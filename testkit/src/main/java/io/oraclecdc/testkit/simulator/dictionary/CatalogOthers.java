package io.oraclecdc.testkit.simulator.dictionary;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes the rows of the catalog views about everything that is not a table. */
final class CatalogOthers {
  private final SimDictionary dictionary;

  CatalogOthers(SimDictionary dictionary) {
    this.dictionary = dictionary;
  }

  /** Rows about everything that is not a table; families without rows are present and empty. */
  Map<String, List<Map<String, @Nullable Object>>> rows() {
    CatalogParts parts = new CatalogParts();
    for (String family :
        List.of(
            "DBA_USERS",
            "ALL_USERS",
            "USER_USERS",
            "DBA_TAB_PRIVS",
            "USER_TAB_PRIVS",
            "ALL_TAB_PRIVS",
            "DBA_SYS_PRIVS",
            "USER_SYS_PRIVS",
            "DBA_ROLE_PRIVS",
            "USER_ROLE_PRIVS",
            "DBA_ROLES",
            "SESSION_PRIVS",
            "SESSION_ROLES",
            "VIEWS",
            "SEQUENCES",
            "SYNONYMS",
            "CLUSTERS",
            "INDEXES",
            "OBJECTS")) {
      parts.family(family);
    }
    dictionary.grants().grantees().forEach(g -> grantee(parts, g, dictionary));
    Set<String> privileges = new java.util.TreeSet<>();
    dictionary.grants().grantees().forEach(g -> privileges.addAll(g.systemPrivileges()));
    privileges.forEach(p -> parts.add("SESSION_PRIVS", "PRIVILEGE", p));
    schemaObjects(parts);
    CatalogContainers.FAMILIES.forEach(parts::family);
    CatalogContainers.add(parts, dictionary);
    return parts.rows();
  }

  private void schemaObjects(CatalogParts parts) {
    for (ViewEntry view : dictionary.views().values()) {
      if (!view.text().isEmpty()) {
        parts.add(
            "VIEWS",
            "OWNER",
            view.key().owner(),
            "VIEW_NAME",
            view.key().name(),
            "TEXT_LENGTH",
            view.text().length(),
            "TEXT",
            view.text(),
            "TEXT_VC",
            view.text(),
            "READ_ONLY",
            "N");
        parts.object(dictionary, view.key(), view.objectId(), null, "VIEW", view.key());
      }
    }
    for (SequenceEntry sequence : dictionary.sequences().values()) {
      parts.add(
          "SEQUENCES",
          "SEQUENCE_OWNER",
          sequence.key().owner(),
          "SEQUENCE_NAME",
          sequence.key().name(),
          "MIN_VALUE",
          sequence.minimum(),
          "MAX_VALUE",
          sequence.maximum(),
          "INCREMENT_BY",
          sequence.increment(),
          "CYCLE_FLAG",
          sequence.cycle() ? "Y" : "N",
          "ORDER_FLAG",
          "N",
          "CACHE_SIZE",
          sequence.cache());
      parts.object(
          dictionary, sequence.key(), sequence.objectId(), null, "SEQUENCE", sequence.key());
    }
    dictionary
        .synonyms()
        .forEach(
            (key, target) ->
                parts.add(
                    "SYNONYMS",
                    "OWNER",
                    key.owner(),
                    "SYNONYM_NAME",
                    key.name(),
                    "TABLE_OWNER",
                    target.owner(),
                    "TABLE_NAME",
                    target.name()));
    dictionary.clusters().values().forEach(c -> cluster(parts, c));
    dictionary.programs().forEach((key, type) -> parts.object(dictionary, key, 0, null, type, key));
    dictionary
        .triggers()
        .keySet()
        .forEach(key -> parts.object(dictionary, key, 0, null, "TRIGGER", key));
  }

  private void cluster(CatalogParts parts, ClusterEntry cluster) {
    parts.add(
        "CLUSTERS",
        "OWNER",
        cluster.key().owner(),
        "CLUSTER_NAME",
        cluster.key().name(),
        "TABLESPACE_NAME",
        cluster.tablespace(),
        "PCT_FREE",
        10,
        "KEY_SIZE",
        cluster.keySize(),
        "INI_TRANS",
        2,
        "MAX_TRANS",
        255,
        "CLUSTER_TYPE",
        cluster.isHash() ? "HASH" : "INDEX",
        "FUNCTION",
        !cluster.isHash() ? null : cluster.function() == null ? "DEFAULT2" : "HASH EXPRESSION",
        "HASHKEYS",
        cluster.hashKeys(),
        "DEGREE",
        "         1",
        "INSTANCES",
        "         1",
        "CACHE",
        "    N",
        "BUFFER_POOL",
        "DEFAULT",
        "SINGLE_TABLE",
        cluster.singleTable() ? "    Y" : "    N",
        "DEPENDENCIES",
        "DISABLED");
    parts.object(
        dictionary,
        cluster.key(),
        cluster.objectId(),
        cluster.dataObjectId(),
        "CLUSTER",
        cluster.key());
    ObjectKey index = cluster.index();
    if (index == null) {
      return;
    }
    parts.add(
        "INDEXES",
        "OWNER",
        index.owner(),
        "INDEX_NAME",
        index.name(),
        "INDEX_TYPE",
        "CLUSTER",
        "TABLE_OWNER",
        cluster.key().owner(),
        "TABLE_NAME",
        cluster.key().name(),
        "TABLE_TYPE",
        "CLUSTER",
        "UNIQUENESS",
        "UNIQUE",
        "TABLESPACE_NAME",
        cluster.tablespace(),
        "STATUS",
        "VALID",
        "PARTITIONED",
        "NO",
        "VISIBILITY",
        "VISIBLE");
    parts.object(dictionary, index, cluster.indexId(), cluster.indexId(), "INDEX", cluster.key());
  }

  private static void grantee(CatalogParts parts, Grantee grantee, SimDictionary dictionary) {
    boolean maintained = Set.of("SYS", "SYSTEM").contains(grantee.name()) || grantee.isRole();
    String common = dictionary.containerId() > 0 && grantee.isCommon() ? "YES" : "NO";
    if (grantee.isRole()) {
      if (!grantee.name().equals("PUBLIC")) {
        parts.add("DBA_ROLES", "ROLE", grantee.name(), "PASSWORD_REQUIRED", "NO", "COMMON", "NO");
        parts.add("SESSION_ROLES", "ROLE", grantee.name());
      }
    } else {
      user(parts, grantee, maintained, common);
    }
    for (String privilege : grantee.systemPrivileges()) {
      parts.add(
          "DBA_SYS_PRIVS",
          "GRANTEE",
          grantee.name(),
          "PRIVILEGE",
          privilege,
          "ADMIN_OPTION",
          "NO",
          "COMMON",
          "NO");
      parts.add(
          "USER_SYS_PRIVS",
          "USERNAME",
          grantee.name(),
          "PRIVILEGE",
          privilege,
          "ADMIN_OPTION",
          "NO",
          "COMMON",
          "NO");
    }
    for (String role : grantee.roles()) {
      parts.add(
          "DBA_ROLE_PRIVS",
          "GRANTEE",
          grantee.name(),
          "GRANTED_ROLE",
          role,
          "ADMIN_OPTION",
          "NO",
          "DEFAULT_ROLE",
          "YES",
          "COMMON",
          "NO");
      parts.add(
          "USER_ROLE_PRIVS",
          "USERNAME",
          grantee.name(),
          "GRANTED_ROLE",
          role,
          "ADMIN_OPTION",
          "NO",
          "DEFAULT_ROLE",
          "YES",
          "COMMON",
          "NO");
    }
    grantee
        .objectPrivileges()
        .forEach(
            (object, names) ->
                names.stream()
                    .filter(p -> !p.endsWith(")")) // of columns: not in the views of tables
                    .forEach(p -> privilege(parts, grantee, object, p)));
  }

  private static void privilege(
      CatalogParts parts, Grantee grantee, ObjectKey object, String name) {
    for (String family : List.of("DBA_TAB_PRIVS", "USER_TAB_PRIVS", "ALL_TAB_PRIVS")) {
      parts.add(
          family,
          "GRANTEE",
          grantee.name(),
          family.startsWith("ALL") ? "TABLE_SCHEMA" : "OWNER",
          object.owner(),
          "TABLE_NAME",
          object.name(),
          "GRANTOR",
          object.owner(),
          "PRIVILEGE",
          name,
          "GRANTABLE",
          "NO",
          "HIERARCHY",
          "NO",
          "COMMON",
          "NO",
          "TYPE",
          object.name().startsWith("DBMS_") ? "PACKAGE" : "TABLE",
          "INHERITED",
          "NO");
    }
  }

  private static void user(CatalogParts parts, Grantee user, boolean maintained, String common) {
    String status = user.isLocked() ? "LOCKED" : "OPEN";
    String oracle = maintained ? "Y" : "N";
    for (String family : List.of("DBA_USERS", "USER_USERS")) {
      parts.add(
          family,
          "USERNAME",
          user.name(),
          "USER_ID",
          user.userId(),
          "ACCOUNT_STATUS",
          status,
          "DEFAULT_TABLESPACE",
          "USERS",
          "TEMPORARY_TABLESPACE",
          "TEMP",
          "CREATED",
          user.created(),
          "COMMON",
          common,
          "ORACLE_MAINTAINED",
          oracle);
    }
    parts.add(
        "ALL_USERS",
        "USERNAME",
        user.name(),
        "USER_ID",
        user.userId(),
        "CREATED",
        user.created(),
        "COMMON",
        common,
        "ORACLE_MAINTAINED",
        oracle);
  }
}
