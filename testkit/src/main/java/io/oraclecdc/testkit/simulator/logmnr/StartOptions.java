package io.oraclecdc.testkit.simulator.logmnr;

/** Bits of START_LOGMNR's OPTIONS. */
public final class StartOptions {
  /** Obsolete, no effect. */
  public static final int NO_DICT_RESET_ONSELECT = 1;

  /** Only committed work, grouped by transaction. */
  public static final int COMMITTED_DATA_ONLY = 2;

  /** Skips damaged blocks. */
  public static final int SKIP_CORRUPTION = 4;

  /** Applies DDL to the LogMiner dictionary. */
  public static final int DDL_DICT_TRACKING = 8;

  /** Names from the live dictionary. */
  public static final int DICT_FROM_ONLINE_CATALOG = 16;

  /** Names from a dictionary in the redo. */
  public static final int DICT_FROM_REDO_LOGS = 32;

  /** No semicolons. */
  public static final int NO_SQL_DELIMITER = 64;

  /** Human layout. */
  public static final int PRINT_PRETTY_SQL = 512;

  /** Desupported since 19c. */
  public static final int CONTINUOUS_MINE = 1024;

  /** No ROWID conditions. */
  public static final int NO_ROWID_IN_STMT = 2048;

  /** ANSI literals. */
  public static final int STRING_LITERALS_IN_STMT = 4096;

  static final int ALL =
      NO_DICT_RESET_ONSELECT
          | COMMITTED_DATA_ONLY
          | SKIP_CORRUPTION
          | DDL_DICT_TRACKING
          | DICT_FROM_ONLINE_CATALOG
          | DICT_FROM_REDO_LOGS
          | NO_SQL_DELIMITER
          | PRINT_PRETTY_SQL
          | CONTINUOUS_MINE
          | NO_ROWID_IN_STMT
          | STRING_LITERALS_IN_STMT;

  private StartOptions() {}
}
