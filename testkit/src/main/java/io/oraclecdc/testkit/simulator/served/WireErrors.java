package io.oraclecdc.testkit.simulator.served;

import io.oraclecdc.testkit.simulator.faults.BrokenConnectionException;
import java.sql.BatchUpdateException;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.sql.SQLTransientException;
import java.sql.SQLWarning;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Errors on the wire: class, message, SQLState, vendor code, counts of a batch, cause and next
 * error. An exception that is not of JDBC comes back as one of three common classes.
 */
final class WireErrors {
  private static final int SQL = 0;
  private static final int BROKEN = 1;
  private static final int BATCH = 2;
  private static final int CLIENT_INFO = 3;
  private static final int WARNING = 4;
  private static final int ARGUMENT = 5;
  private static final int STATE = 6;
  private static final int OTHER = 7;
  private static final int DEEPEST = 8;

  /** Classes that add nothing to what every SQLException has; a more special one comes first. */
  private static final List<Class<? extends SQLException>> PLAIN =
      List.of(
          SQLException.class,
          SQLRecoverableException.class,
          SQLTimeoutException.class,
          SQLIntegrityConstraintViolationException.class,
          SQLSyntaxErrorException.class,
          SQLFeatureNotSupportedException.class,
          SQLInvalidAuthorizationSpecException.class,
          SQLNonTransientConnectionException.class,
          SQLTransientConnectionException.class,
          SQLTransientException.class);

  private WireErrors() {}

  static void write(WireWriter out, Throwable error) {
    write(out, error, 0);
  }

  private static void write(WireWriter out, Throwable error, int depth) {
    int kind = kind(error);
    out.tag(kind);
    optional(out, error.getMessage());
    if (error instanceof SQLException sql) {
      optional(out, sql.getSQLState());
      out.whole(sql.getErrorCode());
      if (kind == SQL) {
        out.count(Math.max(0, PLAIN.indexOf(sql.getClass())));
      } else if (sql instanceof BatchUpdateException batch) {
        long[] counts = batch.getLargeUpdateCounts();
        out.count(counts == null ? 0 : counts.length);
        for (int i = 0; counts != null && i < counts.length; i++) {
          out.whole(counts[i]);
        }
      }
    } else if (kind == OTHER) {
      out.text(error.getClass().getName());
    }
    Throwable cause = error.getCause();
    nested(out, cause == error ? null : cause, depth);
    nested(out, error instanceof SQLException sql ? sql.getNextException() : null, depth);
  }

  private static int kind(Throwable error) {
    if (error instanceof BrokenConnectionException) {
      return BROKEN;
    }
    if (error instanceof BatchUpdateException) {
      return BATCH;
    }
    if (error instanceof SQLClientInfoException) {
      return CLIENT_INFO;
    }
    if (error instanceof SQLWarning) {
      return WARNING;
    }
    if (error instanceof SQLException) {
      return SQL;
    }
    return error instanceof IllegalArgumentException
        ? ARGUMENT
        : error instanceof IllegalStateException ? STATE : OTHER;
  }

  private static void optional(WireWriter out, @Nullable String value) {
    out.flag(value != null);
    if (value != null) {
      out.text(value);
    }
  }

  private static @Nullable String optional(WireReader in) {
    return in.flag() ? in.text() : null;
  }

  private static void nested(WireWriter out, @Nullable Throwable error, int depth) {
    boolean there = error != null && depth < DEEPEST;
    out.flag(there);
    if (error != null && there) {
      write(out, error, depth + 1);
    }
  }

  static Throwable read(WireReader in) {
    int kind = in.tag();
    String message = optional(in);
    Throwable error = isSql(kind) ? sql(in, kind, message) : other(in, kind, message);
    if (in.flag()) {
      Throwable cause = read(in);
      if (error.getCause() == null) {
        error.initCause(cause);
      }
    }
    if (in.flag() && read(in) instanceof SQLException next && error instanceof SQLException sql) {
      sql.setNextException(next);
    }
    return error;
  }

  private static boolean isSql(int kind) {
    return kind <= WARNING;
  }

  private static SQLException sql(WireReader in, int kind, @Nullable String message) {
    String state = optional(in);
    int code = (int) in.whole();
    return switch (kind) {
      case BROKEN -> new BrokenConnectionException();
      case BATCH -> {
        int[] counts = new int[in.count()];
        for (int i = 0; i < counts.length; i++) {
          counts[i] = (int) in.whole();
        }
        yield new BatchUpdateException(message, state, code, counts);
      }
      case CLIENT_INFO -> new SQLClientInfoException(message, state, code, Map.of());
      case WARNING -> new SQLWarning(message, state, code);
      default -> plain(PLAIN.get(in.count()), message, state, code);
    };
  }

  private static SQLException plain(
      Class<? extends SQLException> type,
      @Nullable String message,
      @Nullable String state,
      int code) {
    try {
      return type.getConstructor(String.class, String.class, int.class)
          .newInstance(message, state, code);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Throwable other(WireReader in, int kind, @Nullable String message) {
    return switch (kind) {
      case ARGUMENT -> new IllegalArgumentException(message);
      case STATE -> new IllegalStateException(message);
      default -> new IllegalStateException(in.text() + ": " + message);
    };
  }
}
