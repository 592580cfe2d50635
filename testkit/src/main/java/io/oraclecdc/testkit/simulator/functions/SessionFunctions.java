package io.oraclecdc.testkit.simulator.functions;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Functions about the session, its rights and the database. */
public final class SessionFunctions {

  private SessionFunctions() {}

  /** USER. */
  public static String user() {
    return RuntimeSession.current().userName();
  }

  /** UID. */
  public static BigDecimal uid() {
    return BigDecimal.valueOf(RuntimeSession.current().userId());
  }

  /** SYS_CONTEXT. */
  public static @Nullable String sysContext(@Nullable String namespace, @Nullable String parameter)
      throws SQLException {
    if (namespace == null || parameter == null) {
      return null;
    }
    String value = RuntimeSession.current().context(namespace, parameter);
    return value.isEmpty() ? null : value;
  }

  /** DBMS_FLASHBACK.GET_SYSTEM_CHANGE_NUMBER. */
  public static BigDecimal currentScn() {
    return BigDecimal.valueOf(RuntimeSession.current().currentScn());
  }

  /** Commit SCN of the transaction that wrote or ended a row version. */
  public static long scnOf(@Nullable Long transactionNumber) {
    return transactionNumber == null ? 0 : RuntimeSession.current().scnOf(transactionNumber);
  }

  /** Whose rows of a temporary table are seen. */
  public static long sessionNumber() {
    return RuntimeSession.current().sessionNumber();
  }

  /** ORA_ROWSCN: unknown while the row's last change is not committed. */
  public static @Nullable BigDecimal rowScn(@Nullable Long transactionNumber) {
    long scn = scnOf(transactionNumber);
    return scn == 0 || scn == Long.MAX_VALUE ? null : BigDecimal.valueOf(scn);
  }

  /** SCN_TO_TIMESTAMP. */
  public static @Nullable LocalDateTime scnToTimestamp(@Nullable BigDecimal scn)
      throws SQLException {
    return scn == null ? null : RuntimeSession.current().timestampOf(scn.longValue());
  }

  /** TIMESTAMP_TO_SCN. */
  public static @Nullable BigDecimal timestampToScn(@Nullable LocalDateTime time)
      throws SQLException {
    return time == null ? null : BigDecimal.valueOf(RuntimeSession.current().scnAt(time));
  }

  /** A ROWID for a row that moves to a new segment. */
  public static byte[] nextRowid(long dataObjectId) {
    return RuntimeSession.current().nextRowId(dataObjectId);
  }

  /** The value of a sequence, after the database noted how far it went. */
  public static BigDecimal sequenceValue(BigDecimal value, String owner, String name) {
    RuntimeSession.current().sequenceTaken(owner, name, value);
    return value;
  }

  /** Whether the ALL_ views show an object. */
  public static boolean maySee(@Nullable String owner, @Nullable String name) {
    return owner != null && name != null && RuntimeSession.current().maySee(owner, name);
  }

  /** Whether the CDB_ views show the rows of a container. */
  public static boolean seesContainer(@Nullable BigDecimal containerId) {
    return containerId != null && RuntimeSession.current().seesContainer(containerId.intValue());
  }

  /** Whether SESSION_PRIVS shows a privilege. */
  public static boolean hasPrivilege(@Nullable String privilege) {
    return privilege != null && RuntimeSession.current().hasPrivilege(privilege);
  }

  /** Whether SESSION_ROLES shows a role. */
  public static boolean hasRole(@Nullable String role) {
    return role != null && RuntimeSession.current().hasRole(role);
  }

  /** DBMS_METADATA.GET_DDL. */
  public static @Nullable String getDdl(
      @Nullable String type, @Nullable String name, @Nullable String schema) throws SQLException {
    if (type == null || name == null) {
      throw OraErrors.of(
          31600,
          "invalid input value NULL for parameter %s in function GET_DDL"
              .formatted(type == null ? "OBJECT_TYPE" : "NAME"));
    }
    return RuntimeSession.current().ddl(type, name, schema);
  }

  /** An NLS parameter of the session. */
  public static String nlsParameter(String name) {
    return RuntimeSession.current().nlsParameter(name);
  }

  /** A function of a user; arguments that are not given are null. */
  public static @Nullable String callFunction(
      String program,
      @Nullable String kinds,
      String returns,
      @Nullable String a,
      @Nullable String b,
      @Nullable String c,
      @Nullable String d,
      @Nullable String e,
      @Nullable String f,
      @Nullable String g,
      @Nullable String h)
      throws SQLException {
    List<@Nullable String> arguments = Arrays.asList(a, b, c, d, e, f, g, h);
    return RuntimeSession.current().call(program, kinds == null ? "" : kinds, returns, arguments);
  }
}
