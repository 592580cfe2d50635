package io.oraclecdc.benchmarks.endtoend;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GcInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/**
 * The most heap in use, which is in use right before a collection, and the most that a collection
 * left in use. Peaks of the parts of the heap cannot be added: they come at different times.
 * Thread-safe.
 */
public final class HeapUse {
  private final AtomicLong peak = new AtomicLong();
  private final AtomicLong live = new AtomicLong();

  /** Begins to count. */
  public HeapUse() {
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
                  GcInfo collection = GarbageCollectionNotificationInfo.from(data).getGcInfo();
                  peak.accumulateAndGet(used(heap, collection.getMemoryUsageBeforeGc()), Math::max);
                  live.accumulateAndGet(used(heap, collection.getMemoryUsageAfterGc()), Math::max);
                }
              },
              null,
              null);
    }
  }

  private static long used(Set<String> heap, Map<String, MemoryUsage> pools) {
    return pools.entrySet().stream()
        .filter(pool -> heap.contains(pool.getKey()))
        .mapToLong(pool -> pool.getValue().getUsed())
        .sum();
  }

  /** Most bytes in use before a collection, or now. */
  public long peak() {
    long now = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    return peak.accumulateAndGet(now, Math::max);
  }

  /** Most bytes that a collection left. */
  public long live() {
    return live.get();
  }

  /** Most bytes that a collection left since this was asked before. */
  public long takeLive() {
    return live.getAndSet(0);
  }
}
