package io.oraclecdc.testkit.simulator.dictionary;

import java.util.List;
import java.util.Set;

/**
 * One immutable version of a table. A structural DDL makes a new version with a higher {@code
 * objectVersion}.
 *
 * @param containerId CON_ID: 0 in a non-CDB
 * @param owner schema
 * @param name table name, case kept
 * @param objectId OBJECT_ID (DATA_OBJ# of its redo)
 * @param dataObjectId DATA_OBJECT_ID (DATA_OBJD#): new after TRUNCATE and MOVE
 * @param objectVersion DATA_OBJV#: rises with ADD, DROP, MODIFY, RENAME COLUMN
 * @param columns in INTERNAL_COLUMN_ID order; {@code RowChange} arrays have exactly these positions
 * @param primaryKey names of the enabled primary key's columns in key order; empty if none
 * @param logging supplemental logging of the table or, where higher, of the database
 * @param logGroupColumns columns of ALWAYS log groups and key logging beyond {@code logging}
 * @param storage how its rows are stored
 */
public record SimTable(
    int containerId,
    String owner,
    String name,
    long objectId,
    long dataObjectId,
    int objectVersion,
    List<SimColumn> columns,
    List<String> primaryKey,
    SupplementalLogging logging,
    Set<String> logGroupColumns,
    TableStorage storage) {

  /** An ordinary table. */
  public SimTable(
      int containerId,
      String owner,
      String name,
      long objectId,
      long dataObjectId,
      int objectVersion,
      List<SimColumn> columns,
      List<String> primaryKey,
      SupplementalLogging logging,
      Set<String> logGroupColumns) {
    this(
        containerId,
        owner,
        name,
        objectId,
        dataObjectId,
        objectVersion,
        columns,
        primaryKey,
        logging,
        logGroupColumns,
        TableStorage.HEAP);
  }

  /** What the redo of a change carries besides the changed columns. */
  public enum SupplementalLogging {
    /** Minimal logging is off for the whole database: rows are STATUS 3. */
    OFF,
    /** Minimal database logging only. */
    MINIMAL,
    /** Primary key columns (all columns when the table has no key). */
    PRIMARY_KEY,
    /** All columns that can be logged. */
    ALL
  }
}
