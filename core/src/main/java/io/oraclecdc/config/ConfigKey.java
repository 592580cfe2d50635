package io.oraclecdc.config;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The declaration of one setting: everything that documentation, validation and other front ends
 * need to know. Immutable.
 *
 * @param <T> class of its value
 */
public final class ConfigKey<T> {

  /** How much of a value may be shown. */
  enum Visibility {
    SHOWN,
    /** A JDBC URL: user, password and parameters in it are hidden. */
    URL,
    HIDDEN
  }

  private final String name;
  private final ConfigGroup group;
  private final ConfigType<T> type;
  private final @Nullable String defaultText;
  private final String defaultMeaning;
  private final String meaning;
  private final String example;
  private final boolean required;
  private final Visibility visibility;
  private final boolean decidesChanges;

  private ConfigKey(Builder<T> builder, String meaning, String example) {
    this.name = builder.name;
    this.group = builder.group;
    this.type = builder.type;
    this.defaultText = builder.defaultText;
    this.defaultMeaning = builder.defaultMeaning;
    this.required = builder.required;
    this.visibility = builder.visibility;
    this.decidesChanges = builder.decidesChanges;
    this.meaning = meaning;
    this.example = example;
  }

  static <T> Builder<T> of(String name, ConfigGroup group, ConfigType<T> type) {
    return new Builder<>(name, group, type);
  }

  /** The property name, for example {@code cdc.topic.prefix}. */
  public String name() {
    return name;
  }

  /** Chapter it belongs to. */
  public ConfigGroup group() {
    return group;
  }

  /** Whether it stands for many settings: its name ends with an asterisk. */
  boolean isFamily() {
    return name.endsWith(".*");
  }

  /** What the names of a family begin with. */
  String familyPrefix() {
    return name.substring(0, name.length() - 1);
  }

  /** Kind of value: string, int, long, boolean or list. */
  public String type() {
    return type.label();
  }

  /** What is allowed. */
  public String allowed() {
    return type.allowed();
  }

  /** The default as a user would write it, null when there is none. */
  public @Nullable String defaultText() {
    return defaultText;
  }

  /** What applies when it is not set and has no default text; empty when nothing does. */
  public String defaultMeaning() {
    return defaultMeaning;
  }

  /** What it does. */
  public String meaning() {
    return meaning;
  }

  /** A value as a user would write it. */
  public String example() {
    return example;
  }

  /** Whether it must be set. */
  public boolean isRequired() {
    return required;
  }

  /** Whether its value is never shown. */
  public boolean isSecret() {
    return visibility == Visibility.HIDDEN;
  }

  /** Whether it decides which changes exist, see {@link OracleCdcConfig#changeFingerprint()}. */
  boolean decidesChanges() {
    return decidesChanges;
  }

  T parse(String text) {
    return type.parse(text);
  }

  /** The value as it may be shown in messages and logs. */
  String display(String text) {
    String shown =
        switch (visibility) {
          case SHOWN -> text;
          case URL -> withoutCredentials(text);
          case HIDDEN -> "(hidden)";
        };
    return shown.length() <= 200 ? shown : shown.substring(0, 200) + "...";
  }

  private static String withoutCredentials(String url) {
    if (!url.toLowerCase(Locale.ROOT).startsWith("jdbc:")) {
      // No known form, so a password in it cannot be told from the rest.
      return "(hidden: it does not begin with jdbc:)";
    }
    int parameters = url.indexOf('?');
    String text = parameters < 0 ? url : url.substring(0, parameters) + "?(hidden)";
    int at = text.lastIndexOf('@');
    if (at < 0) {
      return text;
    }
    int begin = text.toLowerCase(Locale.ROOT).startsWith("jdbc:oracle:") ? 12 : 5;
    int driverEnd = text.indexOf(':', Math.min(begin, at));
    int credentials = driverEnd < 0 || driverEnd > at ? Math.min(begin, at) : driverEnd + 1;
    return credentials == at
        ? text
        : text.substring(0, credentials) + "(hidden)" + text.substring(at);
  }

  @Override
  public String toString() {
    return name;
  }

  /**
   * Collects what a declaration may leave out.
   *
   * @param <T> class of the value
   */
  static final class Builder<T> {
    private final String name;
    private final ConfigGroup group;
    private final ConfigType<T> type;
    private @Nullable String defaultText;
    private String defaultMeaning = "";
    private boolean required;
    private Visibility visibility = Visibility.SHOWN;
    private boolean decidesChanges;

    private Builder(String name, ConfigGroup group, ConfigType<T> type) {
      this.name = name;
      this.group = group;
      this.type = type;
    }

    Builder<T> defaultsTo(String text) {
      this.defaultText = text;
      return this;
    }

    Builder<T> otherwise(String meaningOfNotSet) {
      this.defaultMeaning = meaningOfNotSet;
      return this;
    }

    Builder<T> required() {
      this.required = true;
      return this;
    }

    Builder<T> shown(Visibility visibility) {
      this.visibility = visibility;
      return this;
    }

    Builder<T> decidesChanges() {
      this.decidesChanges = true;
      return this;
    }

    ConfigKey<T> means(String meaning, String example) {
      return new ConfigKey<>(this, meaning, example);
    }
  }
}
