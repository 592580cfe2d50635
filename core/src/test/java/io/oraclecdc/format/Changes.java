package io.oraclecdc.format;

import io.oraclecdc.change.Change;
import io.oraclecdc.change.Change.KeyEffect;
import io.oraclecdc.change.ChangeOrigin;
import io.oraclecdc.change.TransactionInfo;
import io.oraclecdc.config.DecimalMode;
import io.oraclecdc.config.IntervalMode;
import io.oraclecdc.config.NameAdjustmentMode;
import io.oraclecdc.config.SkippedOperation;
import io.oraclecdc.config.TemporalMode;
import io.oraclecdc.model.Container;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.RowId;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.model.Xid;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.SpecialValue;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Changes of tests, at one place of the redo. */
final class Changes {
  static final SpecialValue NULL = SpecialValue.SQL_NULL;
  static final SpecialValue NOT_LOGGED = SpecialValue.NOT_LOGGED;
  static final SpecialValue UNAVAILABLE = SpecialValue.UNAVAILABLE;

  static final Instant CHANGE_TIME = Instant.parse("2026-03-29T10:15:30Z");
  static final Instant COMMIT_TIME = Instant.parse("2026-03-29T10:15:32Z");

  static final TransactionInfo TRANSACTION =
      new TransactionInfo(
          new TransactionKey(0, new Xid(10, 27, 4711)),
          new Container(0, "ORCL"),
          new RedoThread(1),
          new Scn(81_209_310),
          RedoAddress.parse("0x0000fd.00011b10.0010"),
          COMMIT_TIME,
          "APP",
          3);

  static final ChangeOrigin ORIGIN = origin(TRANSACTION);

  /** A statement of DDL that is the only change of its transaction. */
  static final ChangeOrigin STATEMENT =
      new ChangeOrigin(
          new TransactionInfo(
              TRANSACTION.key(),
              TRANSACTION.container(),
              TRANSACTION.thread(),
              TRANSACTION.commitScn(),
              TRANSACTION.commitAddress(),
              COMMIT_TIME,
              "APP",
              1),
          0,
          0,
          new Scn(81_209_305),
          RedoAddress.parse("0x0000fd.00011b0e.0010"),
          0,
          null,
          CHANGE_TIME);

  private Changes() {}

  static ChangeOrigin origin(TransactionInfo transaction) {
    return new ChangeOrigin(
        transaction,
        1,
        0,
        new Scn(81_209_305),
        RedoAddress.parse("0x0000fd.00011b0e.0010"),
        0,
        new RowId("AAATKrAAOAAAAmlAAJ"),
        CHANGE_TIME);
  }

  static FormatSettings settings() {
    return settings(DecimalMode.PRECISE, TemporalMode.ADAPTIVE, NameAdjustmentMode.NONE);
  }

  static FormatSettings settings(
      DecimalMode decimal, TemporalMode temporal, NameAdjustmentMode names) {
    return new FormatSettings(
        "1.0.0",
        "cdc",
        null,
        "${prefix}.cdc.heartbeat",
        decimal,
        temporal,
        null,
        names,
        names,
        true,
        "__cdc_unavailable_value",
        new OtherRecords("${prefix}.cdc.transactions", "${prefix}.cdc.schema.changes", Set.of()));
  }

  static FormatSettings skipping(SkippedOperation... operations) {
    FormatSettings all = settings();
    return new FormatSettings(
        all.connectorVersion(),
        all.topicPrefix(),
        null,
        all.heartbeatTopic(),
        all.decimalMode(),
        all.temporalMode(),
        all.intervalMode(),
        all.schemaNames(),
        all.fieldNames(),
        true,
        all.unavailablePlaceholder(),
        new OtherRecords(null, null, Set.of(operations)));
  }

  static FormatSettings settings(TemporalMode temporal, @Nullable IntervalMode intervals) {
    FormatSettings all = settings(DecimalMode.PRECISE, temporal, NameAdjustmentMode.NONE);
    return new FormatSettings(
        all.connectorVersion(),
        all.topicPrefix(),
        null,
        all.heartbeatTopic(),
        all.decimalMode(),
        temporal,
        intervals,
        all.schemaNames(),
        all.fieldNames(),
        true,
        all.unavailablePlaceholder());
  }

  static FormatSettings withoutTombstones() {
    FormatSettings all = settings();
    return new FormatSettings(
        all.connectorVersion(),
        all.topicPrefix(),
        null,
        all.heartbeatTopic(),
        all.decimalMode(),
        all.temporalMode(),
        all.intervalMode(),
        all.schemaNames(),
        all.fieldNames(),
        false,
        all.unavailablePlaceholder());
  }

  static FormatSettings named(String prefix, @Nullable String template, NameAdjustmentMode names) {
    FormatSettings all = settings();
    return new FormatSettings(
        all.connectorVersion(),
        prefix,
        template,
        all.heartbeatTopic(),
        all.decimalMode(),
        all.temporalMode(),
        all.intervalMode(),
        names,
        names,
        true,
        all.unavailablePlaceholder());
  }

  static RowImage row(Object... values) {
    return RowImage.owning(values);
  }

  static BigDecimal number(String text) {
    return new BigDecimal(text);
  }

  static Change inserted(TableSchema table, Object... values) {
    return new Change.RowInserted(table, ORIGIN, row(values));
  }

  static Change deleted(TableSchema table, Object... values) {
    return new Change.RowDeleted(table, ORIGIN, row(values), false);
  }

  static Change updated(TableSchema table, RowImage before, RowImage after) {
    return new Change.RowUpdated(table, ORIGIN, before, after, KeyEffect.UNCHANGED);
  }

  static Change moved(TableSchema table, RowImage before, RowImage after) {
    return new Change.RowUpdated(table, ORIGIN, before, after, KeyEffect.MOVED);
  }
}
