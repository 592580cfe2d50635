package io.oraclecdc.doctor;

/**
 * For what capture reads rows from the tables themselves.
 *
 * @param wholeTables a snapshot is to be made
 * @param lobs {@code cdc.lob.mode=reselect}
 * @param unsupportedColumns {@code cdc.unsupported.columns=reselect}
 * @param partialImages {@code cdc.partial.images=reselect}
 */
public record TableReads(
    boolean wholeTables, boolean lobs, boolean unsupportedColumns, boolean partialImages) {
  /** For nothing that settings ask for. */
  public static final TableReads NONE = new TableReads(false, false, false, false);
}
