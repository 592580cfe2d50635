package io.oraclecdc.format;

import io.oraclecdc.config.ConfigKeys;
import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.config.SkippedOperation;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a format needs to know of records that are not changes of rows, and of those that are left
 * out.
 *
 * @param transactionsTopic template of the topic of BEGIN and END, null when there are none
 * @param schemaChangesTopic template of the topic of schema changes, null when there are none
 * @param skipped operations of records that are left out
 */
public record OtherRecords(
    @Nullable String transactionsTopic,
    @Nullable String schemaChangesTopic,
    Set<SkippedOperation> skipped) {

  /** Changes of rows only, all of them. */
  public static final OtherRecords NONE = new OtherRecords(null, null, Set.of());

  /** Copies the set. */
  public OtherRecords {
    skipped = Set.copyOf(skipped);
  }

  static OtherRecords of(OracleCdcConfig config) {
    return new OtherRecords(
        config.get(ConfigKeys.TRANSACTIONS_TOPIC_ENABLED)
            ? config.get(ConfigKeys.TRANSACTIONS_TOPIC)
            : null,
        config.get(ConfigKeys.SCHEMA_CHANGES_TOPIC_ENABLED)
            ? config.get(ConfigKeys.SCHEMA_CHANGES_TOPIC)
            : null,
        Set.copyOf(config.find(ConfigKeys.SKIPPED_OPERATIONS).orElse(List.of())));
  }
}
