package io.oraclecdc.format;

import io.oraclecdc.config.ConfigKeys;
import io.oraclecdc.config.DecimalMode;
import io.oraclecdc.config.IntervalMode;
import io.oraclecdc.config.NameAdjustmentMode;
import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.config.ProductVersion;
import io.oraclecdc.config.TemporalMode;
import org.jspecify.annotations.Nullable;

/**
 * What a format needs to know of the configuration.
 *
 * @param connectorVersion {@code source.version}
 * @param topicPrefix first part of names
 * @param topicTemplate topic of a table, null for the default of its database
 * @param heartbeatTopic template of the heartbeat topic
 * @param decimalMode mapping of NUMBER and FLOAT
 * @param temporalMode mapping of dates, and of intervals while there is no mode of theirs
 * @param intervalMode mapping of intervals, null to follow the temporal mode
 * @param schemaNames adjustment of schema names
 * @param fieldNames adjustment of field names
 * @param tombstonesOnDelete whether a tombstone follows a keyed delete
 * @param unavailablePlaceholder stands in text and bytes fields for what the redo does not carry
 * @param others records that are not changes of rows, and those that are left out
 */
public record FormatSettings(
    String connectorVersion,
    String topicPrefix,
    @Nullable String topicTemplate,
    String heartbeatTopic,
    DecimalMode decimalMode,
    TemporalMode temporalMode,
    @Nullable IntervalMode intervalMode,
    NameAdjustmentMode schemaNames,
    NameAdjustmentMode fieldNames,
    boolean tombstonesOnDelete,
    String unavailablePlaceholder,
    OtherRecords others) {

  /** With changes of rows only. */
  public FormatSettings(
      String connectorVersion,
      String topicPrefix,
      @Nullable String topicTemplate,
      String heartbeatTopic,
      DecimalMode decimalMode,
      TemporalMode temporalMode,
      @Nullable IntervalMode intervalMode,
      NameAdjustmentMode schemaNames,
      NameAdjustmentMode fieldNames,
      boolean tombstonesOnDelete,
      String unavailablePlaceholder) {
    this(
        connectorVersion,
        topicPrefix,
        topicTemplate,
        heartbeatTopic,
        decimalMode,
        temporalMode,
        intervalMode,
        schemaNames,
        fieldNames,
        tombstonesOnDelete,
        unavailablePlaceholder,
        OtherRecords.NONE);
  }

  /** The part of a configuration that concerns records. */
  public static FormatSettings of(OracleCdcConfig config) {
    return new FormatSettings(
        ProductVersion.current(),
        config.get(ConfigKeys.TOPIC_PREFIX),
        config.find(ConfigKeys.TOPIC_TEMPLATE).orElse(null),
        config.get(ConfigKeys.HEARTBEAT_TOPIC),
        config.get(ConfigKeys.DECIMAL_MODE),
        config.get(ConfigKeys.TEMPORAL_MODE),
        config.find(ConfigKeys.INTERVAL_MODE).orElse(null),
        config.get(ConfigKeys.SCHEMA_NAME_ADJUSTMENT_MODE),
        config.get(ConfigKeys.FIELD_NAME_ADJUSTMENT_MODE),
        config.get(ConfigKeys.TOMBSTONES_ON_DELETE),
        config.get(ConfigKeys.UNAVAILABLE_PLACEHOLDER),
        OtherRecords.of(config));
  }
}
