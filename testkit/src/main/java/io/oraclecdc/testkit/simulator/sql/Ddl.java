package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.SimDictionary;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;

/** Names and privileges, as every DDL statement needs them. */
final class Ddl {

  private Ddl() {}

  /** The next name, schema added, synonyms not followed. */
  static ObjectKey named(TokenCursor cursor, DdlTarget target) throws SQLException {
    ObjectName name = cursor.objectName();
    String schema = name.schema() == null ? target.session().currentSchema() : name.schema();
    return new ObjectKey(schema, name.name());
  }

  /** The name of an object to be created: free, and its schema allowed. */
  static ObjectKey newObject(
      TokenCursor cursor, DdlTarget target, String ownPrivilege, String anyPrivilege)
      throws SQLException {
    ObjectKey key = named(cursor, target);
    requireSchema(target, key, ownPrivilege, anyPrivilege);
    if (target.dictionary().isTaken(key)) {
      throw OraErrors.of(955, "name is already used by an existing object");
    }
    return key;
  }

  static void requireSchema(
      DdlTarget target, ObjectKey key, String ownPrivilege, String anyPrivilege)
      throws SQLException {
    SimDictionary dictionary = target.dictionary();
    String user = target.session().user();
    boolean own = key.owner().equals(user);
    if (dictionary.grants().user(key.owner()).isEmpty()) {
      throw OraErrors.of(1918, "user '" + key.owner() + "' does not exist");
    }
    boolean allowed =
        dictionary.grants().hasSystem(user, anyPrivilege)
            || (own && dictionary.grants().hasSystem(user, ownPrivilege));
    if (!allowed) {
      throw OraErrors.of(1031, "insufficient privileges");
    }
  }

  /** Owners may do everything with their objects, others need a system privilege. */
  static void requireOwner(DdlTarget target, ObjectKey key, String anyPrivilege)
      throws SQLException {
    if (!key.owner().equals(target.session().user())) {
      target.session().requireSystem(anyPrivilege);
    }
  }

  /** The table a statement names. */
  static TableEntry table(TokenCursor cursor, DdlTarget target, String anyPrivilege)
      throws SQLException {
    ObjectName name = cursor.objectName();
    String schema = name.schema() == null ? target.session().currentSchema() : name.schema();
    ObjectKey key =
        target.dictionary().resolve(new ObjectKey(schema, name.name()), name.schema() != null);
    TableEntry table =
        target
            .dictionary()
            .table(key)
            .orElseThrow(() -> OraErrors.of(942, "table or view does not exist"));
    SimDictionary dictionary = target.dictionary();
    String user = target.session().user();
    if (!key.owner().equals(user) && !dictionary.grants().hasSystem(user, anyPrivilege)) {
      boolean visible = Privileges.may(dictionary, user, key, "SELECT");
      throw visible
          ? OraErrors.of(1031, "insufficient privileges")
          : OraErrors.of(942, "table or view does not exist");
    }
    return table;
  }
}
