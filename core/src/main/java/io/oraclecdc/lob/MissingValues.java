package io.oraclecdc.lob;

import io.oraclecdc.model.RowId;
import io.oraclecdc.model.Scn;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.RowImage;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds values that the redo does not carry, in the tables as they were at the commit. Used by the
 * capture thread only.
 */
public interface MissingValues {

  /** Never finds anything. */
  MissingValues UNAVAILABLE =
      (asOf, rows) -> rows.stream().map(row -> new Found(Outcome.FAILED, null)).toList();

  /**
   * Reads columns of rows.
   *
   * @param asOf SCN of the commit
   * @param rows what to read; of one transaction
   * @return one answer per row, in their order; a query that fails is an answer, not an exception
   * @throws io.oraclecdc.errors.CdcException CDC-3003 when a value is too large and must not be
   */
  List<Found> read(Scn asOf, List<MissingRow> rows);

  /**
   * A row with missing values.
   *
   * @param table its layout
   * @param row what is known of it; names it by its key
   * @param rowId its ROWID, null when not known
   * @param columns columns to read
   */
  record MissingRow(TableSchema table, RowImage row, @Nullable RowId rowId, BitSet columns) {}

  /** How a query ended. */
  enum Outcome {
    /** The row was there. */
    FOUND,
    /** There was no such row: it was removed later in its transaction. */
    GONE,
    /** The query could not answer: undo is gone, or the table was changed meanwhile. */
    FAILED
  }

  /**
   * An answer.
   *
   * @param outcome how the query ended
   * @param values the columns asked for, the others not logged; null unless FOUND
   */
  record Found(Outcome outcome, @Nullable RowImage values) {}
}
