package io.oraclecdc.auditor;

import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** How Debezium is set up, and on what kind of database. */
enum Setup {
  /** The buffered adapter, scalar tables. */
  BUFFERED("logminer", false, false),
  /** The unbuffered adapter with LOBs. */
  UNBUFFERED_LOBS("logminer_unbuffered", true, false),
  /** The buffered adapter of a pluggable database, mined from the root. */
  PLUGGABLE_BUFFERED("logminer", false, true),
  /** The unbuffered adapter of a pluggable database, mined from the root, with LOBs. */
  PLUGGABLE_UNBUFFERED_LOBS("logminer_unbuffered", true, true),
  /** The buffered adapter with LOBs: nothing is taken back, {@link Difference#BUFFERED_LOBS}. */
  BUFFERED_LOBS("logminer", true, false),
  /** The buffered adapter with a table with LOBs but without LOBs: nothing is taken back. */
  BUFFERED_SKIPPED_LOBS("logminer", false, false),
  /** The buffered adapter that reads archived logs only. */
  ARCHIVED("logminer", false, false),
  /** The buffered adapter that knows columns by number when the catalog does not help. */
  HYBRID("logminer", false, false),
  /** The unbuffered adapter, scalar tables. */
  UNBUFFERED("logminer_unbuffered", false, false),
  /**
   * The buffered adapter with a dictionary in the redo, {@link
   * Difference#REDO_DICTIONARY_LEFT_BEHIND}.
   */
  REDO_DICTIONARY("logminer", false, false),
  /** The unbuffered adapter with a dictionary in the redo, with the same difference. */
  UNBUFFERED_REDO_DICTIONARY("logminer_unbuffered", false, false);

  /** The pluggable database with the tables. */
  static final String PDB = "SALES";

  /** Another one, with tables of the same names. */
  static final String OTHER_PDB = "STOCK";

  private final String adapter;
  private final boolean withLobs;
  private final boolean container;

  Setup(String adapter, boolean withLobs, boolean container) {
    this.adapter = adapter;
    this.withLobs = withLobs;
    this.container = container;
  }

  boolean withLobs() {
    return withLobs;
  }

  boolean isContainer() {
    return container;
  }

  /**
   * Whether the table with LOBs is captured. Without LOBs the buffered adapter delivers rows of it
   * that were taken back, {@link Difference#BUFFERED_LOBS}.
   */
  boolean capturesLobTable() {
    return withLobs || !adapter.equals("logminer") || this == BUFFERED_SKIPPED_LOBS;
  }

  /** Whether the work may roll back to savepoints and send statements that fail. */
  boolean takesChangesBack() {
    return this != BUFFERED_LOBS && this != BUFFERED_SKIPPED_LOBS;
  }

  /** The database, with the connector's user. */
  OracleSimulator start(String name) throws SQLException {
    // enough log groups that none is written again while a reader lags: that is another test
    OracleSimulator.Builder builder =
        OracleSimulator.builder(name).redoOptions(o -> o.onlineGroups(16));
    if (container) {
      builder.containerDatabase(PDB, OTHER_PDB);
    }
    OracleSimulator database = builder.start();
    CaptureUser.create(database, container);
    return database;
  }

  String peerUser() {
    return container ? CaptureUser.COMMON_NAME : CaptureUser.NAME;
  }

  /** What the engine captures, given the regular expression of the peer's tables. */
  OracleCdcConfig.Builder capture(OracleCdcConfig.Builder settings, String tables) {
    if (!container) {
      return settings.tables(tables);
    }
    // the peer's topics have no name of a pluggable database
    return settings
        .pdbs(PDB)
        .tables(PDB + "\\." + tables)
        .set("cdc.topic.template", "${prefix}.${schema}.${table}");
  }

  /** Settings of the connector beyond those of every run. */
  Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>();
    settings.put("database.connection.adapter", adapter);
    settings.put("lob.enabled", Boolean.toString(withLobs));
    if (container) {
      settings.put("database.pdb.name", PDB);
    }
    if (this == ARCHIVED) {
      settings.put("log.mining.archive.log.only.mode", "true");
      settings.put("log.mining.archive.log.only.scn.poll.interval.ms", "50");
    }
    if (this == HYBRID) {
      settings.put("log.mining.strategy", "hybrid");
    }
    if (this == REDO_DICTIONARY || this == UNBUFFERED_REDO_DICTIONARY) {
      // a new dictionary with every step, Difference.REDO_DICTIONARY_LEFT_BEHIND
      settings.put("log.mining.session.max.ms", "1");
      settings.put("log.mining.strategy", "redo_log_catalog");
    }
    return settings;
  }

  /** Name of a database of this kind. */
  String databaseName(String suffix) {
    return name().toLowerCase(Locale.ROOT).replace("_", "") + suffix;
  }
}
