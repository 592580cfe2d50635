package io.oraclecdc.testkit.simulator.errors;

import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.h2.jdbc.JdbcBatchUpdateException;
import org.h2.jdbc.JdbcException;

/**
 * Turns errors of H2 into those Oracle would raise. Texts never carry row values; what is not known
 * here becomes ORA-00600, which is a bug of the simulator.
 */
public final class H2ErrorMapper {
  private static final Pattern INDEX = Pattern.compile("INDEX \"?([^\". ]+)\"?\\.\"?(.+?)\"? ON ");
  private static final Pattern INDEX_ALONE =
      Pattern.compile("violation: \"+([^\". ]+)\"*\\.\"*(.+?)\"* ON ");
  private static final Pattern NAMED = Pattern.compile("\"([^\"]*)\"");
  private static final Pattern CONSTRAINT =
      Pattern.compile("(?:constraint violation|constraint invalid): \"([^:]+):");

  private H2ErrorMapper() {}

  /** What kind of statement failed, where that decides the number. */
  public enum Situation {
    /** INSERT. */
    INSERT,
    /** UPDATE. */
    UPDATE,
    /** DELETE. */
    DELETE,
    /** DDL. */
    DDL,
    /** Everything else. */
    OTHER
  }

  /** The error to throw for one of H2; errors that are Oracle's already pass through. */
  public static SQLException map(SQLException error, Situation situation) {
    SQLException own = ownError(error);
    if (own != null) {
      return own;
    }
    String text = String.valueOf(error.getMessage());
    return switch (error.getErrorCode()) {
      case 42102, 42103, 42104, 90079 -> OraErrors.of(942, "table or view does not exist");
      case 42122, 90022 -> OraErrors.of(904, "invalid identifier");
      case 42101, 42111, 90035, 90045 ->
          OraErrors.of(955, "name is already used by an existing object");
      case 90036 -> OraErrors.of(2289, "sequence does not exist");
      case 90148 -> OraErrors.of(8002, "sequence CURRVAL is not yet defined in this session");
      case 90006 -> OraErrors.of(8004, "sequence NEXTVAL exceeds MAXVALUE or goes below MINVALUE");
      case 42112 -> OraErrors.of(1418, "specified index does not exist");
      case 90057 -> OraErrors.of(2443, "Cannot drop constraint  - nonexistent constraint");
      case 42121 -> OraErrors.of(1430, "column being added already exists in table");
      case 90059 -> OraErrors.of(918, "column ambiguously specified");
      case 90053 -> OraErrors.of(1427, "single-row subquery returns more than one row");
      case 90068 -> OraErrors.of(1791, "not a SELECTed expression");
      case 21002 -> OraErrors.of(913, "too many values");
      case 23505 -> unique(text);
      case 23502 -> notNull(text, situation);
      case 23513, 23514 ->
          OraErrors.of(2290, "check constraint (" + constraint(text) + ") violated");
      case 23506 ->
          OraErrors.of(
              2291,
              "integrity constraint (" + constraint(text) + ") violated - parent key not found");
      case 23503 ->
          OraErrors.of(
              2292,
              "integrity constraint (" + constraint(text) + ") violated - child record found");
      case 22001 -> OraErrors.of(12899, "value too large for column");
      case 22003, 22004 -> OraErrors.of(1426, "numeric overflow");
      case 22018 -> OraErrors.of(1722, "invalid number");
      case 22007, 90056 -> OraErrors.of(1861, "literal does not match format string");
      case 22012 -> OraErrors.of(1476, "divisor is equal to zero");
      case 22025 ->
          OraErrors.of(1424, "missing or illegal character following the escape character");
      case 22033 -> OraErrors.of(1873, "the leading precision of the interval is too small");
      case 90154 -> OraErrors.of(54013, "INSERT operation disallowed on virtual columns");
      case 90063 -> OraErrors.of(1086, "savepoint never established in this session or is invalid");
      case 50200 ->
          OraErrors.of(54, "resource busy and acquire with NOWAIT specified or timeout expired");
      case 90131 -> OraErrors.of(8177, "can't serialize access for this transaction");
      case 40001 -> OraErrors.of(60, "deadlock detected while waiting for resource");
      case 57014 -> OraErrors.of(1013, "user requested cancel of current operation");
      case 90007, 90067, 90098, 90121 -> OraErrors.of(17008, "Closed Connection");
      case 90012 -> OraErrors.of(17041, "Missing IN or OUT parameter");
      case 21000, 42000, 42001 ->
          OraErrors.of(900, "invalid SQL statement (not supported by the simulator)");
      default ->
          OraErrors.of(
              600,
              "internal error code, arguments: [simulator], [H2 " + error.getErrorCode() + "]");
    };
  }

  /** The first error in the chain that did not come from H2. */
  private static @org.jspecify.annotations.Nullable SQLException ownError(Throwable error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException own && !isInner(own)) {
        return own;
      }
      if (cause.getCause() == cause) {
        return null;
      }
    }
    return null;
  }

  /** Whether H2 threw it; its error of a batch is no {@link JdbcException}. */
  private static boolean isInner(SQLException error) {
    return error instanceof JdbcException || error instanceof JdbcBatchUpdateException;
  }

  private static SQLException unique(String text) {
    if (text.contains("Merge using ON column expression")) {
      return OraErrors.of(30926, "unable to get a stable set of rows in the source tables");
    }
    Matcher matcher = INDEX.matcher(text);
    String name = "";
    if (matcher.find()) {
      name =
          matcher.group(1) + "." + matcher.group(2).replaceFirst("_INDEX_[0-9A-F]+(_\\d+)?$", "");
    } else {
      Matcher index = INDEX_ALONE.matcher(text);
      name = index.find() ? index.group(1) + "." + index.group(2) : "";
    }
    return OraErrors.of(1, "unique constraint (" + name + ") violated");
  }

  private static SQLException notNull(String text, Situation situation) {
    Matcher matcher = NAMED.matcher(text);
    String column = matcher.find() ? "(\"" + matcher.group(1) + "\")" : "";
    return situation == Situation.UPDATE
        ? OraErrors.of(1407, "cannot update " + column + " to NULL")
        : OraErrors.of(1400, "cannot insert NULL into " + column);
  }

  private static String constraint(String text) {
    Matcher matcher = CONSTRAINT.matcher(text);
    if (!matcher.find()) {
      return "";
    }
    return matcher.group(1).replace("\"", "").strip();
  }
}
