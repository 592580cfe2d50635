package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.redo.DatabaseIncarnation;
import io.oraclecdc.testkit.simulator.redo.DatabaseRole;
import io.oraclecdc.testkit.simulator.redo.DictionaryBuild;
import io.oraclecdc.testkit.simulator.redo.RedoFile;
import io.oraclecdc.testkit.simulator.redo.RedoInventory;
import io.oraclecdc.testkit.simulator.redo.RedoOptions;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Rows of the fixed views about redo logs, threads and registered logs. Made for one query. */
final class LogViewRows {
  private static final long BLOCK = 512;
  private static final DateTimeFormatter BUILT =
      DateTimeFormatter.ofPattern("MM/dd/uuuu HH:mm:ss", Locale.ROOT);

  private final MiningSession mining;
  private final RedoInventory inventory;
  private final RedoOptions options;
  private final List<DictionaryBuild> builds;

  LogViewRows(MiningSession mining) {
    this.mining = mining;
    inventory = mining.inventory();
    options = inventory.options();
    builds = inventory.dictionaryBuilds();
  }

  List<ViewRow> log() {
    List<ViewRow> rows = new ArrayList<>();
    for (RedoInventory.OnlineLog log : inventory.onlineLogs()) {
      RedoInventory.Content content = log.content();
      ViewRow row =
          new ViewRow()
              .put("GROUP#", log.group())
              .put("THREAD#", log.thread())
              .put("BYTES", options.logSizeBytes())
              .put("BLOCKSIZE", BLOCK)
              .put("MEMBERS", 1L)
              .put("ARCHIVED", content == null ? "YES" : yes(log.archived()))
              .put("STATUS", status(log))
              .put("CON_ID", 0L);
      if (content == null) {
        row.put("SEQUENCE#", 0L).put("FIRST_CHANGE#", 0L).put("NEXT_CHANGE#", 0L);
      } else {
        row.put("SEQUENCE#", content.sequence())
            .put("FIRST_CHANGE#", content.firstScn())
            .put("FIRST_TIME", content.firstTime())
            .put("NEXT_CHANGE#", shown(content.nextScn()))
            .put("NEXT_TIME", content.nextTime());
      }
      rows.add(row);
    }
    return rows;
  }

  private String status(RedoInventory.OnlineLog log) {
    RedoInventory.Content content = log.content();
    if (content == null) {
      return "UNUSED";
    }
    if (content.isCurrent()) {
      return "CURRENT";
    }
    boolean waits = options.archivelog() && !log.archived();
    boolean isPrevious = isPrevious(log.thread(), content.sequence());
    return waits || isPrevious ? "ACTIVE" : "INACTIVE";
  }

  /** The log before the one an open thread writes to may still be needed for a crash recovery. */
  private boolean isPrevious(int thread, long sequence) {
    return inventory.onlineLogs().stream()
        .filter(g -> g.thread() == thread)
        .map(RedoInventory.OnlineLog::content)
        .anyMatch(c -> c != null && c.isCurrent() && c.sequence() == sequence + 1);
  }

  List<ViewRow> logfile() {
    List<ViewRow> rows = new ArrayList<>();
    for (RedoInventory.OnlineLog log : inventory.onlineLogs()) {
      rows.add(
          new ViewRow()
              .put("GROUP#", log.group())
              .put("TYPE", "ONLINE")
              .put("MEMBER", log.member())
              .put("IS_RECOVERY_DEST_FILE", "NO")
              .put("CON_ID", 0L));
    }
    for (RedoInventory.OnlineLog log : inventory.standbyLogs()) {
      rows.add(
          new ViewRow()
              .put("GROUP#", log.group())
              .put("TYPE", "STANDBY")
              .put("MEMBER", log.member())
              .put("IS_RECOVERY_DEST_FILE", "NO")
              .put("CON_ID", 0L));
    }
    return rows;
  }

  List<ViewRow> archivedLog() {
    List<ViewRow> rows = new ArrayList<>();
    boolean isStandby = inventory.role() == DatabaseRole.PHYSICAL_STANDBY;
    for (RedoInventory.ArchivedLog log : inventory.archivedLogs()) {
      RedoInventory.Content content = log.content();
      long life = log.incarnation().resetlogsScn();
      rows.add(
          new ViewRow()
              .put("RECID", log.recid())
              .put("STAMP", log.recid() + 1_000_000_000L)
              .put("NAME", log.deleted() ? null : log.name())
              .put("DEST_ID", log.destination())
              .put("THREAD#", content.thread())
              .put("SEQUENCE#", content.sequence())
              .put("RESETLOGS_CHANGE#", log.incarnation().resetlogsScn())
              .put("RESETLOGS_TIME", log.incarnation().resetlogsTime())
              .put("RESETLOGS_ID", log.incarnation().resetlogsId())
              .put("FIRST_CHANGE#", content.firstScn())
              .put("FIRST_TIME", content.firstTime())
              .put("NEXT_CHANGE#", content.nextScn())
              .put("NEXT_TIME", content.nextTime())
              .put("BLOCKS", content.blocks())
              .put("BLOCK_SIZE", BLOCK)
              .put("CREATOR", "ARCH")
              .put("REGISTRAR", isStandby ? "RFS" : "ARCH")
              .put("STANDBY_DEST", yes(log.standby()))
              .put("ARCHIVED", "YES")
              .put("APPLIED", yes(log.applied()))
              .put("DELETED", yes(log.deleted()))
              .put("STATUS", log.status().letter())
              .put("COMPLETION_TIME", log.completion())
              .put("DICTIONARY_BEGIN", yes(begins(content.thread(), content.sequence(), life)))
              .put("DICTIONARY_END", yes(ends(content.thread(), content.sequence(), life)))
              .put("END_OF_REDO", "NO")
              .put("BACKUP_COUNT", 0L)
              .put("ARCHIVAL_THREAD#", content.thread())
              .put("IS_RECOVERY_DEST_FILE", "NO")
              .put("COMPRESSED", "NO")
              .put("FAL", "NO")
              .put("BACKED_BY_VSS", "NO")
              .put("CON_ID", 0L));
    }
    return rows;
  }

  List<ViewRow> logHistory() {
    List<RedoInventory.Content> ended = new ArrayList<>();
    Map<RedoInventory.Content, DatabaseIncarnation> lives = new HashMap<>();
    for (RedoInventory.ArchivedLog log : inventory.archivedLogs()) {
      if (lives.put(log.content(), log.incarnation()) == null) {
        ended.add(log.content());
      }
    }
    for (RedoInventory.OnlineLog log : inventory.onlineLogs()) {
      RedoInventory.Content content = log.content();
      if (content != null && !content.isCurrent() && !ended.contains(content)) {
        ended.add(content);
      }
    }
    ended.sort(Comparator.comparingLong(RedoInventory.Content::sequence));
    List<ViewRow> rows = new ArrayList<>();
    for (RedoInventory.Content content : ended) {
      DatabaseIncarnation life = lives.getOrDefault(content, inventory.incarnation());
      rows.add(
          new ViewRow()
              .put("RECID", rows.size() + 1L)
              .put("STAMP", rows.size() + 1_000_000_000L)
              .put("THREAD#", content.thread())
              .put("SEQUENCE#", content.sequence())
              .put("FIRST_CHANGE#", content.firstScn())
              .put("FIRST_TIME", content.firstTime())
              .put("NEXT_CHANGE#", content.nextScn())
              .put("RESETLOGS_CHANGE#", life.resetlogsScn())
              .put("RESETLOGS_TIME", life.resetlogsTime())
              .put("CON_ID", 0L));
    }
    return rows;
  }

  List<ViewRow> logmnrLogs() {
    MiningRange range = mining.range();
    List<ViewRow> rows = new ArrayList<>();
    boolean isFirst = true;
    for (RedoFile file : mining.files()) {
      boolean isNeeded = range == null || range.needs(file);
      long status = !isNeeded ? 2 : isFirst && range != null ? 1 : 0;
      isFirst = isFirst && !isNeeded;
      long life = file.resetlogsScn();
      rows.add(
          new ViewRow()
              .put("LOG_ID", file.sequence())
              .put("FILENAME", file.name())
              .put("LOW_TIME", file.firstTime())
              .put("HIGH_TIME", file.nextTime())
              .put("DB_ID", options.dbid())
              .put("DB_NAME", options.databaseName())
              .put("RESET_SCN", file.resetlogsScn())
              .put("RESET_SCN_TIME", inventory.created())
              .put("COMPATIBLE", "19.0.0.0.0")
              .put("THREAD_ID", file.thread())
              .put("THREAD_SQN", file.sequence())
              .put("LOW_SCN", file.firstScn())
              .put("NEXT_SCN", shown(file.nextScn()))
              .put("DICTIONARY_BEGIN", yes(begins(file.thread(), file.sequence(), life)))
              .put("DICTIONARY_END", yes(ends(file.thread(), file.sequence(), life)))
              .put("TYPE", file.nextTime() == null ? "ONLINE" : "ARCHIVED")
              .put("BLOCKSIZE", BLOCK)
              .put("FILESIZE", file.blocks() * BLOCK)
              .put("STATUS", status)
              .put("CON_ID", 0L));
    }
    for (MissingLogs hole : mining.missing()) {
      rows.add(
          new ViewRow()
              .put("LOG_ID", 0L)
              .put("FILENAME", hole.description())
              .put("THREAD_ID", hole.thread())
              .put("LOW_SCN", hole.lowScn())
              .put("NEXT_SCN", hole.nextScn())
              .put("INFO", "MISSING_LOGFILE")
              .put("STATUS", 4L)
              .put("CON_ID", 0L));
    }
    return rows;
  }

  /** Builds of the container that asks; the root sees all. */
  List<ViewRow> buildLog() {
    List<ViewRow> rows = new ArrayList<>();
    int own = mining.instance().containerId();
    for (DictionaryBuild build : builds) {
      if (own > ContainerFacts.ROOT && build.containerId() != own) {
        continue;
      }
      Optional<ContainerFacts> container =
          mining.instance().containers().stream()
              .filter(c -> c.id() == build.containerId())
              .findFirst();
      rows.add(
          new ViewRow()
              .put("DATE_OF_BUILD", inventory.timeOf(build.scn()).map(BUILT::format).orElse(null))
              .put("START_SCN", build.scn())
              .put("CONTAINER_ID", build.containerId())
              .put("CONTAINER_UID", container.map(ContainerFacts::uid).orElse(0L))
              .put(
                  "CONTAINER_NAME",
                  container.map(ContainerFacts::name).orElse(options.databaseName()))
              .put("RESETLOGS_CHANGE#", build.place().resetlogsScn()));
    }
    return rows;
  }

  List<ViewRow> logmnrParameters() {
    MiningRange range = mining.range();
    if (range == null) {
      return List.of();
    }
    return List.of(
        new ViewRow()
            .put("START_DATE", range.startTime())
            .put("END_DATE", range.endTime())
            .put("START_SCN", range.startScnGiven())
            .put("REQUIRED_START_SCN", range.firstScn())
            .put("END_SCN", range.endScnGiven())
            .put("OPTIONS", range.options())
            .put("STATUS", 0L)
            .put("CON_ID", 0L));
  }

  /** Only a build in the root or in a database without containers marks its logs. */
  private boolean begins(int thread, long sequence, long resetlogsScn) {
    return builds.stream()
        .anyMatch(
            b ->
                b.containerId() <= ContainerFacts.ROOT
                    && b.beginsIn(thread, sequence, resetlogsScn));
  }

  private boolean ends(int thread, long sequence, long resetlogsScn) {
    return builds.stream()
        .anyMatch(
            b ->
                b.containerId() <= ContainerFacts.ROOT && b.endsIn(thread, sequence, resetlogsScn));
  }

  private static Object shown(long nextScn) {
    return nextScn == RedoInventory.OPEN_END ? RedoInventory.SHOWN_OPEN_END : (Object) nextScn;
  }

  private static String yes(boolean value) {
    return value ? "YES" : "NO";
  }
}
