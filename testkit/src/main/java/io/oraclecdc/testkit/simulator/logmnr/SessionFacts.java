package io.oraclecdc.testkit.simulator.logmnr;

import java.time.LocalDateTime;

/**
 * What V$SESSION shows of a session besides its identity; texts are empty when nobody set them.
 *
 * @param userId USER#
 * @param schema SCHEMANAME
 * @param logon LOGON_TIME
 */
public record SessionFacts(
    long userId,
    String schema,
    String module,
    String action,
    String clientInfo,
    String clientIdentifier,
    LocalDateTime logon) {}
