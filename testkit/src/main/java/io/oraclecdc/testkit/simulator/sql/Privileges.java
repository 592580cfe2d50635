package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.Grants;
import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.SimDictionary;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Who may do what with which object. */
public final class Privileges {
  /** Views of SYS that everybody may read. */
  private static final Set<String> PUBLIC_VIEWS =
      Set.of(
          "DUAL",
          "SESSION_PRIVS",
          "SESSION_ROLES",
          "NLS_SESSION_PARAMETERS",
          "NLS_DATABASE_PARAMETERS",
          "NLS_INSTANCE_PARAMETERS",
          "V$NLS_PARAMETERS",
          "V$NLS_VALID_VALUES",
          "V$OPTION",
          "V$SESSION_CONNECT_INFO",
          "V$SESSION_LONGOPS",
          "V$TIMEZONE_FILE",
          "V$TIMEZONE_NAMES",
          "V$VERSION",
          "AUDIT_ACTIONS",
          "COLUMN_PRIVILEGES",
          "RESOURCE_COST",
          "SESSION_CONTEXT",
          "STMT_AUDIT_OPTION_MAP",
          "SYSTEM_PRIVILEGE_MAP",
          "TABLE_PRIVILEGES",
          "TABLE_PRIVILEGE_MAP",
          "DICTIONARY",
          "DICT_COLUMNS",
          "GLOBAL_NAME",
          "DATABASE_PROPERTIES",
          "ROLE_SYS_PRIVS",
          "ROLE_ROLE_PRIVS",
          "ROLE_TAB_PRIVS",
          "PRODUCT_COMPONENT_VERSION");

  private static final Set<String> MINED =
      Set.of(
          "V$LOGMNR_CONTENTS", "V_$LOGMNR_CONTENTS", "GV$LOGMNR_CONTENTS", "GV_$LOGMNR_CONTENTS");

  private static final Map<String, String> ANY =
      Map.of(
          "SELECT", "SELECT ANY TABLE",
          "INSERT", "INSERT ANY TABLE",
          "UPDATE", "UPDATE ANY TABLE",
          "DELETE", "DELETE ANY TABLE",
          "FLASHBACK", "FLASHBACK ANY TABLE",
          "LOCK", "LOCK ANY TABLE",
          "ALTER", "ALTER ANY TABLE");

  private Privileges() {}

  /**
   * Fails unless the user may do this with the object.
   *
   * @throws SQLException ORA-00942 if the user may not see the object, ORA-01031 otherwise
   */
  public static void require(
      SimDictionary dictionary, String user, ObjectKey object, String privilege)
      throws SQLException {
    if (may(dictionary, user, object, privilege)) {
      if (object.owner().equals("SYS") && MINED.contains(object.name())) {
        requireMining(dictionary.grants(), user);
      }
      return;
    }
    boolean seen =
        privilege.equals("SELECT")
            ? dictionary.grants().hasAnyOn(user, object)
            : may(dictionary, user, object, "SELECT");
    if (seen) {
      throw OraErrors.of(1031, "insufficient privileges");
    }
    throw OraErrors.of(942, "table or view does not exist");
  }

  /** Redo of everybody's transactions is more than a view. */
  private static void requireMining(Grants grants, String user) throws SQLException {
    if (!grants.hasSystem(user, "LOGMINING") || !grants.hasSystem(user, "SELECT ANY TRANSACTION")) {
      throw OraErrors.of(1031, "insufficient privileges");
    }
  }

  /** How a grantee's privileges name one that is for a column only. */
  public static String ofColumn(String privilege, String column) {
    return privilege + "(" + column + ")";
  }

  /** Fails unless the session may do this with the object or with some columns of it. */
  static void requireTarget(SqlSession session, TableEntry table, String privilege)
      throws SQLException {
    boolean some =
        table.table().columns().stream()
            .anyMatch(c -> mayColumn(session, table, privilege, c.name()));
    if (!some) {
      session.require(table.key(), privilege);
    }
  }

  /**
   * Fails unless the session may do this with each of the columns.
   *
   * @throws SQLException ORA-01031
   */
  static void requireColumns(
      SqlSession session, TableEntry table, String privilege, Collection<String> columns)
      throws SQLException {
    if (may(session.dictionary(), session.user(), table.key(), privilege)) {
      return;
    }
    for (String column : columns) {
      if (!mayColumn(session, table, privilege, column)) {
        throw OraErrors.of(1031, "insufficient privileges");
      }
    }
  }

  private static boolean mayColumn(
      SqlSession session, TableEntry table, String privilege, String column) {
    return session
        .dictionary()
        .grants()
        .hasObject(session.user(), table.key(), ofColumn(privilege, column));
  }

  /** Whether the user may do this with the object. */
  public static boolean may(
      SimDictionary dictionary, String user, ObjectKey object, String privilege) {
    if (object.owner().equals(user) || user.equals("SYS")) {
      return true;
    }
    Grants grants = dictionary.grants();
    if (object.owner().equals("SYS")) {
      return privilege.equals("SELECT") && mayReadCatalog(grants, user, object.name());
    }
    boolean isTable = dictionary.table(object).isPresent() || dictionary.view(object).isPresent();
    String any = isTable ? ANY.get(privilege) : "SELECT ANY SEQUENCE";
    if (any != null && grants.hasSystem(user, any)) {
      return true;
    }
    if (privilege.equals("SELECT") && grants.hasObject(user, object, "READ")) {
      return true;
    }
    return grants.hasObject(user, object, privilege);
  }

  private static boolean mayReadCatalog(Grants grants, String user, String view) {
    if (PUBLIC_VIEWS.contains(synonym(view))
        || view.startsWith("ALL_")
        || view.startsWith("USER_")) {
      return true;
    }
    if (grants.hasRole(user, "SELECT_CATALOG_ROLE")
        || grants.hasSystem(user, "SELECT ANY DICTIONARY")) {
      return true;
    }
    for (String name : List.of(view, underlying(view))) {
      ObjectKey key = new ObjectKey("SYS", name);
      if (grants.hasObject(user, key, "SELECT") || grants.hasObject(user, key, "READ")) {
        return true;
      }
    }
    return false;
  }

  /** The views of all instances are open where those of the own one are. */
  private static String synonym(String view) {
    return view.replaceFirst("^G?V_?\\$", "V\\$");
  }

  /** V$X is a synonym of V_$X, which grants name. */
  private static String underlying(String view) {
    return view.startsWith("V$") || view.startsWith("GV$")
        ? view.replaceFirst("V\\$", "V_\\$")
        : view;
  }
}
