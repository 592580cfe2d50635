package io.oraclecdc.config;

import io.oraclecdc.config.ConfigTypes.PatternList;
import io.oraclecdc.model.Scn;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one engine or connector, checked as a whole. Immutable and thread-safe.
 *
 * <p>Made by a {@link #builder()} or from a map of the same {@code cdc.*} keys; everything possible
 * one way is possible the other way. Keys that do not begin with {@code cdc.} are left alone.
 *
 * <p>{@code toString} shows what was set, without secrets.
 */
public final class OracleCdcConfig {
  private final Map<String, String> texts;
  private final Map<ConfigKey<?>, Object> values;

  private OracleCdcConfig(Map<String, String> texts, Map<ConfigKey<?>, Object> values) {
    this.texts = new TreeMap<>(texts);
    this.values = Map.copyOf(values);
  }

  /** A configuration made in code. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * A configuration from properties; values may be null, which means not set.
   *
   * @throws io.oraclecdc.errors.ConfigurationException CDC-9001 with everything that is wrong
   */
  public static OracleCdcConfig from(Map<String, ? extends @Nullable String> settings) {
    Map<String, @Nullable String> given = new LinkedHashMap<>();
    settings.forEach(given::put);
    SettingsCheck check = new SettingsCheck(given);
    return new OracleCdcConfig(check.texts(), check.values());
  }

  /**
   * A configuration from a properties file, its defaults included.
   *
   * @throws io.oraclecdc.errors.ConfigurationException CDC-9001 with everything that is wrong
   */
  public static OracleCdcConfig from(Properties properties) {
    Map<String, @Nullable String> settings = new LinkedHashMap<>();
    for (String name : properties.stringPropertyNames()) {
      settings.put(name, properties.getProperty(name));
    }
    return from(settings);
  }

  /**
   * The value of a setting that is required or has a default.
   *
   * @throws IllegalArgumentException if the key has neither and is not set: use {@link #find}
   */
  public <T> T get(ConfigKey<T> key) {
    return find(key)
        .orElseThrow(
            () -> new IllegalArgumentException(key + " has no default and is not set: use find"));
  }

  /** The value of a setting: as set, else its default, else empty. */
  @SuppressWarnings("unchecked") // Values are put in by the key that parsed them.
  public <T> Optional<T> find(ConfigKey<T> key) {
    return Optional.ofNullable((T) values.get(key));
  }

  /** Whether the setting was given, and not just left to its default. */
  public boolean isSet(ConfigKey<?> key) {
    return texts.containsKey(key.name());
  }

  /**
   * The expressions of a pattern setting, compiled with {@code cdc.tables.case.sensitive}; they
   * match whole names.
   */
  public List<Pattern> patterns(ConfigKey<List<String>> key) {
    int flags =
        get(ConfigKeys.TABLES_CASE_SENSITIVE) ? 0 : Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
    return find(key).orElse(List.of()).stream().map(text -> Pattern.compile(text, flags)).toList();
  }

  /**
   * A digest of the settings that decide which changes a transaction has. When it differs from the
   * one in a stored position, counting changes of a transaction that was acknowledged in part makes
   * no sense and the transaction is delivered whole.
   */
  public String changeFingerprint() {
    return fingerprint(Set.of(), List.of());
  }

  /**
   * The same for rows that were captured earlier and kept: what also decides is how their values
   * were disguised, which cannot be undone or caught up on. Columns that are left out can be taken
   * out of such rows and do not count, nor does the choice of truncates, which are not rows.
   */
  public String selectionFingerprint() {
    return fingerprint(
        Set.of(ConfigKeys.TRUNCATE_EMIT),
        List.of(
            ConfigKeys.COLUMNS_MASK_INCLUDE,
            ConfigKeys.COLUMNS_MASK_LENGTH,
            ConfigKeys.COLUMNS_HASH_INCLUDE,
            ConfigKeys.COLUMNS_HASH_ALGORITHM,
            ConfigKeys.COLUMNS_HASH_SALT));
  }

  private String fingerprint(Set<ConfigKey<?>> leftOut, List<ConfigKey<?>> moreThatAreSet) {
    StringBuilder text = new StringBuilder();
    for (ConfigKey<?> key : ConfigKeys.all()) {
      boolean decides = key.decidesChanges() && !leftOut.contains(key);
      if (decides || (moreThatAreSet.contains(key) && isSet(key))) {
        text.append(key.name()).append('=').append(values.get(key)).append('\n');
      }
    }
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(text.toString().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** What was set, by key name, in alphabetical order, without secrets. */
  @Override
  public String toString() {
    StringJoiner shown = new StringJoiner(", ", "OracleCdcConfig{", "}");
    for (ConfigKey<?> key : ConfigKeys.all()) {
      String text = texts.get(key.name());
      if (text != null) {
        shown.add(key.name() + "=" + key.display(text));
      }
    }
    return shown.toString();
  }

  /**
   * Collects settings and checks them together in {@link #build()}. Every method stands for one
   * {@code cdc.*} key; {@link #set(String, String)} takes any of them. A setting given twice has
   * the later value. Not thread-safe.
   *
   * <p>Needed: {@link #url} or {@link #host} with {@link #service} or {@link #sid} (not both ways),
   * {@link #user} and {@link #password}, {@link #topicPrefix}, {@link #tables}.
   */
  public static final class Builder {
    private final Map<String, String> settings = new LinkedHashMap<>();

    private Builder() {}

    /** Any setting by its name, as text. */
    public Builder set(String key, String value) {
      settings.put(key, value);
      return this;
    }

    /** Settings by name, for example those of a file. */
    public Builder setAll(Map<String, String> values) {
      settings.putAll(values);
      return this;
    }

    /** {@code cdc.database.url}. */
    public Builder url(String url) {
      return set(ConfigKeys.DATABASE_URL, url);
    }

    /** {@code cdc.database.host}. */
    public Builder host(String host) {
      return set(ConfigKeys.DATABASE_HOST, host);
    }

    /** {@code cdc.database.port}. */
    public Builder port(int port) {
      return set(ConfigKeys.DATABASE_PORT, Integer.toString(port));
    }

    /** {@code cdc.database.service}. */
    public Builder service(String service) {
      return set(ConfigKeys.DATABASE_SERVICE, service);
    }

    /** {@code cdc.database.sid}. */
    public Builder sid(String sid) {
      return set(ConfigKeys.DATABASE_SID, sid);
    }

    /** {@code cdc.database.user}. */
    public Builder user(String user) {
      return set(ConfigKeys.DATABASE_USER, user);
    }

    /** {@code cdc.database.password}. */
    public Builder password(String password) {
      return set(ConfigKeys.DATABASE_PASSWORD, password);
    }

    /** {@code cdc.database.pdbs}: the pluggable databases to capture from the root. */
    public Builder pdbs(String... names) {
      return set(ConfigKeys.DATABASE_PDBS, String.join(",", names));
    }

    /** {@code cdc.start.scn}. */
    public Builder startScn(Scn scn) {
      return set(ConfigKeys.START_SCN, scn.toString());
    }

    /** {@code cdc.snapshot.mode}. */
    public Builder snapshotMode(SnapshotMode mode) {
      return set(ConfigKeys.SNAPSHOT_MODE, ConfigTypes.nameOf(mode));
    }

    /**
     * {@code cdc.tables.include}: regular expressions over the whole of {@code SCHEMA.TABLE}, or
     * {@code PDB.SCHEMA.TABLE} in a container database.
     */
    public Builder tables(String... patterns) {
      return set(ConfigKeys.TABLES_INCLUDE, PatternList.join(Arrays.asList(patterns)));
    }

    /** {@code cdc.tables.exclude}. */
    public Builder excludeTables(String... patterns) {
      return set(ConfigKeys.TABLES_EXCLUDE, PatternList.join(Arrays.asList(patterns)));
    }

    /** {@code cdc.columns.exclude}: expressions over {@code SCHEMA.TABLE.COLUMN}. */
    public Builder excludeColumns(String... patterns) {
      return set(ConfigKeys.COLUMNS_EXCLUDE, PatternList.join(Arrays.asList(patterns)));
    }

    /** {@code cdc.columns.include}: expressions over {@code SCHEMA.TABLE.COLUMN}. */
    public Builder includeColumns(String... patterns) {
      return set(ConfigKeys.COLUMNS_INCLUDE, PatternList.join(Arrays.asList(patterns)));
    }

    /** {@code cdc.columns.mask.include}: expressions over {@code SCHEMA.TABLE.COLUMN}. */
    public Builder maskColumns(String... patterns) {
      return set(ConfigKeys.COLUMNS_MASK_INCLUDE, PatternList.join(Arrays.asList(patterns)));
    }

    /**
     * {@code cdc.columns.hash.include} and {@code cdc.columns.hash.salt}.
     *
     * @param salt a secret
     * @param patterns expressions over {@code SCHEMA.TABLE.COLUMN}
     */
    public Builder hashColumns(String salt, String... patterns) {
      set(ConfigKeys.COLUMNS_HASH_SALT, salt);
      return set(ConfigKeys.COLUMNS_HASH_INCLUDE, PatternList.join(Arrays.asList(patterns)));
    }

    /** {@code cdc.users.exclude}. */
    public Builder excludeUsers(String... users) {
      return set(ConfigKeys.USERS_EXCLUDE, String.join(",", users));
    }

    /** {@code cdc.key.missing}. */
    public Builder keyMissing(MissingKey action) {
      return set(ConfigKeys.KEY_MISSING, ConfigTypes.nameOf(action));
    }

    /** {@code cdc.topic.prefix}. */
    public Builder topicPrefix(String prefix) {
      return set(ConfigKeys.TOPIC_PREFIX, prefix);
    }

    /** {@code cdc.topic.template}. */
    public Builder topicTemplate(String template) {
      return set(ConfigKeys.TOPIC_TEMPLATE, template);
    }

    /** {@code cdc.decimal.mode}. */
    public Builder decimalMode(DecimalMode mode) {
      return set(ConfigKeys.DECIMAL_MODE, ConfigTypes.nameOf(mode));
    }

    /** {@code cdc.temporal.mode}. */
    public Builder temporalMode(TemporalMode mode) {
      return set(ConfigKeys.TEMPORAL_MODE, ConfigTypes.nameOf(mode));
    }

    /** {@code cdc.interval.mode}. */
    public Builder intervalMode(IntervalMode mode) {
      return set(ConfigKeys.INTERVAL_MODE, ConfigTypes.nameOf(mode));
    }

    /** {@code cdc.tombstones.on.delete}. */
    public Builder tombstonesOnDelete(boolean on) {
      return set(ConfigKeys.TOMBSTONES_ON_DELETE, Boolean.toString(on));
    }

    /** {@code cdc.mining.target.latency.ms}. */
    public Builder targetLatency(Duration latency) {
      return set(ConfigKeys.MINING_TARGET_LATENCY, Long.toString(latency.toMillis()));
    }

    /** {@code cdc.heartbeat.interval.ms}. */
    public Builder heartbeatInterval(Duration interval) {
      return set(ConfigKeys.HEARTBEAT_INTERVAL, Long.toString(interval.toMillis()));
    }

    /** {@code cdc.retry.max.time.ms}. */
    public Builder retryMaxTime(Duration time) {
      return set(ConfigKeys.RETRY_MAX_TIME, Long.toString(time.toMillis()));
    }

    /** {@code cdc.buffer.memory.max.bytes}. */
    public Builder bufferMemoryMaxBytes(long bytes) {
      return set(ConfigKeys.BUFFER_MEMORY_MAX_BYTES, Long.toString(bytes));
    }

    /** {@code cdc.buffer.spill.dir}. */
    public Builder bufferSpillDir(Path directory) {
      return set(ConfigKeys.BUFFER_SPILL_DIR, directory.toString());
    }

    /**
     * Checks everything.
     *
     * @throws io.oraclecdc.errors.ConfigurationException CDC-9001 with everything that is wrong
     */
    public OracleCdcConfig build() {
      return from(settings);
    }

    private Builder set(ConfigKey<?> key, String value) {
      return set(key.name(), value);
    }
  }
}
