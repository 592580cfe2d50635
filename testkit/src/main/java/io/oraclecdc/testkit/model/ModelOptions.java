package io.oraclecdc.testkit.model;

import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Size and behaviour of a model.
 *
 * @param threads redo threads, 1 to 4; the first is open from the beginning
 * @param containers pluggable databases, 0 for a database without containers
 * @param sessions sessions per thread, 1 to 6
 * @param rowsPerLog about how many rows a redo log holds
 * @param rowsPerTable about how many rows a table has
 * @param behaviours what it does
 */
public record ModelOptions(
    int threads,
    int containers,
    int sessions,
    int rowsPerLog,
    int rowsPerTable,
    Set<ModelBehaviour> behaviours) {

  /** Copies the set and checks the sizes. */
  public ModelOptions {
    behaviours = Set.copyOf(behaviours);
    if (threads < 1 || threads > 4 || sessions < 1 || sessions > 6 || containers < 0) {
      throw new IllegalArgumentException(
          "1 to 4 threads with 1 to 6 sessions each, and no negative number of containers: %d, %d, %d"
              .formatted(threads, sessions, containers));
    }
    if (rowsPerLog < 2 || rowsPerTable < 2) {
      throw new IllegalArgumentException(
          "a log and a table have at least 2 rows: %d, %d".formatted(rowsPerLog, rowsPerTable));
    }
    if (behaviours.contains(ModelBehaviour.LOB_BLOCKS)
        && behaviours.contains(ModelBehaviour.LOB_FRAGMENTS)) {
      throw new IllegalArgumentException("LOB rows are blocks or fragments, not both");
    }
  }

  /** One thread, no containers, four sessions, no special behaviour. */
  public static ModelOptions plain() {
    return new ModelOptions(1, 0, 4, 100, 60, Set.of());
  }

  /** Sizes and behaviours from a seed; LOBs in one of three, never DDL. */
  public static ModelOptions random(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    EnumSet<ModelBehaviour> behaviours = EnumSet.noneOf(ModelBehaviour.class);
    for (ModelBehaviour behaviour : ModelBehaviour.values()) {
      if (random.nextInt(5) < 2) {
        behaviours.add(behaviour);
      }
    }
    behaviours.remove(ModelBehaviour.LOB_BLOCKS);
    behaviours.remove(ModelBehaviour.LOB_FRAGMENTS);
    behaviours.remove(ModelBehaviour.DDL);
    ModelOptions plain =
        new ModelOptions(
            1 + random.nextInt(3),
            random.nextInt(3),
            2 + random.nextInt(4),
            20 + random.nextInt(80),
            10 + random.nextInt(40),
            behaviours);
    return switch (random.nextInt(6)) {
      case 0 -> plain.withKnownStarts().with(ModelBehaviour.LOB_BLOCKS);
      case 1 -> plain.withKnownStarts().with(ModelBehaviour.LOB_FRAGMENTS);
      default -> plain;
    };
  }

  /** The first LOB statement of a transaction is missed by its START row only, which all have. */
  private ModelOptions withKnownStarts() {
    return without(ModelBehaviour.MISSING_STARTS);
  }

  /** The same with more behaviours. */
  public ModelOptions with(ModelBehaviour first, ModelBehaviour... others) {
    EnumSet<ModelBehaviour> more = EnumSet.of(first, others);
    more.addAll(behaviours);
    return new ModelOptions(threads, containers, sessions, rowsPerLog, rowsPerTable, more);
  }

  /** Whether a table has LOBs. */
  public boolean hasLobs() {
    return has(ModelBehaviour.LOB_BLOCKS) || has(ModelBehaviour.LOB_FRAGMENTS);
  }

  /** The same without LOBs. */
  public ModelOptions withoutLobs() {
    return without(ModelBehaviour.LOB_BLOCKS).without(ModelBehaviour.LOB_FRAGMENTS);
  }

  /** The same without a behaviour. */
  public ModelOptions without(ModelBehaviour behaviour) {
    EnumSet<ModelBehaviour> fewer = EnumSet.noneOf(ModelBehaviour.class);
    fewer.addAll(behaviours);
    fewer.remove(behaviour);
    return new ModelOptions(threads, containers, sessions, rowsPerLog, rowsPerTable, fewer);
  }

  /** Whether it does something. */
  public boolean has(ModelBehaviour behaviour) {
    return behaviours.contains(behaviour);
  }
}
