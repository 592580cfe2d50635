package io.oraclecdc.testkit.simulator.dictionary;

/**
 * The last numbers a dictionary has given away.
 *
 * @param objects OBJECT_ID
 * @param constraints of SYS_C names
 * @param users USER_ID
 */
public record IdCounters(long objects, long constraints, long users) {}
