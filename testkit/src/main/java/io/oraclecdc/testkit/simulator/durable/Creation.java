package io.oraclecdc.testkit.simulator.durable;

import io.oraclecdc.testkit.simulator.dictionary.DatabaseLogging;
import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.redo.RedoOptions;
import io.oraclecdc.testkit.simulator.session.DatabaseSettings;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a database in a directory was made with; the first frame of its journal. Its clocks are
 * those of whoever opens it.
 *
 * @param created when
 * @param settings names, release, parameters
 * @param options identity, logs and variants of the redo
 * @param users application and capture users with their rights
 * @param pdbs names of pluggable databases; none for a database without containers
 */
public record Creation(
    Instant created,
    DatabaseSettings settings,
    RedoOptions options,
    List<User> users,
    List<String> pdbs) {

  /**
   * A user as the database was made with him.
   *
   * @param name user name
   * @param password his password
   * @param systemPrivileges system privileges
   * @param roles roles
   * @param objectPrivileges privileges on objects
   * @param isCapture whether he captures changes; with a common name he exists in the root too
   * @param containerData whether he sees the rows of all containers
   */
  public record User(
      String name,
      String password,
      Set<String> systemPrivileges,
      Set<String> roles,
      Map<ObjectKey, Set<String>> objectPrivileges,
      boolean isCapture,
      boolean containerData) {

    /** Whether he exists in the root of a container database. */
    public boolean isInRoot() {
      return isCapture && name.startsWith("C##");
    }
  }

  /** The same under another name in the URL. */
  public Creation named(String name) {
    return new Creation(
        created,
        settings(name, settings.containerId(), settings.logging(), settings.parameters()),
        options,
        users,
        pdbs);
  }

  /** Settings of a pluggable database. */
  public DatabaseSettings pluggable(int containerId) {
    return settings(settings.name(), containerId, DatabaseLogging.OFF, Map.of());
  }

  private DatabaseSettings settings(
      String name, int containerId, DatabaseLogging logging, Map<String, String> parameters) {
    return new DatabaseSettings(
        name,
        settings.databaseName(),
        containerId,
        settings.release(),
        settings.clock(),
        logging,
        parameters,
        settings.sysPassword());
  }
}
