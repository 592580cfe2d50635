package io.oraclecdc.testkit.simulator.errors;

import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLRecoverableException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;

/**
 * Oracle's errors as its driver throws them: vendor code, SQLState, subclass and text {@code
 * ORA-nnnnn: detail}.
 */
public final class OraErrors {

  private OraErrors() {}

  /**
   * An error as ojdbc would throw it.
   *
   * @param code ORA number, for example 942
   * @param detail text after {@code ORA-00942: }
   */
  public static SQLException of(int code, String detail) {
    String message = "ORA-%05d: %s".formatted(code, detail);
    return switch (code) {
      case 1, 1400, 1407, 2290, 2291, 2292 ->
          new SQLIntegrityConstraintViolationException(message, "23000", code);
      case 900,
          903,
          904,
          905,
          906,
          907,
          911,
          913,
          917,
          920,
          923,
          933,
          936,
          942,
          947,
          972,
          979,
          937 ->
          new SQLSyntaxErrorException(message, "42000", code);
      case 28, 31, 1012, 1033, 1034, 1089, 1090, 1092, 3113, 3114, 3135, 17002, 17008, 17410 ->
          new SQLRecoverableException(message, "08006", code);
      case 1013 -> new SQLTimeoutException(message, "72000", code);
      default -> new SQLException(message, "72000", code);
    };
  }
}
