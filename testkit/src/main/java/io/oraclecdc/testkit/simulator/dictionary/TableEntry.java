package io.oraclecdc.testkit.simulator.dictionary;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Everything the dictionary knows of a table at one moment. Immutable: DDL makes a {@link
 * TableDraft}, changes it and publishes the result.
 *
 * @param table the version the redo sees
 * @param extras by column name, only for columns that have any
 * @param constraints in order of creation
 * @param indexes in order of creation
 * @param logGroups supplemental log groups
 * @param comment COMMENT ON TABLE
 * @param columnComments COMMENT ON COLUMN by column
 * @param traits ORGANIZATION INDEX, PARTITIONED ... as words
 * @param tablespace TABLESPACE_NAME
 */
public record TableEntry(
    SimTable table,
    Map<String, ColumnExtras> extras,
    List<ConstraintDef> constraints,
    List<IndexDef> indexes,
    List<LogGroupDef> logGroups,
    @Nullable String comment,
    Map<String, String> columnComments,
    java.util.Set<Trait> traits,
    String tablespace) {

  /** Physical and other properties that only the dictionary shows. */
  public enum Trait {
    /** PARTITION BY. */
    PARTITIONED,
    /** ORGANIZATION INDEX. */
    INDEX_ORGANIZED,
    /** ENABLE ROW MOVEMENT. */
    ROW_MOVEMENT,
    /** READ ONLY. */
    READ_ONLY,
    /** NOLOGGING. */
    NOLOGGING,
    /** COMPRESS in any form. */
    COMPRESSED,
    /** GLOBAL TEMPORARY: every session sees its own rows, and none become redo. */
    TEMPORARY,
    /** ON COMMIT PRESERVE ROWS. */
    PRESERVE_ROWS
  }

  /** Whether it is a global temporary table. */
  public boolean isTemporary() {
    return traits.contains(Trait.TEMPORARY);
  }

  /** Owner and name. */
  public ObjectKey key() {
    return new ObjectKey(table.owner(), table.name());
  }

  /** Name quoted for H2. */
  public String innerName() {
    return InnerNames.quoted(table.owner(), table.name());
  }

  /** The column of that name. */
  public Optional<SimColumn> column(String name) {
    return table.columns().stream().filter(c -> c.name().equals(name)).findFirst();
  }

  /** Extras of a column. */
  public ColumnExtras extrasOf(String column) {
    return extras.getOrDefault(column, ColumnExtras.NONE);
  }

  /** The constraint of that name. */
  public Optional<ConstraintDef> constraint(String name) {
    return constraints.stream().filter(c -> c.name().equals(name)).findFirst();
  }

  /** The primary key, enabled or not. */
  public Optional<ConstraintDef> primaryKey() {
    return constraints.stream().filter(c -> c.type() == 'P').findFirst();
  }
}
