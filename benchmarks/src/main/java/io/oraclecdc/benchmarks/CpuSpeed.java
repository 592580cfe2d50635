package io.oraclecdc.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * How often one thread does something in a second of its own CPU time: what other processes of the
 * machine do changes it far less than the wall clock. Collections and compilers are not counted.
 */
final class CpuSpeed {
  private static final long WARM_UP_NANOS = 6_000_000_000L;
  private static final long MEASURED_NANOS = 5_000_000_000L;
  private static final int AT_ONCE = 1_000;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

  /** Times a second, after a warm-up. */
  double of(Runnable work) {
    run(work, WARM_UP_NANOS);
    return run(work, MEASURED_NANOS);
  }

  private double run(Runnable work, long nanos) {
    long start = threads.getCurrentThreadCpuTime();
    long done = 0;
    long used = 0;
    while (used < nanos) {
      for (int i = 0; i < AT_ONCE; i++) {
        work.run();
      }
      done += AT_ONCE;
      used = threads.getCurrentThreadCpuTime() - start;
    }
    return done * 1e9 / used;
  }
}
