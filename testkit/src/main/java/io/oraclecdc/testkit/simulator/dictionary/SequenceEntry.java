package io.oraclecdc.testkit.simulator.dictionary;

/**
 * A sequence.
 *
 * @param key owner and name
 * @param objectId OBJECT_ID
 * @param minimum MIN_VALUE
 * @param maximum MAX_VALUE
 * @param increment INCREMENT_BY
 * @param cycle CYCLE_FLAG
 * @param cache CACHE_SIZE
 */
public record SequenceEntry(
    ObjectKey key,
    long objectId,
    java.math.BigDecimal minimum,
    java.math.BigDecimal maximum,
    java.math.BigDecimal increment,
    boolean cycle,
    long cache) {}
