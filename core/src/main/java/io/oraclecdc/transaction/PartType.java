package io.oraclecdc.transaction;

/** What a part of a change is. */
enum PartType {
  /** What follows for the column replaces its value. */
  REPLACED,
  /** What follows for the column changes the value it had. */
  KEPT,
  TEXT_WRITTEN,
  BYTES_WRITTEN,
  TRIMMED,
  ERASED,
  APPENDED,
  ASSIGNED,
  /** The ROWID of the row, which the entry of the change does not tell. */
  ROW,
  /** A row of a DBMS_LOB call. */
  CALL,
  /** A row of the change that could not be decoded, or one that belongs to no change. */
  LETTER
}
