package io.oraclecdc.testkit.simulator.dictionary;

import java.util.List;

/**
 * Supplemental logging of the whole database.
 *
 * @param minimal SUPPLEMENTAL_LOG_DATA_MIN
 * @param primaryKey SUPPLEMENTAL_LOG_DATA_PK
 * @param unique SUPPLEMENTAL_LOG_DATA_UI
 * @param foreignKey SUPPLEMENTAL_LOG_DATA_FK
 * @param all SUPPLEMENTAL_LOG_DATA_ALL
 */
public record DatabaseLogging(
    boolean minimal, boolean primaryKey, boolean unique, boolean foreignKey, boolean all) {
  /** Nothing but what crash recovery needs. */
  public static final DatabaseLogging OFF = new DatabaseLogging(false, false, false, false, false);

  /** ALTER DATABASE ADD SUPPLEMENTAL LOG DATA. */
  public static final DatabaseLogging MINIMAL =
      new DatabaseLogging(true, false, false, false, false);

  /** Whether minimal logging is on, explicitly or implied. */
  public boolean isOn() {
    return minimal || primaryKey || unique || foreignKey || all;
  }

  /** What either of two prescribes. */
  public DatabaseLogging and(DatabaseLogging other) {
    return new DatabaseLogging(
        minimal || other.minimal,
        primaryKey || other.primaryKey,
        unique || other.unique,
        foreignKey || other.foreignKey,
        all || other.all);
  }

  /** In the order of V$DATABASE. */
  public List<Boolean> flags() {
    return List.of(minimal, primaryKey, unique, foreignKey, all);
  }

  /** With one kind switched: MIN, PRIMARY KEY, UNIQUE, FOREIGN KEY or ALL. */
  public DatabaseLogging with(String kind, boolean on) {
    return new DatabaseLogging(
        kind.equals("MIN") ? on : minimal,
        kind.equals("PRIMARY KEY") ? on : primaryKey,
        kind.equals("UNIQUE") ? on : unique,
        kind.equals("FOREIGN KEY") ? on : foreignKey,
        kind.equals("ALL") ? on : all);
  }
}
