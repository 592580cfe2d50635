package io.oraclecdc.testkit.simulator.jdbc;

import java.sql.SQLFeatureNotSupportedException;

/** What the driver does not do. */
final class Unsupported {
  private Unsupported() {}

  static SQLFeatureNotSupportedException feature() {
    return new SQLFeatureNotSupportedException("ORA-17023: Unsupported feature", "0A000", 17023);
  }
}
