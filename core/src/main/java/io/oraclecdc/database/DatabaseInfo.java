package io.oraclecdc.database;

import io.oraclecdc.config.CaptureMode;
import io.oraclecdc.model.Container;
import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.Scn;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the database says about itself.
 *
 * @param name V$DATABASE.NAME
 * @param incarnation DBID and RESETLOGS_CHANGE#
 * @param resetlogsTime RESETLOGS_TIME, null when not given
 * @param logMode NOARCHIVELOG, ARCHIVELOG or MANUAL
 * @param openMode MOUNTED, READ WRITE, READ ONLY or READ ONLY WITH APPLY
 * @param role PRIMARY, PHYSICAL STANDBY and so on
 * @param containers whether it is a container database
 * @param supplementalMinimal SUPPLEMENTAL_LOG_DATA_MIN: NO, YES or IMPLICIT
 * @param supplementalPrimaryKey whether primary keys are logged for every table
 * @param supplementalAll whether all columns are logged for every table
 * @param majorVersion version number of the driver's metadata: 19, 21, 23
 * @param minorVersion release update
 * @param characterSet of CHAR data, for example AL32UTF8
 * @param nationalCharacterSet of NCHAR data
 * @param extendedStrings whether VARCHAR2 may be longer than 4000 bytes
 * @param hostOffset time zone of the database host at this moment; TIMESTAMP of redo rows is in it
 * @param currentScn when it was read
 * @param container the container all of this was read in; id 0 and the name of the database without
 *     containers
 */
public record DatabaseInfo(
    String name,
    Incarnation incarnation,
    @Nullable LocalDateTime resetlogsTime,
    String logMode,
    String openMode,
    String role,
    boolean containers,
    String supplementalMinimal,
    boolean supplementalPrimaryKey,
    boolean supplementalAll,
    int majorVersion,
    int minorVersion,
    String characterSet,
    String nationalCharacterSet,
    boolean extendedStrings,
    ZoneOffset hostOffset,
    Scn currentScn,
    Container container) {
  /** A database without containers. */
  public DatabaseInfo(
      String name,
      Incarnation incarnation,
      @Nullable LocalDateTime resetlogsTime,
      String logMode,
      String openMode,
      String role,
      boolean containers,
      String supplementalMinimal,
      boolean supplementalPrimaryKey,
      boolean supplementalAll,
      int majorVersion,
      int minorVersion,
      String characterSet,
      String nationalCharacterSet,
      boolean extendedStrings,
      ZoneOffset hostOffset,
      Scn currentScn) {
    this(
        name,
        incarnation,
        resetlogsTime,
        logMode,
        openMode,
        role,
        containers,
        supplementalMinimal,
        supplementalPrimaryKey,
        supplementalAll,
        majorVersion,
        minorVersion,
        characterSet,
        nationalCharacterSet,
        extendedStrings,
        hostOffset,
        currentScn,
        new Container(0, name));
  }

  /** Whether rows are complete enough to be put together again. */
  public boolean hasMinimalSupplementalLogging() {
    return supplementalMinimal.equals("YES") || supplementalMinimal.equals("IMPLICIT");
  }

  /** Whether a database in this role and open mode has the redo that a mode of capture reads. */
  public static boolean fits(CaptureMode mode, String role, String openMode) {
    boolean primary = role.equals("PRIMARY") && openMode.equals("READ WRITE");
    boolean standby = isPhysicalStandby(role) && openMode.startsWith("READ ONLY");
    return primary || (standby && mode == CaptureMode.ARCHIVE_ONLY);
  }

  /** Whether it repeats the redo of another database. */
  public boolean isPhysicalStandby() {
    return isPhysicalStandby(role);
  }

  /** Whether a DATABASE_ROLE is that of a physical standby. */
  public static boolean isPhysicalStandby(String role) {
    return role.equals("PHYSICAL STANDBY");
  }

  /** Whether it was read in the root of a container database. */
  public boolean isRoot() {
    return containers && container.id() == Container.ROOT_ID;
  }

  /** Whether it was read inside a pluggable database. */
  public boolean isPluggable() {
    return containers && container.id() > Container.ROOT_ID;
  }

  /**
   * Asks the database, in the container the session is in.
   *
   * @throws io.oraclecdc.errors.CdcException CDC-5002 when a view is not visible, or what else the
   *     ORA number means
   */
  public static DatabaseInfo read(DatabaseSession session) {
    String doing = "reading what database this is";
    Map<String, String> characterSets = new HashMap<>();
    session
        .query(
            doing, SessionSql.CHARACTER_SETS, row -> Map.entry(row.getString(1), row.getString(2)))
        .forEach(entry -> characterSets.put(entry.getKey(), entry.getValue()));
    List<String> stringSize =
        session.query(doing, SessionSql.MAX_STRING_SIZE, row -> row.getString(1));
    ZoneOffset offset =
        session
            .query(doing, SessionSql.HOST_OFFSET, row -> ZoneOffset.of(row.getString(1).trim()))
            .get(0);
    int major = version(session, doing, true);
    int minor = version(session, doing, false);
    DatabaseInfo whole =
        session
            .query(
                doing,
                SessionSql.DATABASE,
                row ->
                    new DatabaseInfo(
                        row.getString(1),
                        new Incarnation(row.getLong(2), DatabaseSession.scn(row, 3)),
                        row.getObject(4, LocalDateTime.class),
                        row.getString(5),
                        row.getString(6),
                        row.getString(7),
                        isYes(row.getString(8)),
                        row.getString(9),
                        isYes(row.getString(10)),
                        isYes(row.getString(11)),
                        major,
                        minor,
                        characterSets.getOrDefault("NLS_CHARACTERSET", "AL32UTF8"),
                        characterSets.getOrDefault("NLS_NCHAR_CHARACTERSET", "AL16UTF16"),
                        stringSize.contains("EXTENDED"),
                        offset,
                        DatabaseSession.scn(row, 12)))
            .get(0);
    return whole.containers() ? inContainer(whole, session, doing) : whole;
  }

  private static DatabaseInfo inContainer(
      DatabaseInfo whole, DatabaseSession session, String doing) {
    Container container =
        session
            .query(
                doing, SessionSql.CONTAINER, row -> new Container(row.getInt(1), row.getString(2)))
            .get(0);
    if (container.id() <= Container.ROOT_ID) {
      return whole.in(container, List.of("NO", "NO", "NO"));
    }
    return whole.in(
        container,
        session
            .query(
                doing,
                SessionSql.CONTAINER_LOGGING,
                row -> List.of(row.getString(1), row.getString(2), row.getString(3)))
            .get(0));
  }

  private DatabaseInfo in(Container other, List<String> logging) {
    return new DatabaseInfo(
        name,
        incarnation,
        resetlogsTime,
        logMode,
        openMode,
        role,
        containers,
        hasMinimalSupplementalLogging() ? supplementalMinimal : logging.get(0),
        supplementalPrimaryKey || isYes(logging.get(1)),
        supplementalAll || isYes(logging.get(2)),
        majorVersion,
        minorVersion,
        characterSet,
        nationalCharacterSet,
        extendedStrings,
        hostOffset,
        currentScn,
        other);
  }

  private static boolean isYes(@Nullable String value) {
    return "YES".equals(value);
  }

  private static int version(DatabaseSession session, String doing, boolean major) {
    try {
      // Numbers of the driver, because banners differ by release and language.
      var metadata = session.connection().getMetaData();
      return major ? metadata.getDatabaseMajorVersion() : metadata.getDatabaseMinorVersion();
    } catch (SQLException e) {
      throw session.failed(e, doing);
    }
  }
}
