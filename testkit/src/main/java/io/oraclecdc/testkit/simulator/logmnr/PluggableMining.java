package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.redo.RedoFile;
import io.oraclecdc.testkit.simulator.redo.RedoInventory;
import io.oraclecdc.testkit.simulator.redo.RedoOptions;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Mining inside a PDB: LogMiner finds the logs of a range by itself. */
final class PluggableMining {
  private static final int FIRST_RELEASE = 19;
  private static final int FIRST_UPDATE = 10;

  private PluggableMining() {}

  /**
   * Before 19.10 the package is for the root only.
   *
   * @throws SQLException ORA-65040
   */
  static void requireRelease(RedoOptions options) throws SQLException {
    String[] numbers = options.release().split("\\.", -1);
    int major = Integer.parseInt(numbers[0]);
    boolean isOld =
        major < FIRST_RELEASE
            || (major == FIRST_RELEASE && Integer.parseInt(numbers[1]) < FIRST_UPDATE);
    if (isOld) {
      throw OraErrors.of(65040, "operation not allowed from within a pluggable database");
    }
  }

  /**
   * Registers every log from {@code firstScn} on, archived copies first.
   *
   * @throws SQLException ORA-01291 when no log goes back so far, ORA-00604 with ORA-01284 when the
   *     file of an archived log is gone
   */
  static void register(RedoInventory inventory, long firstScn, Map<String, RedoFile> registered)
      throws SQLException {
    registered.clear();
    Map<String, String> names = new TreeMap<>();
    boolean reaches = firstScn == 0;
    for (RedoInventory.ArchivedLog log : inventory.archivedLogs()) {
      boolean usable =
          !log.standby()
              && "A".equals(log.status().letter())
              && log.incarnation().equals(inventory.incarnation());
      if (usable && log.content().nextScn() > firstScn) {
        reaches |= log.content().firstScn() <= firstScn;
        names.putIfAbsent(key(log.content()), log.name());
      }
    }
    for (RedoInventory.OnlineLog log : inventory.onlineLogs()) {
      RedoInventory.Content content = log.content();
      if (content != null && content.nextScn() > firstScn) {
        reaches |= content.firstScn() <= firstScn;
        names.putIfAbsent(key(content), log.member());
      }
    }
    if (!reaches) {
      throw OraErrors.of(1291, "missing log file");
    }
    for (String name : names.values()) {
      Optional<RedoFile> file = inventory.open(name);
      if (file.isEmpty()) {
        throw gone(name);
      }
      registered.put(name, file.get());
    }
  }

  private static String key(RedoInventory.Content content) {
    return "%05d/%019d".formatted(content.thread(), content.sequence());
  }

  private static SQLException gone(String name) {
    return OraErrors.of(
        604,
        "Error occurred at recursive SQL level 1\n"
            + "ORA-01284: file %s cannot be opened\nORA-00308: cannot open archived log '%s'\n"
                .formatted(name, name)
            + "ORA-27037: unable to obtain file status");
  }
}
