package io.oraclecdc.testkit.simulator.jdbc;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.sql.Wrapper;

/** An object of the driver: nothing stands behind it that an application could ask for. */
interface Unwrapped extends Wrapper {

  @Override
  default <T> T unwrap(Class<T> type) throws SQLException {
    if (!type.isInstance(this)) {
      throw OraErrors.of(17090, "operation not allowed");
    }
    return type.cast(this);
  }

  @Override
  default boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }
}
