package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.dictionary.DatabaseLogging;
import java.time.Clock;
import java.util.Map;

/**
 * What a database is made with.
 *
 * @param name of the instance, in the URL
 * @param databaseName DB_NAME
 * @param containerId CON_ID of its only container: 0 for a non-CDB
 * @param release major release: 19, 21, 23
 * @param clock wall clock; its zone is that of the database host
 * @param logging supplemental logging at the start
 * @param parameters initialisation parameters in lower case
 * @param sysPassword of SYS and SYSTEM
 */
public record DatabaseSettings(
    String name,
    String databaseName,
    int containerId,
    int release,
    Clock clock,
    DatabaseLogging logging,
    Map<String, String> parameters,
    String sysPassword) {

  /** Full version, as V$VERSION and NLS_RDBMS_VERSION show it. */
  public String version() {
    return switch (release) {
      case 19 -> "19.28.0.0.0";
      case 21 -> "21.3.0.0.0";
      default -> "23.26.0.0.0";
    };
  }
}
