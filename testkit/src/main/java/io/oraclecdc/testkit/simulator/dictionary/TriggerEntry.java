package io.oraclecdc.testkit.simulator.dictionary;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A DML trigger.
 *
 * @param key owner and name
 * @param tableId OBJECT_ID of its table
 * @param before BEFORE, else AFTER
 * @param forEachRow FOR EACH ROW
 * @param events INSERT, UPDATE, DELETE
 * @param columns UPDATE OF; empty for every column
 * @param oldName name of the old row, OLD unless REFERENCING says otherwise
 * @param newName name of the new row
 * @param when text of the WHEN condition, null without one
 * @param body text of the block
 * @param enabled STATUS
 * @param number OBJECT_ID, in order of creation
 * @param description what stands between TRIGGER and the condition or the block
 */
public record TriggerEntry(
    ObjectKey key,
    long tableId,
    boolean before,
    boolean forEachRow,
    Set<String> events,
    Set<String> columns,
    String oldName,
    String newName,
    @Nullable String when,
    String body,
    boolean enabled,
    long number,
    String description) {

  /** Name and kind. */
  public ProgramId id() {
    return new ProgramId("TRIGGER", key);
  }

  /** The text that Oracle keeps: without CREATE OR REPLACE. */
  public String kept() {
    return "TRIGGER " + description + (when == null ? "" : "WHEN " + when + "\n") + body;
  }

  /** The same, enabled or not. */
  public TriggerEntry withEnabled(boolean value) {
    return new TriggerEntry(
        key,
        tableId,
        before,
        forEachRow,
        events,
        columns,
        oldName,
        newName,
        when,
        body,
        value,
        number,
        description);
  }
}
