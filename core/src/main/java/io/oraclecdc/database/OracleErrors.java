package io.oraclecdc.database;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.errors.RetriableException;
import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What an ORA number means for capture. The whole chain of causes is looked at, and numbers that
 * only wrap another one (ORA-00604, PL/SQL back traces) give way to the wrapped one. Immutable.
 */
public final class OracleErrors {
  private static final Pattern NUMBER = Pattern.compile("ORA-(\\d{4,5})");
  private static final Pattern HELP_LINK = Pattern.compile("\\s*https?://\\S+");
  private static final int USER_CANCEL = 1013;
  private static final int INTERNAL_ERROR = 600;

  private final Set<Integer> extraRetriable;

  /** With further numbers that are worth another session ({@code cdc.retry.extra.error.codes}). */
  public OracleErrors(Collection<Integer> extraRetriable) {
    this.extraRetriable = Set.copyOf(extraRetriable);
  }

  /** Without further numbers. */
  public static OracleErrors standard() {
    return new OracleErrors(Set.of());
  }

  /**
   * The typed error for a failed call.
   *
   * @param failure what the driver threw
   * @param doing what was being done, to follow "while": "reading the redo logs"
   * @return {@link RetriableException} when another try may help, else the error to stop with; an
   *     unknown number stops under CDC-1001, because nobody knows whether a retry is safe
   */
  public CdcException classify(SQLException failure, String doing) {
    String observed = describe(failure) + " while " + doing;
    Set<Integer> numbers = numbers(failure);
    for (int number : numbers) {
      ErrorCode code =
          extraRetriable.contains(number) ? ErrorCode.TRANSIENT_DATABASE : meaning(number);
      if (code == null && number == INTERNAL_ERROR && mentions(failure, "krvr")) {
        // LogMiner's own routines; seen to go away with another try
        code = ErrorCode.MINING_STEP_RETRY;
      }
      if (code != null) {
        return error(code, observed, failure);
      }
    }
    if (mentions(failure, "PLS-00201")) {
      // A package that was not granted looks as if it did not exist.
      return error(ErrorCode.PRIVILEGE, observed, failure);
    }
    if (failure instanceof SQLTimeoutException) {
      return new RetriableException(ErrorCode.MINING_STEP_RETRY, observed, failure);
    }
    if (isConnectionTrouble(failure)) {
      return new RetriableException(ErrorCode.TRANSIENT_DATABASE, observed, failure);
    }
    return new CdcException(
        ErrorCode.TRANSIENT_DATABASE,
        observed + "; this error is not known to be safe to retry",
        "Look the error up; if a retry is safe, name it in cdc.retry.extra.error.codes.",
        failure);
  }

  /** Whether the call was cancelled, by us or by its time limit. */
  public static boolean isTimeout(SQLException failure) {
    return failure instanceof SQLTimeoutException || numbers(failure).contains(USER_CANCEL);
  }

  /** Whether one of the numbers occurs anywhere in the chain. */
  public static boolean hasNumber(SQLException failure, int... wanted) {
    Set<Integer> numbers = numbers(failure);
    for (int number : wanted) {
      if (numbers.contains(number)) {
        return true;
      }
    }
    return false;
  }

  /** The first line of the driver's message, without links: never has row values for our SQL. */
  static String describe(SQLException failure) {
    String message = failure.getMessage();
    if (message == null || message.isBlank()) {
      return String.format(Locale.ROOT, "ORA-%05d", failure.getErrorCode());
    }
    StringBuilder text = new StringBuilder();
    for (String line : message.strip().split("\\R", -1)) {
      String clean = HELP_LINK.matcher(line).replaceAll("").strip();
      boolean number = clean.startsWith("ORA-") || clean.startsWith("PLS-");
      if (text.isEmpty() || number) {
        text.append(text.isEmpty() ? "" : "; ").append(clean);
      }
    }
    String first = text.toString();
    String trimmed = first.endsWith(".") ? first.substring(0, first.length() - 1) : first;
    return trimmed.contains("ORA-") || failure.getErrorCode() == 0
        ? trimmed
        : String.format(Locale.ROOT, "ORA-%05d: %s", failure.getErrorCode(), trimmed);
  }

  /** The table: one line for each answer. Null for numbers that only wrap others or are unknown. */
  private static @Nullable ErrorCode meaning(int number) {
    return switch (number) {
      // session killed, marked, idle for too long; no session or process is free
      case 18, 20, 28, 31, 1000, 1012, 2396 -> ErrorCode.TRANSIENT_DATABASE;
      // instance starting, stopping, closed
      case 1033, 1034, 1089, 1090, 1092, 1109 -> ErrorCode.TRANSIENT_DATABASE;
      // connection lost; memory of the session; package state; container not open
      case 3113, 3114, 3135, 4030, 4036, 4068, 16331, 25408 -> ErrorCode.TRANSIENT_DATABASE;
      // listener, network
      case 12170, 12514, 12516, 12518, 12519, 12520, 12528, 12537, 12541, 12543, 12545 ->
          ErrorCode.TRANSIENT_DATABASE;
      // the driver's own: I/O error, closed connection, no more data, end of file
      case 17002, 17008, 17410, 17800 -> ErrorCode.TRANSIENT_DATABASE;
      // a log was reused, switched, not visible yet; LogMiner's session state
      case 310, 334, 1001, 1289, 1291, 1292, 1304, 1306, 1307, 1317, 1323, 1353, 1368 ->
          ErrorCode.MINING_STEP_RETRY;
      case USER_CANCEL -> ErrorCode.MINING_STEP_RETRY;
      case 308, 1284, 1285, 16226 -> ErrorCode.LOG_PURGED;
      case 353, 368, 1343 -> ErrorCode.CORRUPTION;
      case 942, 1017, 1031, 1045, 28000, 28001 -> ErrorCode.PRIVILEGE;
      case 1286, 1287, 65011, 65040 -> ErrorCode.TOPOLOGY;
      case 1346, 1347, 1354 -> ErrorCode.PRECONDITION;
      case 1333, 1371 -> ErrorCode.DICTIONARY_UNAVAILABLE;
      default -> null;
    };
  }

  private static CdcException error(ErrorCode code, String observed, SQLException cause) {
    return code.retry() == ErrorCode.Retry.NEVER
        ? new CdcException(code, observed, cause)
        : new RetriableException(code, observed, cause);
  }

  private static boolean mentions(SQLException failure, String text) {
    String message = failure.getMessage();
    return message != null && message.contains(text);
  }

  private static boolean isConnectionTrouble(SQLException failure) {
    for (Throwable link : chain(failure)) {
      if (link instanceof SQLRecoverableException
          || link instanceof SQLTransientException
          || link instanceof IOException) {
        return true;
      }
    }
    return mentions(failure, "No more data to read from socket")
        || mentions(failure, "Closed Connection")
        || mentions(failure, "IO Error");
  }

  /** All numbers of the chain, outermost first, each text in its own order. */
  private static Set<Integer> numbers(SQLException failure) {
    Set<Integer> numbers = new LinkedHashSet<>();
    for (Throwable link : chain(failure)) {
      if (link instanceof SQLException sql && sql.getErrorCode() > 0) {
        numbers.add(sql.getErrorCode());
      }
      String message = link.getMessage();
      if (message != null) {
        Matcher matcher = NUMBER.matcher(message);
        while (matcher.find()) {
          numbers.add(Integer.parseInt(matcher.group(1)));
        }
      }
    }
    return numbers;
  }

  private static Collection<Throwable> chain(SQLException failure) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Collection<Throwable> order = new java.util.ArrayList<>();
    Deque<Throwable> open = new ArrayDeque<>();
    open.add(failure);
    while (!open.isEmpty()) {
      Throwable link = open.remove();
      if (seen.add(link)) {
        order.add(link);
        if (link.getCause() != null) {
          open.add(link.getCause());
        }
        if (link instanceof SQLException sql && sql.getNextException() != null) {
          open.add(sql.getNextException());
        }
      }
    }
    return order;
  }
}
