package io.oraclecdc.schema;

import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of a captured table between two runs.
 *
 * @param id its name
 * @param objectId its OBJECT_ID
 * @param versions its layouts in the order of their time
 * @param segmentIds object ids that rows of the table come under
 * @param described the newest layout as the dictionary tells it, null when it is not known
 * @param droppedAt the table is gone since this SCN, null when it is not
 * @param setAside why it is not captured although it is selected, null when it is captured
 */
public record KnownTable(
    TableId id,
    long objectId,
    List<TableTimeline.Version> versions,
    List<Long> segmentIds,
    @Nullable DictionaryTable described,
    @Nullable Scn droppedAt,
    @Nullable String setAside) {

  /** Copies the lists. */
  public KnownTable {
    versions = List.copyOf(versions);
    segmentIds = List.copyOf(segmentIds);
  }
}
