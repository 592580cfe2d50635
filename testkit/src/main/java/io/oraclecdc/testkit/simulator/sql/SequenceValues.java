package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;

/** NEXTVAL in the words of H2. */
final class SequenceValues {

  private SequenceValues() {}

  static String next(SqlSession session, ObjectKey key) {
    String value = "NEXT VALUE FOR " + InnerNames.quoted(key.owner(), key.name());
    return session.isDurable()
        ? "\"SYS\".\"ORA_SEQUENCE_VALUE\"("
            + value
            + ", "
            + InnerNames.literal(key.owner())
            + ", "
            + InnerNames.literal(key.name())
            + ")"
        : value;
  }
}
