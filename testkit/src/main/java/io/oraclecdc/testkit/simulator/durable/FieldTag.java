package io.oraclecdc.testkit.simulator.durable;

/** First byte of a stored value. */
enum FieldTag {
  NULL(1),
  TEXT(2),
  NUMBER(3),
  INTEGER(4),
  LONG(5),
  FLOAT(6),
  DOUBLE(7),
  FALSE(8),
  TRUE(9),
  LOCAL_TIME(10),
  OFFSET_TIME(11),
  DURATION(12),
  INSTANT(13),
  BYTES(14),
  BITS(15),
  ENUM(16),
  RECORD(17),
  LIST(18),
  SET(19),
  MAP(20),
  ARRAY(21),
  CLOCK(22),
  CHARACTER(23),
  OPTIONAL(24),
  PARTITIONING(25);

  private static final FieldTag[] ALL = values(); // their codes are 1, 2, 3 and so on

  private final int code;

  FieldTag(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  static FieldTag of(int code) {
    if (code < 1 || code > ALL.length) {
      throw new DirectoryException(
          DirectoryException.Reason.DAMAGED, "unknown kind of value in the journal: " + code);
    }
    return ALL[code - 1];
  }
}
