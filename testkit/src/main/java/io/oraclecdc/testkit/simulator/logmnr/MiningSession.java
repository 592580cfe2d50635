package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import io.oraclecdc.testkit.simulator.redo.RedoFile;
import io.oraclecdc.testkit.simulator.redo.RedoInventory;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Registered logs and started range of one connection. Used by its connection's thread only. */
final class MiningSession implements LogMinerSession {
  private static final int NEW = 1;
  private static final int REMOVEFILE = 2;
  private static final int ADDFILE = 3;

  private final RedoInventory inventory;
  private final SimInstance instance;
  private final LongAdder rebuiltRows;
  private final Map<String, RedoFile> registered = new LinkedHashMap<>();
  private List<MissingLogs> missing = List.of();
  private @Nullable MiningRange range;

  MiningSession(RedoInventory inventory, SimInstance instance, LongAdder rebuiltRows) {
    this.inventory = inventory;
    this.rebuiltRows = rebuiltRows;
    this.instance = instance;
  }

  RedoInventory inventory() {
    return inventory;
  }

  SimInstance instance() {
    return instance;
  }

  @Override
  public void addLogfile(String fileName, int options) throws SQLException {
    if (options == REMOVEFILE) {
      removeLogfile(fileName);
      return;
    }
    if (options != NEW && options != ADDFILE) {
      throw OraErrors.of(1283, "Invalid option specified");
    }
    if (isPluggable()) {
      throw OraErrors.of(65040, "operation not allowed from within a pluggable database");
    }
    range = null;
    missing = List.of();
    if (options == NEW) {
      registered.clear();
    }
    RedoFile file = inventory.open(fileName).orElseThrow(() -> cannotOpen(fileName));
    for (RedoFile other : registered.values()) {
      if (other.resetlogsScn() != file.resetlogsScn()) {
        throw OraErrors.of(1287, "file " + fileName + " is from a different database incarnation");
      }
      if (other.thread() == file.thread() && other.sequence() == file.sequence()) {
        throw OraErrors.of(1289, "cannot add duplicate logfile " + fileName);
      }
    }
    registered.put(fileName, file);
  }

  @Override
  public void removeLogfile(String fileName) throws SQLException {
    if (registered.remove(fileName) == null) {
      throw OraErrors.of(1290, "cannot remove unlisted logfile " + fileName);
    }
    range = null;
  }

  @Override
  public void start(
      long startScn,
      long endScn,
      @Nullable LocalDateTime startTime,
      @Nullable LocalDateTime endTime,
      int options)
      throws SQLException {
    range = null;
    missing = List.of();
    if (isPluggable()) {
      PluggableMining.requireRelease(inventory.options());
    }
    checkOptions(options);
    if (isPluggable()) {
      PluggableMining.register(inventory, startScn, registered);
    }
    if (registered.isEmpty()) {
      throw OraErrors.of(1292, "no log file has been specified for the current LogMiner session");
    }
    for (RedoFile file : registered.values()) {
      checkHeader(file);
    }
    if (startTime != null && endTime != null && endTime.isBefore(startTime)) {
      throw OraErrors.of(1282, "date range specified is invalid");
    }
    long from = startScn != 0 ? startScn : scnAt(startTime);
    long to = endScn != 0 ? endScn : scnAt(endTime);
    if (from < 0
        || to < 0
        || (to != 0 && to < from)
        || (to != 0 && to == from && has(RedoBehaviour.EQUAL_SCN_BOUNDS_REFUSED))) {
      throw OraErrors.of(1281, "SCN range specified is invalid");
    }
    List<RedoFile> files = files();
    long lowest = files.stream().mapToLong(RedoFile::firstScn).min().orElseThrow();
    long first = from == 0 ? lowest : from;
    long last = to == 0 ? RedoInventory.OPEN_END : to;
    missing = MissingLogs.of(files, first, last);
    if (missing.isEmpty() && has(RedoBehaviour.EVERY_THREAD_MUST_REACH_BACK)) {
      missing = MissingLogs.before(files, first, inventory.threadStates());
    }
    boolean shown =
        has(RedoBehaviour.MISSING_SCN_ROWS) && missing.stream().allMatch(MissingLogs::isBetween);
    if (!missing.isEmpty() && !shown) {
      throw OraErrors.of(1291, "missing log file");
    }
    IdentityHashMap<RedoFile, RedoFile.End> ends = new IdentityHashMap<>();
    if (to == 0) {
      files.forEach(f -> ends.put(f, f.end()));
    }
    MiningRange started =
        new MiningRange(
            first,
            last,
            options,
            files,
            ends,
            startTime,
            endTime,
            startScn,
            endScn,
            container(),
            null);
    started = started.with(RedoDictionary.find(inventory, instance, files, started));
    if (!has(RedoBehaviour.CLOSED_PDB_FOUND_WHILE_READING)) {
      ClosedContainers.of(instance, started).requireNone(inventory.options(), started);
    }
    range = started;
  }

  private boolean isPluggable() {
    return instance.containerId() > ContainerFacts.ROOT;
  }

  /** The only container whose rows are returned, 0 for all. */
  private int container() {
    return isPluggable() ? instance.containerId() : 0;
  }

  private static void checkOptions(int options) throws SQLException {
    if ((options & ~StartOptions.ALL) != 0) {
      throw OraErrors.of(1283, "Invalid option specified");
    }
    if ((options & StartOptions.CONTINUOUS_MINE) != 0) {
      throw OraErrors.of(
          44609, "CONTINUOUS_MINE is desupported for use with DBMS_LOGMNR.START_LOGMNR.");
    }
    boolean online = (options & StartOptions.DICT_FROM_ONLINE_CATALOG) != 0;
    boolean redo = (options & StartOptions.DICT_FROM_REDO_LOGS) != 0;
    if (online && (redo || (options & StartOptions.DDL_DICT_TRACKING) != 0)) {
      throw OraErrors.of(1298, "conflicting dictionary option");
    }
    if ((options & StartOptions.PRINT_PRETTY_SQL) != 0) {
      throw OraErrors.of(1283, "Invalid option specified: PRINT_PRETTY_SQL is not simulated");
    }
  }

  private static void checkHeader(RedoFile file) throws SQLException {
    if (file.isGone()) {
      throw cannotOpen(file.name());
    }
    if (file.isReused()) {
      throw OraErrors.of(
          1368,
          "log file %s header does not match thread %d and sequence %d"
              .formatted(file.name(), file.thread(), file.sequence()));
    }
  }

  private long scnAt(@Nullable LocalDateTime time) throws SQLException {
    if (time == null) {
      return 0;
    }
    return inventory.scnAt(time).orElseThrow(() -> OraErrors.of(1291, "missing log file"));
  }

  static SQLException cannotOpen(String fileName) {
    return OraErrors.of(
        1284,
        "file %s cannot be opened\nORA-00308: cannot open archived log '%s'\nORA-27037: unable to obtain file status"
            .formatted(fileName, fileName));
  }

  @Override
  public void end() throws SQLException {
    if (range == null && registered.isEmpty()) {
      throw OraErrors.of(1307, "no LogMiner session is currently active");
    }
    close();
  }

  @Override
  public void close() {
    range = null;
    missing = List.of();
    registered.clear();
  }

  /** Registered logs by thread and sequence. */
  List<RedoFile> files() {
    List<RedoFile> files = new ArrayList<>(registered.values());
    files.sort(Comparator.comparingInt(RedoFile::thread).thenComparingLong(RedoFile::sequence));
    return files;
  }

  List<MissingLogs> missing() {
    return missing;
  }

  /** The started range, null when there is none. */
  @Nullable MiningRange range() {
    return range;
  }

  /** Opens the contents for a query. */
  ContentsScan openContents(NlsSettings nls) throws SQLException {
    MiningRange started = range;
    if (started == null) {
      throw OraErrors.of(
          1306,
          "dbms_logmnr.start_logmnr() must be invoked before selecting from v$logmnr_contents");
    }
    return new ContentsScan(inventory.options(), instance, started, nls, rebuiltRows);
  }

  private boolean has(RedoBehaviour behaviour) {
    return inventory.options().has(behaviour);
  }
}
