package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.SimDictionary;
import java.sql.SQLException;
import java.util.OptionalLong;

/** What translation needs to know of the session a statement runs in. */
public interface SqlSession {

  /** The dictionary of the session's container. */
  SimDictionary dictionary();

  /** The user whose privileges count. */
  String user();

  /** Schema of unqualified names. */
  String currentSchema();

  /** NLS_LENGTH_SEMANTICS = CHAR. */
  boolean charLengthSemantics();

  /** MAX_STRING_SIZE = EXTENDED. */
  boolean extendedStrings();

  /** Whether sequences must note how far they went. */
  default boolean isDurable() {
    return false;
  }

  /** DBMS_FLASHBACK: every query reads as of this SCN; empty when not enabled. */
  default OptionalLong flashbackScn() {
    return OptionalLong.empty();
  }

  /** Major release, for example 23. */
  int release();

  /** Whether a package exists and the user may run it. */
  boolean mayExecute(String packageName);

  /**
   * Fails unless the session's user may do this with the object.
   *
   * @throws SQLException ORA-00942 when the user may not even know of it, ORA-01031 otherwise
   */
  void require(ObjectKey object, String privilege) throws SQLException;

  /** Fails with ORA-04091 if a row trigger of the table is running. */
  default void requireNotMutating(ObjectKey table) throws SQLException {}

  /** Fails with ORA-01031 unless the user has the system privilege. */
  void requireSystem(String privilege) throws SQLException;
}
