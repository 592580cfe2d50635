package io.oraclecdc.testkit.simulator.redo;

import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A life of the database between two OPEN RESETLOGS, as V$DATABASE_INCARNATION shows it.
 *
 * @param number INCARNATION#, from 1
 * @param resetlogsScn RESETLOGS_CHANGE#
 * @param resetlogsTime RESETLOGS_TIME
 * @param resetlogsId RESETLOGS_ID, part of the names of archived logs
 * @param prior the one before, null for the first
 */
public record DatabaseIncarnation(
    int number,
    long resetlogsScn,
    LocalDateTime resetlogsTime,
    long resetlogsId,
    @Nullable DatabaseIncarnation prior) {}
