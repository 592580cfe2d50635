package io.oraclecdc.testkit.simulator.packages;

import io.oraclecdc.testkit.simulator.dictionary.Grants;
import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.SimDictionary;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** All packages of a database and who may run them. Thread-safe. */
public final class Packages {
  /** Packages with functions that SQL knows by itself. */
  private static final Set<String> SQL_ONLY =
      Set.of("UTL_RAW", "DBMS_LOB", "DBMS_RANDOM", "DBMS_UTILITY", "XMLTYPE");

  /** Packages that need EXECUTE, by grant or role. */
  private static final Set<String> RESTRICTED =
      Set.of("DBMS_LOGMNR", "DBMS_LOGMNR_D", "DBMS_FLASHBACK");

  private final Map<String, PackageHandler> handlers = new HashMap<>();

  /**
   * Packages of the session half and the given ones.
   *
   * @param redoPackages DBMS_LOGMNR and its companions
   */
  public Packages(List<PackageHandler> redoPackages) {
    for (PackageHandler handler : StandardPackages.all()) {
      handlers.put(handler.name(), handler);
    }
    handlers.put("DBMS_FLASHBACK", new FlashbackPackage());
    handlers.put("DBMS_LOGMNR_D", new DictionaryPackage());
    for (PackageHandler handler : redoPackages) {
      boolean mining = handler.name().equals("DBMS_LOGMNR");
      handlers.put(handler.name(), mining ? new LogminingOnly(handler) : handler);
    }
  }

  /** A package by name. */
  public Optional<PackageHandler> handler(String name) {
    return Optional.ofNullable(handlers.get(name));
  }

  /** Whether a package exists and a user may run it. */
  public boolean mayExecute(SimDictionary dictionary, String user, String name) {
    boolean exists =
        handlers.containsKey(name) || SQL_ONLY.contains(name) || name.equals("DBMS_FLASHBACK");
    if (!exists || !RESTRICTED.contains(name)) {
      return exists;
    }
    Grants grants = dictionary.grants();
    return user.equals("SYS")
        || grants.hasRole(user, "EXECUTE_CATALOG_ROLE")
        || grants.hasObject(user, new ObjectKey("SYS", name), "EXECUTE");
  }
}
