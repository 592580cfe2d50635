package io.oraclecdc.doctor;

import io.oraclecdc.config.CaptureMode;
import io.oraclecdc.config.MiningMode;
import io.oraclecdc.config.UnsupportedColumnsAction;
import io.oraclecdc.database.DatabaseInfo;
import io.oraclecdc.database.DatabaseSession;
import io.oraclecdc.database.PluggableDatabase;
import io.oraclecdc.dictionary.OracleDictionary;
import io.oraclecdc.dictionary.OracleDictionary.Visits;
import io.oraclecdc.dictionary.TableSelection;
import io.oraclecdc.doctor.Examined.Places;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.Container;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.DictionaryTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Examines a database before capture. Uses one session; not thread-safe. */
public final class Doctor {
  private static final Set<String> TOPOLOGY_RULES = Set.of("DOC-12", "DOC-13", "DOC-14");

  private static final Set<String> NO_CONTENT_RULES = Set.of("DOC-5", "DOC-6");
  private static final List<Check> FAST =
      List.of(
          new RoleCheck(),
          new OpenContainersCheck(),
          new VersionCheck(),
          new ThreadsCheck(),
          new ArchiveLogCheck(),
          new ArchiveDestinationCheck(),
          new MinimalLoggingCheck(),
          new TablesCheck(),
          new TableLoggingCheck(),
          new ColumnTypesCheck(),
          new NamesCheck(),
          new KeysCheck(),
          new LobsCheck());

  private final DatabaseSession session;
  private final TableSelection selection;
  private final String user;
  private final @Nullable String archiveDestination;
  private final UnsupportedColumnsAction unsupported;
  private final List<String> pdbs;
  private final MiningMode mode;
  private final CaptureMode captureMode;
  private List<TableId> remembered = List.of();
  private TableReads reads = TableReads.NONE;

  /**
   * Examines what capture with these settings needs.
   *
   * @param session with the role METADATA; stays open
   * @param selection what is to be captured
   * @param user login name, for the SQL of missing grants
   * @param archiveDestination {@code cdc.archive.destination}, null when not given
   */
  public Doctor(
      DatabaseSession session,
      TableSelection selection,
      String user,
      @Nullable String archiveDestination) {
    this(
        session,
        selection,
        user,
        archiveDestination,
        UnsupportedColumnsAction.FAIL,
        List.of(),
        MiningMode.AUTO,
        CaptureMode.ONLINE);
  }

  /**
   * The same for a capture that may read rows LogMiner cannot give from the tables, or captures
   * pluggable databases.
   *
   * @param unsupported {@code cdc.unsupported.columns}
   * @param pdbs {@code cdc.database.pdbs}
   * @param mode {@code cdc.mining.mode}
   * @param captureMode {@code cdc.capture.mode}
   */
  public Doctor(
      DatabaseSession session,
      TableSelection selection,
      String user,
      @Nullable String archiveDestination,
      UnsupportedColumnsAction unsupported,
      List<String> pdbs,
      MiningMode mode,
      CaptureMode captureMode) {
    this.session = session;
    this.selection = selection;
    this.user = user;
    this.archiveDestination = archiveDestination;
    this.unsupported = unsupported;
    this.pdbs = List.copyOf(pdbs);
    this.mode = mode;
    this.captureMode = captureMode;
  }

  /**
   * Takes tables for known that were captured before and may be gone by now: what the redo still
   * has of them can be read.
   */
  public Doctor remembering(List<TableId> tables) {
    remembered = List.copyOf(tables);
    return this;
  }

  /** Looks also whether the tables may be read for these purposes. */
  public Doctor reading(TableReads purposes) {
    reads = purposes;
    return this;
  }

  /**
   * The checks that take no longer than reading the catalog. When a grant is missing or the
   * connection leads to the wrong container, only that is told: the other checks could not look.
   *
   * @return every finding, in the order of the checks
   * @throws io.oraclecdc.errors.RetriableException CDC-1001 when the database cannot be reached
   * @throws CdcException CDC-5002 when the login is refused
   */
  public List<Finding> fastChecks() {
    PrivilegesCheck privileges = new PrivilegesCheck(session, user);
    List<Finding> grants = privileges.run();
    if (!grants.isEmpty()) {
      return grants;
    }
    DatabaseInfo database = DatabaseInfo.read(session);
    Places places;
    if (database.isRoot()) {
      grants.addAll(privileges.inRoot());
      if (!grants.isEmpty()) {
        return grants;
      }
      places = examineContainers(privileges, grants);
      session.enter(Container.ROOT_NAME);
    } else {
      String name = database.container().pdb();
      grants.addAll(database.isPluggable() ? privileges.inPluggable(name) : List.of());
      places = new Places(mode, pdbs, List.of(), Map.of(name, database), true);
    }
    if (!grants.isEmpty()) {
      return grants;
    }
    Examined examined = examine(database, places);
    List<Finding> findings = new ArrayList<>(new ContainersCheck().run(examined));
    if (findings.stream().anyMatch(Finding::isBlocking)) {
      // There is nothing to see for the other checks where capture would not look.
      return findings;
    }
    for (Check check : FAST) {
      check.run(examined).stream().map(this::withSettings).forEach(findings::add);
    }
    findings.addAll(tableReads(examined));
    return findings;
  }

  private List<Finding> tableReads(Examined examined) {
    TableReadsCheck check = new TableReadsCheck(session, user, reads);
    if (!examined.database().isRoot()) {
      return check.run(examined.tables(), examined);
    }
    List<Finding> findings = new ArrayList<>();
    for (String pdb : examined.places().open().keySet()) {
      session.enter(pdb);
      findings.addAll(
          check.run(
              examined.tables().stream().filter(t -> t.id().pdb().equals(pdb)).toList(), examined));
    }
    session.enter(Container.ROOT_NAME);
    return findings;
  }

  /** A row without content in the redo can still be read from its table. */
  private Finding withSettings(Finding finding) {
    boolean readable =
        unsupported == UnsupportedColumnsAction.RESELECT
            && finding.isBlocking()
            && NO_CONTENT_RULES.contains(finding.rule());
    return readable
        ? Finding.warning(
            finding.rule(),
            finding.seen(),
            finding.why() + "; with cdc.unsupported.columns=reselect rows are read by their ROWID",
            finding.sql())
        : finding;
  }

  /**
   * Refuses to go on when a finding blocks.
   *
   * @throws CdcException with every blocking finding: CDC-5002 when grants are missing, CDC-3001
   *     when settings make a key impossible, CDC-5001 when it is the wrong database for capture,
   *     else CDC-5003
   */
  public static void requireNoneBlocking(List<Finding> findings) {
    List<Finding> blocking = findings.stream().filter(Finding::isBlocking).toList();
    if (blocking.isEmpty()) {
      return;
    }
    StringBuilder observed =
        new StringBuilder(
                blocking.size() == 1 ? "1 check forbids" : blocking.size() + " checks forbid")
            .append(" capture:");
    for (Finding finding : blocking) {
      observed.append("\n  - ").append(finding);
    }
    throw new CdcException(code(blocking), observed.toString());
  }

  private static ErrorCode code(List<Finding> blocking) {
    if (blocking.stream().allMatch(f -> f.rule().equals("DOC-4"))) {
      return ErrorCode.PRIVILEGE;
    }
    if (blocking.stream().allMatch(f -> f.rule().equals(KeysCheck.SETTINGS_RULE))) {
      return ErrorCode.DECODE;
    }
    return blocking.stream().allMatch(f -> TOPOLOGY_RULES.contains(f.rule()))
        ? ErrorCode.TOPOLOGY
        : ErrorCode.PRECONDITION;
  }

  /** Looks into each pluggable database that is wanted and open; the session stays in the last. */
  private Places examineContainers(PrivilegesCheck privileges, List<Finding> grants) {
    List<PluggableDatabase> known = PluggableDatabase.all(session);
    boolean seesAll = seesAllContainers();
    if (!seesAll) {
      grants.add(privileges.seesTooLittle());
    }
    Map<String, DatabaseInfo> open = new TreeMap<>();
    for (String wanted : pdbs) {
      PluggableDatabase pdb = PluggableDatabase.named(wanted, known).orElse(null);
      if (pdb == null || !pdb.isOpen()) {
        continue;
      }
      String name = pdb.container().name();
      session.enter(name);
      List<Finding> missing = missingIn(privileges, name);
      grants.addAll(missing);
      if (missing.isEmpty()) {
        open.put(name, DatabaseInfo.read(session));
      }
    }
    return new Places(mode, pdbs, known, open, seesAll);
  }

  private static List<Finding> missingIn(PrivilegesCheck privileges, String pdb) {
    try {
      return privileges.inPluggable(pdb);
    } catch (CdcException e) {
      if (e.code() == ErrorCode.PRIVILEGE) {
        return List.of(privileges.mayNotEnter(pdb));
      }
      throw e;
    }
  }

  private boolean seesAllContainers() {
    String doing = "reading which containers the user sees";
    String name = session.query(doing, DoctorSql.CURRENT_USER, row -> row.getString(1)).get(0);
    return name.equals("SYS")
        || !session
            .query(doing, DoctorSql.SEES_ALL_CONTAINERS, row -> row.getString(1), name)
            .isEmpty();
  }

  private Examined examine(DatabaseInfo database, Places places) {
    List<DictionaryTable> tables = new ArrayList<>();
    for (String pdb : places.open().keySet()) {
      OracleDictionary dictionary =
          new OracleDictionary(
              session, selection, pdb, database.isRoot() ? Visits.ENTERS : Visits.STAYS);
      tables.addAll(dictionary.capturedTables());
    }
    if (database.isRoot()) {
      session.enter(Container.ROOT_NAME);
    }
    String doing = "examining the database";
    return new Examined(
        database,
        places,
        tables,
        selection.patternsWithoutTable(
            Stream.concat(tables.stream().map(DictionaryTable::id), remembered.stream()).toList()),
        selection,
        session.query(
            doing,
            DoctorSql.DESTINATIONS,
            row ->
                new Examined.Destination(
                    row.getString(1),
                    "VALID".equals(row.getString(2)) && "LOCAL".equals(row.getString(3)))),
        session.query(doing, DoctorSql.ENABLED_THREADS, row -> row.getInt(1)),
        archiveDestination,
        captureMode);
  }
}
