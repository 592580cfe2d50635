package io.oraclecdc.connect.debezium;

/** The text of {@code source.connector} in our records, by which Debezium finds these classes. */
final class ConnectorName {
  static final String VALUE = "oracle-cdc";

  private ConnectorName() {}
}
