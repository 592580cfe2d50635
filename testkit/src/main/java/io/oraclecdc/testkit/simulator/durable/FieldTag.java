package io.oraclecdc.testkit.simulator.durable;

/** First byte of a stored value. */
enum FieldTag {
  NULL,
  TEXT,
  NUMBER,
  INTEGER,
  LONG,
  FLOAT,
  DOUBLE,
  FALSE,
  TRUE,
  LOCAL_TIME,
  OFFSET_TIME,
  DURATION,
  INSTANT,
  BYTES,
  BITS,
  ENUM,
  RECORD,
  LIST,
  SET,
  MAP,
  ARRAY,
  CLOCK,
  CHARACTER,
  OPTIONAL,
  PARTITIONING;

  private static final FieldTag[] ALL = values();

  static FieldTag of(int code) {
    if (code < 0 || code >= ALL.length) {
      throw new DirectoryException(
          DirectoryException.Reason.DAMAGED, "unknown kind of value in the journal: " + code);
    }
    return ALL[code];
  }
}
