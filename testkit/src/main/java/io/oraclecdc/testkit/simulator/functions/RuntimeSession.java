package io.oraclecdc.testkit.simulator.functions;

import io.oraclecdc.testkit.simulator.dictionary.CatalogViewer;
import io.oraclecdc.testkit.simulator.session.BoundSession;
import io.oraclecdc.testkit.simulator.session.SessionBinding;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What SQL functions ask the session they run in. */
public interface RuntimeSession extends BoundSession {

  /** The session of the current call. */
  static RuntimeSession current() {
    return (RuntimeSession) SessionBinding.current();
  }

  /** The instant at which the current statement began: SYSDATE does not move inside it. */
  Instant statementInstant();

  /** Zone of the database host, in which SYSDATE counts. */
  ZoneId hostZone();

  /** A value of a sequence is about to be shown; a durable database notes how far it went. */
  default void sequenceTaken(String owner, String name, BigDecimal value) {}

  /** SYS_CONTEXT. */
  String context(String namespace, String parameter) throws SQLException;

  /** UID. */
  long userId();

  /** CURRENT_SCN. */
  long currentScn();

  /** SCN_TO_TIMESTAMP; ORA-08181 for an SCN the database does not know. */
  LocalDateTime timestampOf(long scn) throws SQLException;

  /** TIMESTAMP_TO_SCN; ORA-08180 for a time the database does not know. */
  long scnAt(LocalDateTime time) throws SQLException;

  /** Commit SCN of the transaction with a number, Long.MAX_VALUE while it is open. */
  long scnOf(long transactionNumber);

  /** Number of the session. */
  long sessionNumber();

  /** A ROWID for a new row of a segment, ten bytes. */
  byte[] nextRowId(long dataObjectId);

  /** The session as reader of catalog views. */
  CatalogViewer viewer();

  /** Whether the user may see an object in the ALL_ views. */
  boolean maySee(String owner, String object);

  /** Whether a container is open and the user may see its rows in the views of the root. */
  boolean seesContainer(int containerId);

  /** Whether the user has a system privilege. */
  boolean hasPrivilege(String privilege);

  /** Whether the user has a role. */
  boolean hasRole(String role);

  /** An NLS parameter of the session by name, empty when unknown. */
  String nlsParameter(String name);

  /**
   * DBMS_METADATA.GET_DDL; ORA-31603 for an object the user does not see.
   *
   * @param type in upper case
   * @param schema null for the user's own
   */
  String ddl(String type, String name, @Nullable String schema) throws SQLException;

  /** Name of the user. */
  String userName();

  /**
   * Calls a function of a user.
   *
   * @param program its name in SQL
   * @param kinds of the arguments, separated by commas
   * @param returns kind of the result
   * @param arguments as text
   * @return the result as text
   */
  @Nullable String call(
      String program, String kinds, String returns, List<@Nullable String> arguments)
      throws SQLException;
}
