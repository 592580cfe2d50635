package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.ColumnTypes;

/** H2's types for values of an Oracle type. */
final class InnerTypes {

  private InnerTypes() {}

  static String of(SqlType type) {
    return switch (type.kind()) {
      case ROWID -> "VARBINARY(10)";
      case NULL, UNKNOWN -> "VARCHAR";
      default -> ColumnTypes.storage(type.described());
    };
  }
}
