package io.oraclecdc.testkit.simulator.dictionary;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of a table and which of them a row belongs to.
 *
 * <p>DDL makes another one. Only interval partitions come by themselves, when a row first needs
 * one: they are added in place, so that every version of the table knows them. Thread-safe.
 */
public final class Partitioning {

  /** PARTITION BY RANGE, LIST, HASH. */
  public enum Method {
    /** Values less than a bound. */
    RANGE,
    /** Listed values. */
    LIST,
    /** A hash of the key. */
    HASH
  }

  /**
   * One partition.
   *
   * @param name PARTITION_NAME
   * @param objectId OBJECT_ID (DATA_OBJ# of its redo)
   * @param dataObjectId DATA_OBJECT_ID: new after TRUNCATE, MOVE and EXCHANGE
   * @param bound upper bound of RANGE, one value per key column, null for MAXVALUE; empty otherwise
   * @param values values of LIST; empty for DEFAULT and other methods
   * @param highValue HIGH_VALUE as typed
   */
  public record Partition(
      String name,
      long objectId,
      long dataObjectId,
      List<Optional<Object>> bound,
      List<Optional<Object>> values,
      String highValue) {

    /** The same in another segment. */
    public Partition withData(long newDataObjectId) {
      return new Partition(name, objectId, newDataObjectId, bound, values, highValue);
    }
  }

  /**
   * INTERVAL: a number, or months or days of a date.
   *
   * @param number step of a NUMBER key, null for dates
   * @param months step in months, 0 when in days
   * @param days step in days, 0 when in months
   */
  public record Interval(@Nullable BigDecimal number, int months, int days) {}

  private final Method method;
  private final List<String> columns;
  private final List<Partition> partitions;
  private final @Nullable Interval interval;
  private final List<Partition> automatic;

  /**
   * A table's partitions.
   *
   * @param columns the key
   * @param partitions in order, at least one
   * @param interval step of automatic partitions, null when there are none
   */
  public Partitioning(
      Method method,
      List<String> columns,
      List<Partition> partitions,
      @Nullable Interval interval) {
    this(method, columns, partitions, interval, new CopyOnWriteArrayList<>());
  }

  private Partitioning(
      Method method,
      List<String> columns,
      List<Partition> partitions,
      @Nullable Interval interval,
      List<Partition> automatic) {
    this.method = method;
    this.columns = List.copyOf(columns);
    this.partitions = List.copyOf(partitions);
    this.interval = interval;
    this.automatic = automatic;
  }

  /** PARTITIONING_TYPE. */
  public Method method() {
    return method;
  }

  /** Key columns. */
  public List<String> columns() {
    return columns;
  }

  /** INTERVAL, null when there is none. */
  public @Nullable Interval interval() {
    return interval;
  }

  /** All partitions in order, automatic ones last. */
  public List<Partition> partitions() {
    List<Partition> all = new ArrayList<>(partitions);
    List<Partition> grown = new ArrayList<>(automatic);
    grown.sort((a, b) -> compare(a.bound().get(0).orElseThrow(), b.bound().get(0).orElseThrow()));
    all.addAll(grown);
    return all;
  }

  /** The partition of that name. */
  public Optional<Partition> named(String name) {
    return partitions().stream().filter(p -> p.name().equals(name)).findFirst();
  }

  /** Interval partitions that rows have made, in the order they were made. */
  public List<Partition> automatic() {
    return List.copyOf(automatic);
  }

  /** Takes over an interval partition that a row made in an earlier life of the database. */
  public synchronized void adopt(Partition partition) {
    if (automatic.stream().noneMatch(p -> p.objectId() == partition.objectId())) {
      automatic.add(partition);
    }
  }

  /** Partitions made by DDL. */
  public List<Partition> defined() {
    return partitions;
  }

  /** The partition in whose segment a row lies. */
  public Optional<Partition> ofData(long dataObjectId) {
    for (Partition partition : partitions) {
      if (partition.dataObjectId() == dataObjectId) {
        return Optional.of(partition);
      }
    }
    return automatic.stream().filter(p -> p.dataObjectId() == dataObjectId).findFirst();
  }

  /** The same with other partitions; automatic ones become ordinary ones. */
  public Partitioning with(List<Partition> changed) {
    return new Partitioning(method, columns, changed, interval);
  }

  /**
   * The partition of a row; an interval partition is made when none fits.
   *
   * @param key values of the key columns
   * @param ids gives the object ids of a new partition
   * @return empty when the row belongs nowhere (ORA-14400)
   */
  public Optional<Partition> of(List<@Nullable Object> key, LongSupplier ids) {
    return switch (method) {
      case HASH -> Optional.of(partitions.get(Math.floorMod(key.hashCode(), partitions.size())));
      case LIST -> listed(key);
      case RANGE -> {
        Optional<Partition> found = below(key, partitions);
        yield found.isEmpty() && interval != null && key.get(0) != null
            ? Optional.of(grow(key.get(0), interval, ids))
            : found;
      }
    };
  }

  private Optional<Partition> listed(List<@Nullable Object> key) {
    Optional<Object> value = Optional.ofNullable(key.get(0));
    for (Partition partition : partitions) {
      if (partition.values().stream().anyMatch(v -> isSame(v, value))) {
        return Optional.of(partition);
      }
    }
    return partitions.stream().filter(p -> p.values().isEmpty()).findFirst();
  }

  private static boolean isSame(Optional<Object> one, Optional<Object> other) {
    return (one.isPresent() && other.isPresent())
        ? compare(one.get(), other.get()) == 0
        : (one.isEmpty() && other.isEmpty());
  }

  private static Optional<Partition> below(List<@Nullable Object> key, List<Partition> ordered) {
    return ordered.stream().filter(p -> isBelow(key, p.bound())).findFirst();
  }

  private static boolean isBelow(List<@Nullable Object> key, List<Optional<Object>> bound) {
    for (int i = 0; i < bound.size(); i++) {
      Object value = key.get(i);
      if (bound.get(i).isEmpty()) {
        return true;
      }
      int order = value == null ? 1 : compare(value, bound.get(i).get());
      if (order != 0) {
        return order < 0;
      }
    }
    return false;
  }

  private synchronized Partition grow(Object value, Interval step, LongSupplier ids) {
    for (Partition partition : automatic) {
      Object upper = partition.bound().get(0).orElseThrow();
      if (compare(value, upper) < 0 && compare(value, plus(upper, step, -1)) >= 0) {
        return partition;
      }
    }
    Object upper = partitions.get(partitions.size() - 1).bound().get(0).orElseThrow();
    long count = 1;
    while (compare(value, plus(upper, step, count)) >= 0) {
      count++;
    }
    Object bound = plus(upper, step, count);
    long id = ids.getAsLong();
    Partition made =
        new Partition(
            "SYS_P" + id, id, id, List.of(Optional.of(bound)), List.of(), String.valueOf(bound));
    automatic.add(made);
    return made;
  }

  private static Object plus(Object from, Interval step, long count) {
    if (from instanceof LocalDateTime time) {
      return step.months() != 0
          ? time.plusMonths(step.months() * count)
          : time.plusDays(step.days() * count);
    }
    BigDecimal number = step.number() == null ? BigDecimal.ONE : step.number();
    return ((BigDecimal) from).add(number.multiply(BigDecimal.valueOf(count)));
  }

  private static int compare(Object one, Object other) {
    if (one instanceof BigDecimal a && other instanceof BigDecimal b) {
      return a.compareTo(b);
    }
    if (one instanceof LocalDateTime a && other instanceof LocalDateTime b) {
      return a.compareTo(b);
    }
    return one.toString().compareTo(other.toString());
  }

  /** Segments by data object id, for messages and views. */
  public Map<Long, String> names() {
    Map<Long, String> names = new HashMap<>();
    partitions().forEach(p -> names.put(p.dataObjectId(), p.name()));
    return names;
  }
}
