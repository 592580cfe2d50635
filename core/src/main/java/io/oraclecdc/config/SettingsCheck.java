package io.oraclecdc.config;

import io.oraclecdc.errors.ConfigurationException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One pass over the texts of a configuration that collects everything that is wrong with them. */
final class SettingsCheck {
  private static final String OWN_PREFIX = "cdc.";

  private final Map<String, String> texts = new TreeMap<>();
  private final Map<ConfigKey<?>, Object> values = new HashMap<>();
  private final List<String> problems = new ArrayList<>();

  /** Takes the texts; blank ones count as not set, keys that are not ours are left alone. */
  SettingsCheck(Map<String, @Nullable String> given) {
    given.forEach(
        (name, text) -> {
          if (name.startsWith(OWN_PREFIX) && text != null && !text.isBlank()) {
            texts.put(name, text);
          }
        });
  }

  /** The parsed values of everything that is set or has a default. */
  Map<ConfigKey<?>, Object> values() {
    checkNames();
    for (ConfigKey<?> key : ConfigKeys.all()) {
      parse(key);
    }
    checkConnection();
    checkLogin();
    checkTrustStore();
    checkColumns();
    checkTruncates();
    checkTopics();
    if (!problems.isEmpty()) {
      throw new ConfigurationException(problems);
    }
    return values;
  }

  /** The texts as they were set, without blank ones. */
  Map<String, String> texts() {
    return texts;
  }

  private void checkNames() {
    Set<String> known =
        ConfigKeys.all().stream().map(ConfigKey::name).collect(Collectors.toUnmodifiableSet());
    for (String name : texts.keySet()) {
      if (!known.contains(name) && !isOfFamily(name)) {
        problems.add(
            name
                + " is not a setting of this release"
                + NearestName.of(name, known).map(near -> "; did you mean " + near + "?").orElse("")
                + "; allowed: the properties of docs/configuration.md");
      }
    }
  }

  private static boolean isOfFamily(String name) {
    return ConfigKeys.all().stream()
        .filter(ConfigKey::isFamily)
        .anyMatch(
            key ->
                name.startsWith(key.familyPrefix())
                    && name.length() > key.familyPrefix().length()
                    && !name.equals(key.name()));
  }

  private void collect(ConfigKey<?> family) {
    Map<String, String> members = new TreeMap<>();
    texts.forEach(
        (name, text) -> {
          if (isOfFamily(name) && name.startsWith(family.familyPrefix())) {
            members.put(name.substring(family.familyPrefix().length()), text.trim());
          }
        });
    if (!members.isEmpty()) {
      values.put(family, members);
    }
  }

  private void parse(ConfigKey<?> key) {
    if (key.isFamily() && !texts.containsKey(key.name())) {
      collect(key);
      return;
    }
    String text = texts.get(key.name());
    if (text == null) {
      if (key.isRequired()) {
        problems.add(key.name() + " is not set; allowed: " + key.allowed());
        return;
      }
      text = key.defaultText();
    }
    if (text == null) {
      return;
    }
    try {
      values.put(key, key.parse(key.isSecret() ? text : text.trim()));
    } catch (IllegalArgumentException e) {
      String detail =
          e.getMessage() == null || e.getMessage().isEmpty() ? "" : "; " + e.getMessage();
      problems.add(
          key.name()
              + " is "
              + (key.isSecret() ? "not valid (value not shown)" : "'" + key.display(text) + "'")
              + "; allowed: "
              + key.allowed()
              + detail);
    }
  }

  private void checkConnection() {
    ConfigKey<?> url = ConfigKeys.DATABASE_URL;
    if (isSet(url)) {
      for (ConfigKey<?> part :
          List.of(
              ConfigKeys.DATABASE_HOST,
              ConfigKeys.DATABASE_PORT,
              ConfigKeys.DATABASE_SERVICE,
              ConfigKeys.DATABASE_SID)) {
        if (isSet(part)) {
          refuseBoth(url, part);
        }
      }
      return;
    }
    if (!isSet(ConfigKeys.DATABASE_HOST)) {
      problems.add(
          url + " and " + ConfigKeys.DATABASE_HOST + " are not set; allowed: exactly one of them");
    } else if (!isSet(ConfigKeys.DATABASE_SERVICE) && !isSet(ConfigKeys.DATABASE_SID)) {
      problems.add(
          ConfigKeys.DATABASE_HOST
              + " is set without "
              + ConfigKeys.DATABASE_SERVICE
              + " or "
              + ConfigKeys.DATABASE_SID
              + "; allowed: exactly one of them beside the host");
    }
    if (isSet(ConfigKeys.DATABASE_SERVICE) && isSet(ConfigKeys.DATABASE_SID)) {
      refuseBoth(ConfigKeys.DATABASE_SERVICE, ConfigKeys.DATABASE_SID);
    }
  }

  private void checkLogin() {
    boolean wallet = isSet(ConfigKeys.DATABASE_WALLET_LOCATION);
    boolean user = isSet(ConfigKeys.DATABASE_USER);
    boolean password = isSet(ConfigKeys.DATABASE_PASSWORD);
    if (wallet && !user && !password) {
      return;
    }
    if (!user) {
      problems.add(ConfigKeys.DATABASE_USER + " is not set; allowed: a user name");
    }
    if (!password) {
      problems.add(ConfigKeys.DATABASE_PASSWORD + " is not set; allowed: the password of the user");
    }
  }

  private void checkTrustStore() {
    checkNeeds(ConfigKeys.DATABASE_TRUSTSTORE_PASSWORD, ConfigKeys.DATABASE_TRUSTSTORE_LOCATION);
    checkNeeds(ConfigKeys.DATABASE_TRUSTSTORE_TYPE, ConfigKeys.DATABASE_TRUSTSTORE_LOCATION);
  }

  private void checkColumns() {
    if (isSet(ConfigKeys.COLUMNS_INCLUDE) && isSet(ConfigKeys.COLUMNS_EXCLUDE)) {
      refuseBoth(ConfigKeys.COLUMNS_INCLUDE, ConfigKeys.COLUMNS_EXCLUDE);
    }
    checkNeeds(ConfigKeys.COLUMNS_MASK_LENGTH, ConfigKeys.COLUMNS_MASK_INCLUDE);
    checkNeeds(ConfigKeys.COLUMNS_HASH_INCLUDE, ConfigKeys.COLUMNS_HASH_SALT);
    checkNeeds(ConfigKeys.COLUMNS_HASH_SALT, ConfigKeys.COLUMNS_HASH_INCLUDE);
    checkNeeds(ConfigKeys.COLUMNS_HASH_ALGORITHM, ConfigKeys.COLUMNS_HASH_INCLUDE);
  }

  private void checkNeeds(ConfigKey<?> detail, ConfigKey<?> needed) {
    if (isSet(detail) && !isSet(needed)) {
      problems.add(detail + " is set without " + needed + "; allowed: both or none");
    }
  }

  private void checkTruncates() {
    if (Boolean.TRUE.equals(values.get(ConfigKeys.TRUNCATE_EMIT))
        && values.get(ConfigKeys.SKIPPED_OPERATIONS) instanceof List<?> skipped
        && skipped.contains(SkippedOperation.T)) {
      problems.add(
          ConfigKeys.TRUNCATE_EMIT
              + " is true and "
              + ConfigKeys.SKIPPED_OPERATIONS
              + " leaves t out; allowed: only one of them");
    }
  }

  /** Records of different kinds under equal keys would overwrite each other. */
  private void checkTopics() {
    Map<Object, ConfigKey<?>> users = new HashMap<>();
    users.put(values.getOrDefault(ConfigKeys.HEARTBEAT_TOPIC, ""), ConfigKeys.HEARTBEAT_TOPIC);
    requireOwn(users, ConfigKeys.TRANSACTIONS_TOPIC_ENABLED, ConfigKeys.TRANSACTIONS_TOPIC);
    requireOwn(users, ConfigKeys.SCHEMA_CHANGES_TOPIC_ENABLED, ConfigKeys.SCHEMA_CHANGES_TOPIC);
  }

  private void requireOwn(
      Map<Object, ConfigKey<?>> users, ConfigKey<Boolean> enabled, ConfigKey<String> topic) {
    if (!Boolean.TRUE.equals(values.get(enabled))) {
      return;
    }
    Object name = values.get(topic);
    ConfigKey<?> other = name == null ? null : users.putIfAbsent(name, topic);
    if (other != null) {
      problems.add(
          topic + " and " + other + " name the same topic; allowed: one topic for each of them");
    }
  }

  private void refuseBoth(ConfigKey<?> one, ConfigKey<?> other) {
    problems.add(one + " cannot be combined with " + other + "; allowed: only one of them");
  }

  private boolean isSet(ConfigKey<?> key) {
    return texts.containsKey(key.name());
  }
}
