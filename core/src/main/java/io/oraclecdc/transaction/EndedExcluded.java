package io.oraclecdc.transaction;

import io.oraclecdc.model.Scn;

/**
 * A transaction of a user that is not captured, and where it ended.
 *
 * @param transaction which
 * @param endScn SCN of its end: no row of it is above
 */
public record EndedExcluded(OpenExcluded transaction, Scn endScn) {}
