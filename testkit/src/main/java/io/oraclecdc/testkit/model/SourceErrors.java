package io.oraclecdc.testkit.model;

import io.oraclecdc.database.OracleErrors;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.RetriableException;
import java.sql.SQLException;
import java.util.Locale;
import java.util.SplittableRandom;

/** ORA errors that a database may raise at any call, as the product understands them. */
final class SourceErrors {
  static final int NOT_LOGGED_ON = 1012;

  private static final int[] NUMBERS = {
    // a log was reused or is not there yet; the call was cancelled
    310,
    334,
    1013,
    1289,
    1291,
    1306,
    1323,
    1368,
    // the session or its process is gone, the instance stops, memory is short, the network fails
    28,
    1089,
    3113,
    3135,
    4036,
    12541,
    17002,
    17410
  };

  private SourceErrors() {}

  static RetriableException any(SplittableRandom random, String doing) {
    return of(NUMBERS[random.nextInt(NUMBERS.length)], doing);
  }

  static RetriableException of(int number, String doing) {
    SQLException raised =
        new SQLException(
            String.format(Locale.ROOT, "ORA-%05d: raised by the model", number), "72000", number);
    CdcException meaning = OracleErrors.standard().classify(raised, doing);
    if (meaning instanceof RetriableException retriable) {
      return retriable;
    }
    throw meaning;
  }
}
