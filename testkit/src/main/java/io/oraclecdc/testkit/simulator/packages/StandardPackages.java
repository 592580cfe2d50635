package io.oraclecdc.testkit.simulator.packages;

import io.oraclecdc.testkit.simulator.session.BoundSession;
import io.oraclecdc.testkit.simulator.session.SimSession;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Small packages that scripts and drivers call: DBMS_OUTPUT, DBMS_APPLICATION_INFO and so on. */
final class StandardPackages {

  private StandardPackages() {}

  static List<PackageHandler> all() {
    List<PackageHandler> packages = new ArrayList<>();
    packages.add(
        new Simple(
            "DBMS_OUTPUT",
            List.of(
                procedure("PUT_LINE", required("A")),
                procedure("PUT", required("A")),
                procedure("NEW_LINE"),
                procedure("ENABLE", optional("BUFFER_SIZE")),
                procedure("DISABLE")),
            (session, procedure, arguments) -> {
              if (procedure.startsWith("PUT")) {
                session.attributes().set("OUTPUT", String.valueOf(arguments.get("A")));
              }
            }));
    packages.add(
        new Simple(
            "DBMS_APPLICATION_INFO",
            List.of(
                procedure("SET_MODULE", required("MODULE_NAME"), required("ACTION_NAME")),
                procedure("SET_ACTION", required("ACTION_NAME")),
                procedure("SET_CLIENT_INFO", required("CLIENT_INFO"))),
            StandardPackages::applicationInfo));
    packages.add(
        new Simple(
            "DBMS_SESSION",
            List.of(
                procedure("SET_IDENTIFIER", required("CLIENT_ID")),
                procedure("CLEAR_IDENTIFIER"),
                procedure("SET_NLS", required("PARAM"), required("VALUE")),
                procedure("SLEEP", required("SECONDS"))),
            StandardPackages::session));
    packages.add(
        new Simple(
            "DBMS_LOCK",
            List.of(procedure("SLEEP", required("SECONDS"))),
            StandardPackages::session));
    packages.add(
        new Simple(
            "DBMS_STATS",
            List.of(
                procedure("GATHER_TABLE_STATS", required("OWNNAME"), required("TABNAME")),
                procedure("GATHER_SCHEMA_STATS", required("OWNNAME")),
                procedure("GATHER_FIXED_OBJECTS_STATS"),
                procedure("DELETE_FIXED_OBJECTS_STATS")),
            StandardPackages::statistics));
    packages.add(new MetadataPackage());
    return packages;
  }

  private static PackageHandler.Parameter required(String name) {
    return new PackageHandler.Parameter(name, true, null);
  }

  private static PackageHandler.Parameter optional(String name) {
    return new PackageHandler.Parameter(name, false, null);
  }

  private static PackageHandler.Procedure procedure(
      String name, PackageHandler.Parameter... parameters) {
    return new PackageHandler.Procedure(name, List.of(parameters), false);
  }

  private static void applicationInfo(
      SimSession session, String procedure, Map<String, @Nullable Object> arguments) {
    arguments.forEach(
        (name, value) ->
            session
                .attributes()
                .set(name.replace("_NAME", ""), value == null ? "" : value.toString()));
  }

  /** The optimizer wants no statistics; views tell of those of the fixed tables. */
  private static void statistics(
      SimSession session, String procedure, Map<String, @Nullable Object> arguments) {
    if (procedure.endsWith("FIXED_OBJECTS_STATS")) {
      boolean gathered = procedure.startsWith("GATHER");
      session
          .dictionary()
          .fixedStatistics(
              gathered
                  ? LocalDateTime.ofInstant(session.statementInstant(), session.hostZone())
                      .truncatedTo(ChronoUnit.SECONDS)
                  : null);
    }
  }

  private static void session(
      SimSession session, String procedure, Map<String, @Nullable Object> arguments)
      throws SQLException {
    switch (procedure) {
      case "SET_IDENTIFIER" ->
          session.attributes().set("CLIENT_IDENTIFIER", String.valueOf(arguments.get("CLIENT_ID")));
      case "CLEAR_IDENTIFIER" -> session.attributes().set("CLIENT_IDENTIFIER", "");
      case "SET_NLS" ->
          session.set(
              String.valueOf(arguments.get("PARAM")).toUpperCase(java.util.Locale.ROOT),
              String.valueOf(arguments.get("VALUE")).replace("'", ""));
      default -> {
        Object seconds = arguments.get("SECONDS");
        if (seconds instanceof Number number) {
          pause(number.doubleValue());
        }
      }
    }
  }

  private static void pause(double seconds) {
    long end = System.nanoTime() + (long) (seconds * 1_000_000_000L);
    while (System.nanoTime() < end && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
  }

  private interface Body {
    void run(SimSession session, String procedure, Map<String, @Nullable Object> arguments)
        throws SQLException;
  }

  private record Simple(String name, List<PackageHandler.Procedure> procedures, Body body)
      implements PackageHandler {
    @Override
    public Map<String, Object> constants() {
      return Map.of();
    }

    @Override
    public @Nullable Object call(
        BoundSession session, String procedure, Map<String, @Nullable Object> arguments)
        throws SQLException {
      body.run((SimSession) session, procedure, arguments);
      return null;
    }
  }
}
