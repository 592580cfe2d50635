package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.dictionary.Tablespaces;
import io.oraclecdc.testkit.simulator.dictionary.Tablespaces.Contents;
import io.oraclecdc.testkit.simulator.dictionary.Tablespaces.Tablespace;
import io.oraclecdc.testkit.simulator.redo.RedoInventory;
import io.oraclecdc.testkit.simulator.redo.RedoOptions;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Rows of the fixed views about files, undo, options and the views themselves. For one query. */
final class StorageViewRows {
  private static final long FIRST_FIXED_OBJECT = 4_294_950_912L;
  private static final int UNDO_MINUTES = 10;

  private final SimInstance instance;
  private final RedoInventory inventory;
  private final RedoOptions options;
  private final InstanceParameters parameters;

  StorageViewRows(MiningSession mining) {
    instance = mining.instance();
    inventory = mining.inventory();
    options = inventory.options();
    parameters = new InstanceParameters(instance, options);
  }

  private long container() {
    return instance.containerId();
  }

  List<ViewRow> tablespace() {
    List<ViewRow> rows = new ArrayList<>();
    for (Tablespace tablespace : instance.tablespaces()) {
      boolean isTemporary = tablespace.contents() == Contents.TEMPORARY;
      rows.add(
          new ViewRow()
              .put("TS#", tablespace.number())
              .put("NAME", tablespace.name())
              .put("INCLUDED_IN_DATABASE_BACKUP", isTemporary ? "NO" : "YES")
              .put("BIGFILE", "NO")
              .put("FLASHBACK_ON", "YES")
              .put("CON_ID", container()));
    }
    return rows;
  }

  List<ViewRow> datafile() {
    List<ViewRow> rows = new ArrayList<>();
    for (Tablespace tablespace : instance.tablespaces()) {
      if (tablespace.contents() != Contents.TEMPORARY) {
        rows.add(
            file(tablespace)
                .put("STATUS", tablespace.name().equals("SYSTEM") ? "SYSTEM" : "ONLINE")
                .put("CHECKPOINT_CHANGE#", checkpointScn())
                .put("UNRECOVERABLE_CHANGE#", 0L)
                .put("OFFLINE_CHANGE#", 0L)
                .put("ONLINE_CHANGE#", 0L)
                .put("PLUGGED_IN", 0L)
                .put("BLOCK1_OFFSET", Tablespaces.BLOCK)
                .put("AUX_NAME", "NONE")
                .put("FIRST_NONLOGGED_SCN", 0L)
                .put("FOREIGN_DBID", 0L)
                .put("FOREIGN_CREATION_CHANGE#", 0L)
                .put("PLUGGED_READONLY", "NO")
                .put("PLUGIN_CHANGE#", 0L)
                .put("PLUGIN_RESETLOGS_CHANGE#", 0L));
      }
    }
    return rows;
  }

  List<ViewRow> tempfile() {
    return instance.tablespaces().stream()
        .filter(t -> t.contents() == Contents.TEMPORARY)
        .map(t -> file(t).put("STATUS", "ONLINE"))
        .toList();
  }

  private ViewRow file(Tablespace tablespace) {
    return new ViewRow()
        .put("FILE#", tablespace.fileNumber())
        .put("CREATION_CHANGE#", 1L)
        .put("CREATION_TIME", inventory.created())
        .put("TS#", tablespace.number())
        .put("RFILE#", Tablespaces.RELATIVE_FILE)
        .put("ENABLED", "READ WRITE")
        .put("BYTES", tablespace.bytes())
        .put("BLOCKS", tablespace.bytes() / Tablespaces.BLOCK)
        .put("CREATE_BYTES", tablespace.bytes())
        .put("BLOCK_SIZE", Tablespaces.BLOCK)
        .put("NAME", tablespace.file())
        .put("CON_ID", container());
  }

  private long checkpointScn() {
    return inventory.onlineLogs().stream()
        .map(RedoInventory.OnlineLog::content)
        .filter(c -> c != null && c.isCurrent())
        .mapToLong(c -> c == null ? 0 : c.firstScn())
        .min()
        .orElse(0);
  }

  List<ViewRow> controlfile() {
    String name =
        "/opt/oracle/oradata/" + options.databaseName().toUpperCase(Locale.ROOT) + "/control01.ctl";
    return List.of(
        new ViewRow()
            .put("NAME", name)
            .put("IS_RECOVERY_DEST_FILE", "NO")
            .put("BLOCK_SIZE", 16_384L)
            .put("FILE_SIZE_BLKS", 1_142L)
            .put("CON_ID", 0L));
  }

  /** One row as long as no recovery area is set, as in Oracle. */
  List<ViewRow> recoveryFileDest() {
    String name = parameters.valueOr("db_recovery_file_dest", "");
    String size = parameters.valueOr("db_recovery_file_dest_size", "0");
    return List.of(
        new ViewRow()
            .put("NAME", name)
            .put("SPACE_LIMIT", bytes(size))
            .put("SPACE_USED", 0L)
            .put("SPACE_RECLAIMABLE", 0L)
            .put("NUMBER_OF_FILES", 0L)
            .put("CON_ID", 0L));
  }

  /** A size with its unit. */
  private static long bytes(String text) {
    String upper = text.strip().toUpperCase(Locale.ROOT);
    int unit = upper.isEmpty() ? -1 : "KMGT".indexOf(upper.charAt(upper.length() - 1));
    String digits = unit < 0 ? upper : upper.substring(0, upper.length() - 1);
    boolean isNumber = !digits.isEmpty() && digits.chars().allMatch(Character::isDigit);
    return isNumber ? Long.parseLong(digits) << (10 * (unit + 1)) : 0;
  }

  /** Archived logs lie elsewhere: nothing uses the area. */
  List<ViewRow> recoveryAreaUsage() {
    List<ViewRow> rows = new ArrayList<>();
    for (String type :
        List.of(
            "CONTROL FILE",
            "REDO LOG",
            "ARCHIVED LOG",
            "BACKUP PIECE",
            "IMAGE COPY",
            "FLASHBACK LOG",
            "FOREIGN ARCHIVED LOG",
            "AUXILIARY DATAFILE COPY")) {
      rows.add(
          new ViewRow()
              .put("FILE_TYPE", type)
              .put("PERCENT_SPACE_USED", 0L)
              .put("PERCENT_SPACE_RECLAIMABLE", 0L)
              .put("NUMBER_OF_FILES", 0L)
              .put("CON_ID", 0L));
    }
    return rows;
  }

  /** The interval that runs; nobody counts undo blocks. */
  List<ViewRow> undostat() {
    LocalDateTime now = inventory.now();
    LocalDateTime begin = now.withSecond(0).withNano(0);
    begin = begin.minusMinutes(begin.getMinute() % UNDO_MINUTES);
    return List.of(
        new ViewRow()
            .put("BEGIN_TIME", begin.isBefore(inventory.created()) ? inventory.created() : begin)
            .put("END_TIME", now)
            .put("UNDOTSN", 2L)
            .put("MAXCONCURRENCY", (long) instance.openTransactions().size())
            .put("UNXPSTEALCNT", 0L)
            .put("EXPSTEALCNT", 0L)
            .put("SSOLDERRCNT", 0L)
            .put("NOSPACEERRCNT", 0L)
            .put("TUNED_UNDORETENTION", Long.valueOf(parameters.valueOr("undo_retention", "900")))
            .put("CON_ID", container()));
  }

  List<ViewRow> option() {
    List<ViewRow> rows = new ArrayList<>();
    option(rows, "Partitioning", true);
    option(rows, "Objects", true);
    option(rows, "Real Application Clusters", instance.isCluster());
    option(rows, "Advanced replication", true);
    option(rows, "Bit-mapped indexes", true);
    option(rows, "Flashback Table", true);
    option(rows, "Fine-grained access control", true);
    option(rows, "Basic Compression", true);
    option(rows, "Advanced Compression", true);
    option(rows, "Transparent Data Encryption", false);
    option(rows, "Managed Standby", true);
    option(rows, "Active Data Guard", true);
    option(rows, "Oracle Label Security", false);
    option(rows, "Oracle Database Vault", false);
    option(rows, "In-Memory Column Store", false);
    option(rows, "OLAP", false);
    option(rows, "Spatial", false);
    option(rows, "Java", false);
    option(rows, "Unified Auditing", false);
    return rows;
  }

  private static void option(List<ViewRow> rows, String name, boolean value) {
    rows.add(
        new ViewRow()
            .put("PARAMETER", name)
            .put("VALUE", value ? "TRUE" : "FALSE")
            .put("CON_ID", 0L));
  }

  List<ViewRow> fixedTable() {
    List<ViewRow> rows = new ArrayList<>();
    for (VView view : VViewColumns.views()) {
      rows.add(
          new ViewRow()
              .put("NAME", view.name())
              .put("OBJECT_ID", FIRST_FIXED_OBJECT + rows.size())
              .put("TYPE", "VIEW")
              .put("TABLE_NUM", 65_537L)
              .put("CON_ID", 0L));
    }
    return rows;
  }

  List<ViewRow> spparameter() {
    List<ViewRow> rows = new ArrayList<>();
    for (ViewRow row : parameters.rows()) {
      boolean isSet = "FALSE".equals(row.value("ISDEFAULT"));
      Object type = row.value("TYPE");
      rows.add(
          new ViewRow()
              .put("SID", "*")
              .put("NAME", row.value("NAME"))
              .put("TYPE", Integer.valueOf(1).equals(type) ? "boolean" : kind(type))
              .put("VALUE", isSet ? row.value("VALUE") : null)
              .put("DISPLAY_VALUE", isSet ? row.value("VALUE") : null)
              .put("ISSPECIFIED", isSet ? "TRUE" : "FALSE")
              .put("ORDINAL", isSet ? 1L : 0L)
              .put("CON_ID", 0L));
    }
    return rows;
  }

  private static String kind(@org.jspecify.annotations.Nullable Object type) {
    return Integer.valueOf(3).equals(type) ? "integer" : "string";
  }

  List<ViewRow> activeServices() {
    List<ViewRow> rows = new ArrayList<>();
    service(rows, options.databaseName());
    instance.containers().stream()
        .filter(c -> c.id() > ContainerFacts.ROOT + 1 && c.isOpen())
        .forEach(c -> service(rows, c.name().toLowerCase(Locale.ROOT)));
    return rows;
  }

  private void service(List<ViewRow> rows, String name) {
    rows.add(
        new ViewRow()
            .put("SERVICE_ID", rows.size() + 1L)
            .put("NAME", name)
            .put("NETWORK_NAME", name)
            .put("CREATION_DATE", inventory.created())
            .put("GOAL", "NONE")
            .put("DTP", "N")
            .put("AQ_HA_NOTIFICATION", "NO")
            .put("CLB_GOAL", "LONG")
            .put("COMMIT_OUTCOME", "NO")
            .put("GLOBAL", "NO")
            .put("CON_ID", container()));
  }

  List<ViewRow> archiveProcesses() {
    List<ViewRow> rows = new ArrayList<>();
    for (long number = 0; number < 4; number++) {
      rows.add(
          new ViewRow()
              .put("PROCESS", number)
              .put("STATUS", options.archivelog() ? "ACTIVE" : "STOPPED")
              .put("LOG_SEQUENCE", 0L)
              .put("STATE", "IDLE")
              .put("CON_ID", 0L));
    }
    return rows;
  }
}
