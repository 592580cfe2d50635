package io.oraclecdc.testkit.simulator.durable;

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
 */
public record Creation(
    Instant created, DatabaseSettings settings, RedoOptions options, List<User> users) {

  /**
   * A user as the database was made with him.
   *
   * @param name user name
   * @param password his password
   * @param systemPrivileges system privileges
   * @param roles roles
   * @param objectPrivileges privileges on objects
   */
  public record User(
      String name,
      String password,
      Set<String> systemPrivileges,
      Set<String> roles,
      Map<ObjectKey, Set<String>> objectPrivileges) {}
}
