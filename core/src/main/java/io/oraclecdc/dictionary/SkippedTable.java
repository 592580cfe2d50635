package io.oraclecdc.dictionary;

import io.oraclecdc.model.TableId;

/**
 * A table that the patterns name and that is left out all the same.
 *
 * @param table its name
 * @param reason what it is, and why its rows cannot be captured
 */
public record SkippedTable(TableId table, SkipReason reason) {}
