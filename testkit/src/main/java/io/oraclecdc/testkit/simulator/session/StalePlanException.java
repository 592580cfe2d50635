package io.oraclecdc.testkit.simulator.session;

import java.sql.SQLException;

/** DDL changed a table between translation and execution: translate again. */
final class StalePlanException extends SQLException {
  private static final long serialVersionUID = 1L;
}
