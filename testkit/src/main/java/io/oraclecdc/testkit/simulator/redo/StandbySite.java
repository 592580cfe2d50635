package io.oraclecdc.testkit.simulator.redo;

import java.util.Optional;

/**
 * What lies at a physical standby: the logs that the primary's destination delivered, and how far
 * they are applied. Guarded by the primary's commit latch.
 */
public final class StandbySite {
  private final RedoWriter primary;
  private final int destination;
  private final String directory;
  private long appliedScn;
  private boolean applyHeld;
  private boolean realTime;

  StandbySite(RedoControl primary, int destination, String directory) {
    this.primary = primary.writer();
    this.destination = destination;
    this.directory = directory;
    appliedScn = this.primary.currentScn();
  }

  /** Apply stops: delivered logs wait. */
  public void holdApply() {
    change(() -> applyHeld = true);
  }

  /** Apply goes on. */
  public void releaseApply() {
    change(() -> applyHeld = false);
  }

  /** Whether apply is stopped. */
  public boolean isApplyHeld() {
    return primary.underLatch(() -> applyHeld);
  }

  /**
   * Whether redo is applied as it is written, from standby redo logs, and not log by log. Default:
   * log by log.
   */
  public void realTimeApply(boolean on) {
    change(() -> realTime = on);
  }

  /** CURRENT_SCN of the standby: everything up to it is applied. */
  public long appliedScn() {
    return primary.underLatch(this::applied);
  }

  /** How many changes behind the primary it is; 0 when it shows the same. */
  public long lagScns() {
    return primary.underLatch(() -> Math.max(0, primary.lastChangeScn() - applied()));
  }

  /** The apply process works when somebody looks. */
  long applied() {
    if (applyHeld) {
      return appliedScn;
    }
    if (realTime && isDelivered()) {
      primary.logs().archive().copies().stream()
          .filter(c -> c.destination == destination)
          .forEach(c -> c.isApplied = true);
      appliedScn = primary.clock().current();
      return appliedScn;
    }
    long reached = Long.MAX_VALUE;
    for (int thread : primary.logs().threads()) {
      boolean counts =
          primary.logs().states().isEnabled(thread)
              || primary.logs().archive().waitsFor(destination, thread);
      reached = counts ? Math.min(reached, delivered(thread)) : reached;
    }
    if (reached != Long.MAX_VALUE) {
      appliedScn = Math.max(appliedScn, reached);
    }
    long upTo = appliedScn;
    primary.logs().archive().copies().stream()
        .filter(c -> c.destination == destination && c.log.nextScn() <= upTo + 1)
        .forEach(c -> c.isApplied = true);
    return appliedScn;
  }

  private boolean isDelivered() {
    LogArchive.Destination target = primary.logs().archive().destination(destination);
    return target.state == DestinationState.VALID && !target.held;
  }

  private long delivered(int thread) {
    return primary.logs().archive().copies().stream()
        .filter(c -> c.destination == destination && c.log.thread() == thread)
        .mapToLong(c -> c.log.nextScn() - 1)
        .max()
        .orElse(appliedScn);
  }

  int destination() {
    return destination;
  }

  RedoWriter primary() {
    return primary;
  }

  String nameOf(LogArchive.Copy copy, RedoOptions options) {
    return options.archivedName(
        directory, copy.log.thread(), copy.log.sequence(), copy.incarnation.resetlogsId());
  }

  String directory() {
    return directory;
  }

  Optional<LogArchive.Copy> copy(String name, RedoOptions options) {
    return primary.logs().archive().copies().stream()
        .filter(c -> c.destination == destination && c.isPresent())
        .filter(c -> nameOf(c, options).equals(name))
        .findFirst();
  }

  private void change(Runnable step) {
    primary.underLatch(
        () -> {
          step.run();
          return true;
        });
  }
}
