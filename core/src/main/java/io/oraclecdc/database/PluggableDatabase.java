package io.oraclecdc.database;

import io.oraclecdc.model.Container;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A pluggable database as V$PDBS shows it.
 *
 * @param container its id and name
 * @param openMode MOUNTED, READ WRITE, READ ONLY or MIGRATE
 * @param uid CON_UID, which no other pluggable database ever has
 * @param dbid its own DBID, which a session inside of it can see too
 */
public record PluggableDatabase(Container container, String openMode, long uid, long dbid) {
  private static final String SEED = "PDB$SEED";

  /** Whether its tables can be read and its redo be mined. */
  public boolean isOpen() {
    return openMode.startsWith("READ");
  }

  /**
   * Those the session's user may see, without the seed.
   *
   * @throws io.oraclecdc.errors.CdcException CDC-5002 when V$PDBS is not visible, or what else the
   *     ORA number means
   */
  public static List<PluggableDatabase> all(DatabaseSession session) {
    List<PluggableDatabase> all =
        new ArrayList<>(
            session.query(
                "reading the pluggable databases",
                SessionSql.PLUGGABLE_DATABASES,
                row ->
                    new PluggableDatabase(
                        new Container(row.getInt(1), row.getString(2)),
                        row.getString(3),
                        row.getLong(4),
                        row.getLong(5))));
    all.removeIf(pdb -> pdb.container().name().equals(SEED));
    return all;
  }

  /**
   * The DBID of the one that a session is in.
   *
   * @throws io.oraclecdc.errors.CdcException as {@link #all}
   */
  public static long dbidInside(DatabaseSession session) {
    return session
        .query(
            "reading which pluggable database this is",
            SessionSql.CONTAINER_DBID,
            row -> row.getLong(1))
        .get(0);
  }

  /**
   * The one that a setting names: in double quotes exactly this one; else the one with that name in
   * upper case, as Oracle reads names without quotes, else exactly this one, else the only one that
   * differs in case.
   */
  public static Optional<PluggableDatabase> named(String name, List<PluggableDatabase> all) {
    if (name.length() > 2 && name.startsWith("\"") && name.endsWith("\"")) {
      return exactly(name.substring(1, name.length() - 1), all);
    }
    List<PluggableDatabase> similar =
        all.stream().filter(pdb -> pdb.container().name().equalsIgnoreCase(name)).toList();
    return exactly(name.toUpperCase(Locale.ROOT), all)
        .or(() -> exactly(name, all))
        .or(() -> similar.size() == 1 ? Optional.of(similar.get(0)) : Optional.empty());
  }

  private static Optional<PluggableDatabase> exactly(String name, List<PluggableDatabase> all) {
    return all.stream().filter(pdb -> pdb.container().name().equals(name)).findFirst();
  }
}
