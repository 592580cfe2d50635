package io.oraclecdc.transaction;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where rows stand in their redo thread. Some rollback rows have an all-zero address, which is no
 * place: they stand where the row before them in the step stands.
 */
final class RowPlaces {
  private final Map<RedoThread, RedoAddress> lastOfStep = new HashMap<>();

  /** Only spares noting the same row again, which every stage does. */
  private @Nullable RedoAddress lastSeen;

  private @Nullable RedoThread firstThread;
  private boolean severalThreads;

  /** Up to where redo was read before this run. */
  private Map<RedoThread, RedoAddress> readBefore = Map.of();

  /**
   * Goes on from a position.
   *
   * @param resumeAddresses per thread, up to where the runs before have read
   */
  void goOnFrom(Map<RedoThread, RedoAddress> resumeAddresses) {
    readBefore = Map.copyOf(resumeAddresses);
    severalThreads |= resumeAddresses.size() > 1;
  }

  /** Whether a run before this one has read a row. */
  boolean wasReadBefore(MinedRow row) {
    RedoAddress reached = readBefore.get(row.thread());
    RedoAddress place = inStep(row);
    return reached != null && place != null && place.isBefore(reached);
  }

  void beginStep() {
    lastSeen = null;
    lastOfStep.clear();
  }

  /** Takes note of a row; harmless when repeated. */
  @SuppressWarnings("ReferenceEquality") // one row has one address object
  void saw(MinedRow row) {
    if (row.address().isZero() || row.address() == lastSeen) {
      return;
    }
    lastSeen = row.address();
    lastOfStep.put(row.thread(), row.address());
    if (!severalThreads && row.thread().number() != 0) {
      RedoThread first = firstThread;
      firstThread = row.thread();
      severalThreads = first != null && !first.equals(row.thread());
    }
  }

  /** Whether rows of more than one redo thread were ever seen, before this run or in it. */
  boolean sawSeveralThreads() {
    return severalThreads;
  }

  /**
   * The place of a row of a transaction.
   *
   * @throws CdcException CDC-3002 when it cannot be known
   */
  RedoAddress of(MinedRow row, OpenTransaction transaction) {
    RedoAddress place = find(row, transaction);
    if (place == null) {
      throw new CdcException(
          ErrorCode.CORRUPTION,
          "A row without a redo address comes first in its range, so its place is not known: "
              + row.place(),
          "Report the rows around this place.",
          null);
    }
    return place;
  }

  /** The same as {@link #of}, null when it cannot be known. */
  @Nullable RedoAddress find(MinedRow row, OpenTransaction transaction) {
    RedoAddress place = inStep(row);
    if (place != null) {
      return place;
    }
    ThreadSpan span = transaction.spanOf(row.thread());
    return span == null ? null : span.last();
  }

  /** Address of the last row of the step in a thread, null when there was none. */
  @Nullable RedoAddress last(RedoThread thread) {
    return lastOfStep.get(thread);
  }

  /** Whether the step went on in a thread behind an address, so that no more rows stand there. */
  boolean isPassed(RedoThread thread, RedoAddress address) {
    RedoAddress last = lastOfStep.get(thread);
    return last != null && last.isAfter(address);
  }

  /** Its address, else that of the row before it in the step; null when there is none. */
  @Nullable RedoAddress inStep(MinedRow row) {
    return row.address().isZero() ? lastOfStep.get(row.thread()) : row.address();
  }
}
