package io.oraclecdc.benchmarks.endtoend;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/**
 * The most heap that collections left in use: what a side needs, where the peak also counts what
 * the collector had not yet looked at. Thread-safe.
 */
final class LiveHeap {
  private final AtomicLong most = new AtomicLong();

  LiveHeap() {
    Set<String> heap =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .map(pool -> pool.getName())
            .collect(Collectors.toSet());
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      ((NotificationEmitter) collector)
          .addNotificationListener(
              (notification, handback) -> {
                if (notification.getUserData() instanceof CompositeData data) {
                  long left =
                      GarbageCollectionNotificationInfo.from(data)
                          .getGcInfo()
                          .getMemoryUsageAfterGc()
                          .entrySet()
                          .stream()
                          .filter(pool -> heap.contains(pool.getKey()))
                          .mapToLong(pool -> pool.getValue().getUsed())
                          .sum();
                  most.accumulateAndGet(left, Math::max);
                }
              },
              null,
              null);
    }
  }

  long most() {
    return most.get();
  }
}
