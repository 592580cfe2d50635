package io.oraclecdc.doctor;

import java.util.List;

/** DOC-13: one redo thread. */
final class ThreadsCheck implements Check {
  @Override
  public List<Finding> run(Examined examined) {
    if (examined.enabledThreads().size() <= 1) {
      return List.of();
    }
    return List.of(
        Finding.blocking(
            "DOC-13",
            "more than one redo thread is enabled: " + examined.enabledThreads(),
            "databases of several instances are not captured yet",
            "ALTER DATABASE DISABLE THREAD n; for a thread that no instance uses any more"));
  }
}
