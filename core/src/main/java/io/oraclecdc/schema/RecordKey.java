package io.oraclecdc.schema;

import java.util.List;

/**
 * What the key of a table's records is made of.
 *
 * @param kind columns, ROWID or none
 * @param columns indexes into {@link TableSchema#columns()} in key order; empty unless {@code kind}
 *     is COLUMNS
 */
public record RecordKey(Kind kind, List<Integer> columns) {

  /** The row id as key. */
  public static final RecordKey ROWID = new RecordKey(Kind.ROWID, List.of());

  /** No key at all. */
  public static final RecordKey NONE = new RecordKey(Kind.NONE, List.of());

  /** Copies the list. */
  public RecordKey {
    columns = List.copyOf(columns);
    if ((kind == Kind.COLUMNS) == columns.isEmpty()) {
      throw new IllegalArgumentException(
          "a key of columns has columns, other kinds have none: " + kind + " " + columns);
    }
  }

  /** Where keys come from. */
  public enum Kind {
    /** {@code cdc.key.columns}, the primary key, or a unique index over NOT NULL columns. */
    COLUMNS,
    /** {@code cdc.key.missing=rowid}. */
    ROWID,
    /** {@code cdc.key.missing=none}. */
    NONE
  }
}
