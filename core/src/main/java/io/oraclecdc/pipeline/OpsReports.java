package io.oraclecdc.pipeline;

import io.oraclecdc.config.ConfigKeys;
import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.dictionary.SkipReason;
import io.oraclecdc.dictionary.SkippedTable;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.errors.RetriableException;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.TableId;
import io.oraclecdc.ops.OpsEvent;
import io.oraclecdc.ops.OpsListener;
import io.oraclecdc.schema.RedoMoment;
import io.oraclecdc.schema.SegmentRef;
import io.oraclecdc.transaction.GivenUp;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the listener of one capture what happens, and keeps what it throws away from capture.
 * Messages that may show values by the settings are left out. Used by the capture thread.
 */
final class OpsReports implements OpsListener {
  private static final Logger LOG = LoggerFactory.getLogger(OpsReports.class);
  private static final int NAMES_IN_A_LINE = 20;

  private final OpsListener listener;
  private final String name;
  private final boolean messagesMayShowValues;
  private @Nullable ErrorCode lostBy;
  private boolean listenerFailed;

  OpsReports(OracleCdcConfig config, OpsListener listener) {
    this.listener = listener;
    this.name = config.get(ConfigKeys.TOPIC_PREFIX);
    this.messagesMayShowValues = config.get(ConfigKeys.LOG_SENSITIVE_DATA);
  }

  @Override
  public void onEvent(OpsEvent event) {
    try {
      listener.onEvent(event);
    } catch (RuntimeException e) {
      if (!listenerFailed) {
        listenerFailed = true;
        LOG.warn("[{}] the listener of ops events failed with {}", name, event.name(), e);
      }
    }
  }

  /** Dead letters that are told of. */
  DeadLetters on(DeadLetters letters) {
    return new DeadLetters() {
      @Override
      public void accept(MinedRow row, DecodeException error) {
        long before = letters.count();
        letters.accept(row, error);
        // A row of a step that is mined again is kept once and told once.
        if (letters.count() > before) {
          kept(row, error);
        }
      }

      @Override
      public void transactionDiscarded(GivenUp what) {
        letters.transactionDiscarded(what);
        givenUp(what);
      }

      @Override
      public void setAside(TableId table, RedoMoment from, CdcException why) {
        letters.setAside(table, from, why);
      }

      @Override
      public boolean refusesEverything() {
        return letters.refusesEverything();
      }

      @Override
      public long count() {
        return letters.count();
      }
    };
  }

  /** A transaction of which nothing will be delivered. */
  void givenUp(GivenUp what) {
    onEvent(
        new OpsEvent.TransactionGivenUp(
            what.key(),
            what.userName(),
            what.firstScn(),
            what.lastScn(),
            what.changes(),
            what.age(),
            what.reason().name().toLowerCase(Locale.ROOT).replace('_', '-')));
  }

  private void kept(MinedRow row, DecodeException error) {
    onEvent(
        row.operation() == OperationCode.UNSUPPORTED
            ? new OpsEvent.UnsupportedRowKept(placeOf(row), row.status(), row.info())
            : new OpsEvent.DecodeErrorKept(
                placeOf(row), row.operation().name(), row.status(), text(error)));
  }

  static OpsEvent.Place placeOf(MinedRow row) {
    SegmentRef segment = row.segment();
    String owner = segment.owner();
    String table = segment.table();
    return new OpsEvent.Place(
        TableId.of(
            owner == null ? "UNKNOWN" : owner,
            table == null ? "OBJ# " + segment.objectId() : table),
        row.transaction(),
        row.thread(),
        row.scn(),
        row.address());
  }

  private String text(CdcException error) {
    return messagesMayShowValues && error.code() == ErrorCode.DECODE
        ? error.code().meaning()
        : error.observed();
  }

  /** Tables are left out, though the patterns name them. */
  void skipped(List<SkippedTable> tables) {
    Map<SkipReason, List<SkippedTable>> byReason =
        tables.stream()
            .collect(
                Collectors.groupingBy(SkippedTable::reason, TreeMap::new, Collectors.toList()));
    byReason.forEach(
        (reason, all) ->
            LOG.info(
                "[{}] left out because {}: {}{}",
                name,
                reason.text(),
                all.stream()
                    .limit(NAMES_IN_A_LINE)
                    .map(skipped -> skipped.table().toString())
                    .collect(Collectors.joining(", ")),
                all.size() <= NAMES_IN_A_LINE
                    ? ""
                    : " and " + (all.size() - NAMES_IN_A_LINE) + " more"));
    for (SkippedTable each : tables) {
      onEvent(new OpsEvent.TableSkipped(each.table(), each.reason().text()));
    }
  }

  /** A step or a session failed and is tried again. */
  void failed(RetriableException error) {
    if (error.code().retry() == ErrorCode.Retry.SESSION) {
      lostBy = error.code();
    }
  }

  /** A step succeeded. */
  void goesOn(int failuresBefore) {
    ErrorCode cause = lostBy;
    if (cause != null) {
      lostBy = null;
      onEvent(new OpsEvent.Reconnected(cause, failuresBefore));
    }
  }

  /** Capture ended with an error. */
  void stopped(CdcException error) {
    onEvent(new OpsEvent.Stopped(error.code(), text(error)));
  }
}
