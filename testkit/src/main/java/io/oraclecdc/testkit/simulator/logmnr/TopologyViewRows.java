package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.redo.ArchiveDestination;
import io.oraclecdc.testkit.simulator.redo.DatabaseIncarnation;
import io.oraclecdc.testkit.simulator.redo.DatabaseRole;
import io.oraclecdc.testkit.simulator.redo.DestinationState;
import io.oraclecdc.testkit.simulator.redo.RedoInventory;
import io.oraclecdc.testkit.simulator.redo.RedoInventory.DestinationStatus;
import io.oraclecdc.testkit.simulator.redo.RedoOptions;
import io.oraclecdc.testkit.simulator.redo.ThreadState;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Rows of the fixed views about threads, incarnations, destinations, containers. For one query. */
final class TopologyViewRows {
  private static final long BLOCK = 512;

  private final String user;
  private final SimInstance instance;
  private final RedoInventory inventory;
  private final RedoOptions options;

  TopologyViewRows(String user, MiningSession mining) {
    this.user = user;
    instance = mining.instance();
    inventory = mining.inventory();
    options = inventory.options();
  }

  List<ViewRow> thread() {
    List<ViewRow> rows = new ArrayList<>();
    List<RedoInventory.OnlineLog> online = inventory.onlineLogs();
    for (ThreadState state : inventory.threadStates()) {
      Optional<RedoInventory.OnlineLog> current =
          online.stream().filter(g -> g.thread() == state.thread() && isCurrent(g)).findFirst();
      RedoInventory.@Nullable Content content =
          current.map(RedoInventory.OnlineLog::content).orElse(null);
      ViewRow row =
          new ViewRow()
              .put("THREAD#", state.thread())
              .put("STATUS", state.isOpen() ? "OPEN" : "CLOSED")
              .put("ENABLED", state.enabled().name())
              .put("GROUPS", state.groups())
              .put("INSTANCE", instanceName(state.thread()))
              .put("OPEN_TIME", state.openTime())
              .put("CURRENT_GROUP#", current.map(RedoInventory.OnlineLog::group).orElse(0))
              .put("SEQUENCE#", content == null ? lastSequence(online, state) : content.sequence())
              .put("CHECKPOINT_CHANGE#", state.checkpointScn())
              .put("CHECKPOINT_TIME", state.checkpointTime())
              .put("ENABLE_CHANGE#", state.enableScn())
              .put("ENABLE_TIME", state.enableTime())
              .put("DISABLE_CHANGE#", state.disableScn())
              .put("DISABLE_TIME", state.disableTime())
              .put("LAST_REDO_SEQUENCE#", content == null ? 0L : content.sequence())
              .put("LAST_REDO_BLOCK", content == null ? 0L : content.blocks())
              .put("LAST_REDO_CHANGE#", state.lastScn())
              .put("LAST_REDO_TIME", state.lastTime())
              .put("CON_ID", 0L);
      if (state.isOpen() && content != null) {
        row.put("CHECKPOINT_CHANGE#", content.firstScn());
        row.put("CHECKPOINT_TIME", content.firstTime());
      }
      rows.add(row);
    }
    return rows;
  }

  private static boolean isCurrent(RedoInventory.OnlineLog log) {
    RedoInventory.Content content = log.content();
    return content != null && content.isCurrent();
  }

  private static long lastSequence(List<RedoInventory.OnlineLog> online, ThreadState state) {
    return online.stream()
        .filter(g -> g.thread() == state.thread())
        .map(RedoInventory.OnlineLog::content)
        .mapToLong(c -> c == null ? 0 : c.sequence())
        .max()
        .orElse(0);
  }

  /** An instance of a cluster has its number in its name. */
  String instanceName(int thread) {
    String name = options.databaseName().toLowerCase(Locale.ROOT);
    return instance.isCluster() ? name + thread : name;
  }

  List<ViewRow> incarnation() {
    List<ViewRow> rows = new ArrayList<>();
    DatabaseIncarnation current = inventory.incarnation();
    for (DatabaseIncarnation it = current; it != null; it = it.prior()) {
      DatabaseIncarnation prior = it.prior();
      rows.add(
          0,
          new ViewRow()
              .put("INCARNATION#", it.number())
              .put("RESETLOGS_CHANGE#", it.resetlogsScn())
              .put("RESETLOGS_TIME", it.resetlogsTime())
              .put("PRIOR_RESETLOGS_CHANGE#", prior == null ? 1L : prior.resetlogsScn())
              .put("PRIOR_RESETLOGS_TIME", prior == null ? null : prior.resetlogsTime())
              .put("STATUS", it.number() == current.number() ? "CURRENT" : "PARENT")
              .put("RESETLOGS_ID", it.resetlogsId())
              .put("PRIOR_INCARNATION#", prior == null ? 0 : prior.number())
              .put("FLASHBACK_DATABASE_ALLOWED", "NO")
              .put("CON_ID", 0L));
    }
    return rows;
  }

  List<ViewRow> standbyLog() {
    List<ViewRow> rows = new ArrayList<>();
    for (RedoInventory.OnlineLog log : inventory.standbyLogs()) {
      RedoInventory.Content content = log.content();
      rows.add(
          new ViewRow()
              .put("GROUP#", log.group())
              .put("DBID", content == null ? "UNASSIGNED" : Long.toString(options.dbid()))
              .put("THREAD#", log.thread())
              .put("SEQUENCE#", content == null ? 0L : content.sequence())
              .put("BYTES", options.logSizeBytes())
              .put("BLOCKSIZE", BLOCK)
              .put("USED", content == null ? 0L : content.blocks() * BLOCK)
              .put("ARCHIVED", content == null ? "NO" : "YES")
              .put("STATUS", content == null ? "UNASSIGNED" : "ACTIVE")
              .put("FIRST_CHANGE#", content == null ? null : content.firstScn())
              .put("FIRST_TIME", content == null ? null : content.firstTime())
              .put("LAST_CHANGE#", content == null ? null : inventory.currentScn())
              .put("CON_ID", 0L));
    }
    return rows;
  }

  List<ViewRow> archiveDest() {
    List<ViewRow> rows = new ArrayList<>();
    for (int id = 1; id <= ArchiveDestination.MOST; id++) {
      Optional<DestinationStatus> status = destination(id);
      ViewRow row =
          new ViewRow()
              .put("DEST_ID", id)
              .put("DEST_NAME", "LOG_ARCHIVE_DEST_" + id)
              .put("STATUS", status.map(TopologyViewRows::state).orElse("INACTIVE"))
              .put("BINDING", id == 1 ? "MANDATORY" : "OPTIONAL")
              .put("NAME_SPACE", "SYSTEM")
              .put("TARGET", "PRIMARY")
              .put("ARCHIVER", "ARCH")
              .put("SCHEDULE", status.isPresent() ? "ACTIVE" : "INACTIVE")
              .put("LOG_SEQUENCE", 0L)
              .put("PROCESS", "ARCH")
              .put("REGISTER", "YES")
              .put("FAIL_SEQUENCE", 0L)
              .put("FAILURE_COUNT", 0L)
              .put("TRANSMIT_MODE", "SYNCHRONOUS")
              .put("AFFIRM", "NO")
              .put("TYPE", "PUBLIC")
              .put("VALID_NOW", status.isPresent() ? "YES" : "UNKNOWN")
              .put("VALID_TYPE", "ALL_LOGFILES")
              .put("VALID_ROLE", "ALL_ROLES")
              .put("DB_UNIQUE_NAME", "NONE")
              .put("VERIFY", "NO")
              .put("COMPRESSION", "DISABLE")
              .put("CON_ID", 0L);
      status.ifPresent(s -> set(row, s));
      rows.add(row);
    }
    return rows;
  }

  private Optional<DestinationStatus> destination(int id) {
    return inventory.destinations().stream().filter(d -> d.config().id() == id).findFirst();
  }

  private static void set(ViewRow row, DestinationStatus status) {
    ArchiveDestination config = status.config();
    row.put("DESTINATION", config.location())
        .put("TARGET", config.isStandby() ? "STANDBY" : "PRIMARY")
        .put("ARCHIVER", config.isStandby() ? "LGWR" : "ARCH")
        .put("PROCESS", config.isStandby() ? "LGWR" : "ARCH")
        .put("TRANSMIT_MODE", config.isStandby() ? "ASYNCHRONOUS" : "SYNCHRONOUS")
        .put("VALID_TYPE", config.isStandby() ? "ONLINE_LOGFILE" : "ALL_LOGFILES")
        .put("VALID_ROLE", config.isStandby() ? "PRIMARY_ROLE" : "ALL_ROLES")
        .put("DB_UNIQUE_NAME", config.dbUniqueName())
        .put("LOG_SEQUENCE", status.archivedSequence())
        .put("FAIL_DATE", status.failTime())
        .put("FAIL_SEQUENCE", status.failSequence())
        .put("FAILURE_COUNT", status.failures())
        .put("ERROR", status.error());
  }

  private static String state(DestinationStatus status) {
    return status.state() == DestinationState.DEFERRED ? "DEFERRED" : status.state().name();
  }

  List<ViewRow> archiveDestStatus() {
    List<ViewRow> rows = new ArrayList<>();
    boolean isStandby = inventory.role() == DatabaseRole.PHYSICAL_STANDBY;
    for (int id = 1; id <= ArchiveDestination.MOST; id++) {
      Optional<DestinationStatus> status = destination(id);
      boolean toStandby = status.map(s -> s.config().isStandby()).orElse(false);
      rows.add(
          new ViewRow()
              .put("DEST_ID", id)
              .put("DEST_NAME", "LOG_ARCHIVE_DEST_" + id)
              .put("STATUS", status.map(TopologyViewRows::state).orElse("INACTIVE"))
              .put("TYPE", status.isEmpty() ? "UNKNOWN" : toStandby ? "PHYSICAL" : "LOCAL")
              .put(
                  "DATABASE_MODE",
                  status.isEmpty() ? "UNKNOWN" : toStandby || isStandby ? "OPEN_READ-ONLY" : "OPEN")
              .put(
                  "RECOVERY_MODE",
                  status.isEmpty()
                      ? "UNKNOWN"
                      : toStandby || isStandby ? "MANAGED REAL TIME APPLY" : "IDLE")
              .put("PROTECTION_MODE", "MAXIMUM PERFORMANCE")
              .put("DESTINATION", status.map(s -> s.config().location()).orElse(null))
              .put("STANDBY_LOGFILE_COUNT", 0L)
              .put("STANDBY_LOGFILE_ACTIVE", 0L)
              .put("ARCHIVED_THREAD#", status.map(DestinationStatus::archivedThread).orElse(0))
              .put("ARCHIVED_SEQ#", status.map(DestinationStatus::archivedSequence).orElse(0L))
              .put("APPLIED_THREAD#", 0L)
              .put("APPLIED_SEQ#", toStandby ? appliedSequence(id) : 0L)
              .put("ERROR", status.map(DestinationStatus::error).orElse(null))
              .put("SRL", toStandby ? "YES" : "NO")
              .put("DB_UNIQUE_NAME", status.map(s -> s.config().dbUniqueName()).orElse("NONE"))
              .put("SYNCHRONIZATION_STATUS", "CHECK CONFIGURATION")
              .put("SYNCHRONIZED", "NO")
              .put("CON_ID", 0L));
    }
    return rows;
  }

  private long appliedSequence(int destination) {
    return inventory.archivedLogs().stream()
        .filter(a -> a.destination() == destination && a.applied())
        .mapToLong(a -> a.content().sequence())
        .max()
        .orElse(0);
  }

  List<ViewRow> pdbs() {
    List<ViewRow> rows = new ArrayList<>();
    for (ContainerFacts container : visible()) {
      if (container.id() > ContainerFacts.ROOT) {
        rows.add(row(container));
      }
    }
    return rows;
  }

  List<ViewRow> containers() {
    if (instance.containers().isEmpty()) {
      return List.of(
          new ViewRow()
              .put("CON_ID", 0L)
              .put("DBID", options.dbid())
              .put("CON_UID", 0L)
              .put("NAME", options.databaseName())
              .put("OPEN_MODE", "READ WRITE")
              .put("RESTRICTED", "NO"));
    }
    return visible().stream().map(TopologyViewRows::row).toList();
  }

  private List<ContainerFacts> visible() {
    return instance.containers().stream()
        .filter(c -> instance.seesContainer(user, c.id()))
        .toList();
  }

  private static ViewRow row(ContainerFacts container) {
    return new ViewRow()
        .put("CON_ID", container.id())
        .put("DBID", container.dbid())
        .put("CON_UID", container.uid())
        .put("GUID", HexFormat.of().parseHex(container.guid()))
        .put("NAME", container.name())
        .put("OPEN_MODE", container.openMode())
        .put("RESTRICTED", container.isOpen() ? yes(container.isRestricted()) : null)
        .put("OPEN_TIME", container.openTime())
        .put("CREATE_SCN", container.createScn())
        .put("TOTAL_SIZE", container.isOpen() ? 1_048_576_000L : 0L)
        .put("BLOCK_SIZE", 8192L)
        .put("RECOVERY_STATUS", "ENABLED")
        .put("APPLICATION_ROOT", "NO")
        .put("APPLICATION_PDB", "NO")
        .put("APPLICATION_SEED", "NO")
        .put("APPLICATION_ROOT_CLONE", "NO")
        .put("PROXY_PDB", "NO")
        .put("LOCAL_UNDO", 1L);
  }

  List<ViewRow> instances() {
    List<ViewRow> rows = new ArrayList<>();
    String major = options.release().substring(0, options.release().indexOf('.'));
    boolean isMounted = instance.openMode().equals("MOUNTED");
    for (int number : instance.runningInstances()) {
      rows.add(
          new ViewRow()
              .put("INST_ID", (long) number)
              .put("INSTANCE_NUMBER", number)
              .put("INSTANCE_NAME", instanceName(number))
              .put("HOST_NAME", instance.isCluster() ? "simulator" + number : "simulator")
              .put("VERSION", major + ".0.0.0.0")
              .put("VERSION_LEGACY", major + ".0.0.0.0")
              .put("VERSION_FULL", options.release())
              .put("STARTUP_TIME", startup(number))
              .put("STATUS", isMounted ? "MOUNTED" : "OPEN")
              .put("PARALLEL", yes(instance.isCluster()))
              .put("THREAD#", number)
              .put("ARCHIVER", options.archivelog() ? "STARTED" : "STOPPED")
              .put("LOGINS", "ALLOWED")
              .put("SHUTDOWN_PENDING", "NO")
              .put("DATABASE_STATUS", "ACTIVE")
              .put("INSTANCE_ROLE", "PRIMARY_INSTANCE")
              .put("ACTIVE_STATE", "NORMAL")
              .put("BLOCKED", "NO")
              .put("CON_ID", 0L)
              .put("INSTANCE_MODE", "REGULAR")
              .put("EDITION", "EE")
              .put("DATABASE_TYPE", instance.isCluster() ? "RAC" : "SINGLE"));
    }
    return rows;
  }

  private Object startup(int number) {
    return inventory.threadStates().stream()
        .filter(t -> t.thread() == number)
        .map(ThreadState::openTime)
        .filter(java.util.Objects::nonNull)
        .map(Object.class::cast)
        .findFirst()
        .orElse(inventory.created());
  }

  private static String yes(boolean value) {
    return value ? "YES" : "NO";
  }
}
