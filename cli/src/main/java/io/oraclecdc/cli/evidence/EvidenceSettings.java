package io.oraclecdc.cli.evidence;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/**
 * Logins: one that owns the objects of the kit and changes them, on one or two instances, one that
 * reads the redo. The passwords are never shown.
 */
record EvidenceSettings(
    String url,
    String user,
    String password,
    String miningUrl,
    String miningUser,
    String miningPassword,
    String options,
    String secondUrl,
    String secondOptions) {
  private static final Set<String> NAMES =
      new TreeSet<>(
          Set.of(
              "url",
              "user",
              "password",
              "mining.url",
              "mining.user",
              "mining.password",
              "options",
              "second.url",
              "second.options"));

  static EvidenceSettings read(Path file) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      throw new EvidenceException("configuration file " + file + " cannot be read");
    }
    for (String name : properties.stringPropertyNames()) {
      if (!NAMES.contains(name)) {
        throw new EvidenceException(file + ": no setting '" + name + "', only " + NAMES);
      }
    }
    String url = required(file, properties, "url");
    String user = required(file, properties, "user");
    String password = required(file, properties, "password");
    return new EvidenceSettings(
        url,
        user,
        password,
        properties.getProperty("mining.url", url),
        properties.getProperty("mining.user", user),
        properties.getProperty("mining.password", password),
        properties.getProperty("options", ""),
        properties.getProperty("second.url", ""),
        properties.getProperty("second.options", ""));
  }

  private static String required(Path file, Properties properties, String name) {
    String value = properties.getProperty(name, "");
    if (value.isBlank()) {
      throw new EvidenceException(file + ": " + name + " is not set");
    }
    return value;
  }

  /** Owner of the objects as the catalog writes it. */
  String owner() {
    return user.startsWith("\"")
        ? user.substring(1, user.length() - 1)
        : user.toUpperCase(Locale.ROOT);
  }

  Connection connect() throws SQLException {
    return connect(url, options);
  }

  /** Whether another instance of a cluster can be used. */
  boolean hasSecond() {
    return !secondUrl.isEmpty();
  }

  /** A session of the owner on another instance. */
  Connection connectSecond() throws SQLException {
    return connect(secondUrl, secondOptions);
  }

  /** A session of the owner; options are connection properties of the driver. */
  private Connection connect(String place, String given) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", user);
    properties.setProperty("password", password);
    for (String option : given.split(",", -1)) {
      int equals = option.indexOf('=');
      if (equals > 0) {
        properties.setProperty(
            option.substring(0, equals).strip(), option.substring(equals + 1).strip());
      }
    }
    return DriverManager.getConnection(place, properties);
  }

  Connection connectMining() throws SQLException {
    return DriverManager.getConnection(miningUrl, miningUser, miningPassword);
  }

  @Override
  public String toString() {
    return user + " at " + url + ", mining as " + miningUser + " at " + miningUrl;
  }
}
