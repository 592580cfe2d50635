package io.oraclecdc.testkit.simulator.redo;

/**
 * A LOG_ARCHIVE_DEST_n.
 *
 * @param id n, 1 to 31
 * @param target where the copies lie
 * @param location directory without a final slash, or the service of a standby
 * @param dbUniqueName DB_UNIQUE_NAME of a standby, {@code NONE} for a directory
 */
public record ArchiveDestination(int id, Target target, String location, String dbUniqueName) {
  /** Most destinations of a database. */
  public static final int MOST = 31;

  /** Checks the number. */
  public ArchiveDestination {
    if (id < 1 || id > MOST) {
      throw new IllegalArgumentException("archive destinations are numbered 1 to 31: " + id);
    }
    if (location.isEmpty()) {
      throw new IllegalArgumentException("an archive destination needs a location");
    }
  }

  /** A directory of the database's host. */
  public static ArchiveDestination local(int id, String directory) {
    return new ArchiveDestination(id, Target.LOCAL, directory, "NONE");
  }

  /** A physical standby, reached by its service. */
  public static ArchiveDestination standby(int id, String service) {
    return new ArchiveDestination(id, Target.STANDBY, service, service);
  }

  /** Whether it is a standby: V$ARCHIVED_LOG.STANDBY_DEST. */
  public boolean isStandby() {
    return target == Target.STANDBY;
  }

  /** Kinds. */
  public enum Target {
    /** A directory. */
    LOCAL,
    /** Another database. */
    STANDBY
  }
}
