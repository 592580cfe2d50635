package io.oraclecdc.config;

/** How names that Avro does not allow are changed. */
public enum NameAdjustmentMode {
  /** Names are used as they are. */
  NONE,
  /** What is not allowed becomes an underscore; two names can become one. */
  AVRO,
  /** What is not allowed, and the underscore, becomes {@code _u} and four hexadecimal digits. */
  AVRO_UNICODE
}
