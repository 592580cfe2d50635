package io.oraclecdc.doctor;

import java.util.List;

/** DOC-13: what several redo threads mean. Every enabled one is read. */
final class ThreadsCheck implements Check {
  @Override
  public List<Finding> run(Examined examined) {
    if (examined.enabledThreads().size() <= 1) {
      return List.of();
    }
    return List.of(
        Finding.info(
            "DOC-13",
            "redo threads " + examined.enabledThreads() + " are enabled",
            "the redo of all is read and their commits are put in one order, so a thread without"
                + " changes delays the others by cdc.rac.safety.lag.ms; the files of every thread must"
                + " be readable for the instance that capture connects to",
            "ALTER DATABASE DISABLE THREAD n; for a thread that no instance uses any more"));
  }
}
