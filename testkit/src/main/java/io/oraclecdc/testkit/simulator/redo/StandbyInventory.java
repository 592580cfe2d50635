package io.oraclecdc.testkit.simulator.redo;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Clock and logs as a physical standby has them: what arrived, not what the primary wrote. */
final class StandbyInventory extends RedoInventory {
  private final StandbySite site;

  StandbyInventory(RedoOptions options, StandbySite site) {
    super(options, site.primary());
    this.site = site;
  }

  @Override
  public long currentScn() {
    return site.appliedScn();
  }

  @Override
  public DatabaseRole role() {
    return DatabaseRole.PHYSICAL_STANDBY;
  }

  /** Its own online logs are not written to. */
  @Override
  public List<OnlineLog> onlineLogs() {
    return super.onlineLogs().stream()
        .map(l -> new OnlineLog(l.group(), l.thread(), standbyName("redo", l.group()), true, null))
        .toList();
  }

  private String standbyName(String kind, int group) {
    return "%s/%s%02d.log".formatted(site.directory(), kind, group);
  }

  /** One group more than the primary has for each thread; one of each receives. */
  @Override
  public List<OnlineLog> standbyLogs() {
    List<OnlineLog> result = new ArrayList<>();
    List<OnlineLog> online = super.onlineLogs();
    int group = online.stream().mapToInt(OnlineLog::group).max().orElse(0);
    for (int thread : threads()) {
      for (OnlineLog log : online) {
        Content content = log.content();
        if (log.thread() == thread && content != null && content.isCurrent()) {
          group++;
          result.add(new OnlineLog(group, thread, standbyName("srl", group), false, content));
        }
      }
      int rest = (int) online.stream().filter(l -> l.thread() == thread).count();
      for (int i = 0; i < rest; i++) {
        group++;
        result.add(new OnlineLog(group, thread, standbyName("srl", group), true, null));
      }
    }
    return result;
  }

  @Override
  public List<ArchivedLog> archivedLogs() {
    return site.primary()
        .underLatch(
            () -> {
              site.applied();
              return super.archivedLogs().stream()
                  .filter(a -> a.destination() == site.destination())
                  .map(this::here)
                  .toList();
            });
  }

  private ArchivedLog here(ArchivedLog shipped) {
    String name =
        options()
            .archivedName(
                site.directory(),
                shipped.content().thread(),
                shipped.content().sequence(),
                shipped.incarnation().resetlogsId());
    return new ArchivedLog(
        shipped.recid(),
        name,
        1,
        false,
        shipped.status(),
        shipped.applied(),
        shipped.incarnation(),
        shipped.completion(),
        shipped.content());
  }

  @Override
  public List<DestinationStatus> destinations() {
    List<ArchivedLog> arrived = archivedLogs();
    Content last = arrived.isEmpty() ? null : arrived.get(arrived.size() - 1).content();
    return List.of(
        new DestinationStatus(
            ArchiveDestination.local(1, site.directory()),
            DestinationState.VALID,
            null,
            null,
            0,
            0,
            last == null ? 0 : last.thread(),
            last == null ? 0 : last.sequence()));
  }

  @Override
  public Optional<RedoFile> open(String name) {
    return site.primary()
        .underLatch(
            () ->
                site.copy(name, options())
                    .map(
                        c ->
                            new RedoFile(
                                site.primary(), new RedoLogs.LogFile(name, c.log, null, c))));
  }
}
