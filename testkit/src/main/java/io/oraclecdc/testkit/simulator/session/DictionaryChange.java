package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.dictionary.IdCounters;
import io.oraclecdc.testkit.simulator.redo.SessionInfo;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A DDL statement with everything that makes its repetition give the same result.
 *
 * @param text as typed
 * @param session who ran it
 * @param schema CURRENT_SCHEMA
 * @param nls NLS parameters of the session
 * @param timeZone TIME_ZONE of the session
 * @param instant when the statement began
 * @param ids the dictionary's counters before it
 * @param images tables whose rows it rearranged, with the rows as they are after it
 */
public record DictionaryChange(
    String text,
    SessionInfo session,
    String schema,
    Map<String, String> nls,
    String timeZone,
    Instant instant,
    IdCounters ids,
    List<TableImage> images) {

  /**
   * Rows of a table.
   *
   * @param objectId OBJECT_ID
   * @param rows all of them
   */
  public record TableImage(long objectId, List<StoredRow> rows) {}

  /**
   * One row.
   *
   * @param rowId ROWID
   * @param values by column
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record StoredRow(String rowId, @Nullable Object[] values) {}
}
