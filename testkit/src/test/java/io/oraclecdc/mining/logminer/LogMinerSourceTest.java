package io.oraclecdc.mining.logminer;

import static io.oraclecdc.testkit.simulator.logmnr.MiningBench.num;
import static io.oraclecdc.testkit.simulator.logmnr.SimTables.insert;
import static io.oraclecdc.testkit.simulator.logmnr.SimTables.rowId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.database.DatabaseInfo;
import io.oraclecdc.database.DatabaseSession;
import io.oraclecdc.database.DatabaseSettings;
import io.oraclecdc.database.OracleErrors;
import io.oraclecdc.database.SessionFactory;
import io.oraclecdc.database.SessionRole;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.errors.RetriableException;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.mining.MiningStep;
import io.oraclecdc.mining.StepEnd;
import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.position.Position;
import io.oraclecdc.schema.CapturedObjects;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.dictionary.SimTable.SupplementalLogging;
import io.oraclecdc.testkit.simulator.logmnr.MiningBench;
import io.oraclecdc.testkit.simulator.logmnr.SimTables;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import io.oraclecdc.testkit.simulator.redo.RedoOptions;
import io.oraclecdc.testkit.simulator.redo.RedoTransaction;
import java.sql.SQLException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LogMinerSourceTest {
  private static final RedoThread THREAD = new RedoThread(1);

  private final SimTable emp = SimTables.emp(SupplementalLogging.ALL);
  private final Objects objects = new Objects(emp.objectId());
  private MiningBench bench;
  private BenchDriver driver;
  private SessionFactory sessions;
  private DatabaseSession metadata;
  private LogMinerSource source;
  private MiningStart at;
  private long nanos;
  private int rowNumber;

  @BeforeEach
  void open() throws SQLException {
    openWith(RedoOptions.builder().build());
  }

  private void openWith(RedoOptions options) throws SQLException {
    bench = new MiningBench(options);
    bench.know(emp);
    driver = new BenchDriver(bench);
    sessions =
        new SessionFactory(
            DatabaseSettings.builder().url(driver.url()).user("C##CDC").password("cdc").build(),
            OracleErrors.standard());
    metadata = new DatabaseSession(sessions, SessionRole.METADATA);
    source = source(MiningSettings.defaults());
    at = new MiningStart(metadata.currentScn(), Map.of());
  }

  @AfterEach
  void close() throws SQLException {
    source.close();
    metadata.close();
    driver.close();
    bench.close();
  }

  @Test
  void rowsOfCapturedTablesComeWithTheirTransaction() throws SQLException {
    SimTable other = bench.know(SimTables.table("OTHER", SupplementalLogging.ALL, emp.columns()));
    long commit =
        bench.committed(
            insert(emp, rowId(emp, 9, 4), num(5), "five", null),
            insert(other, rowId(other, 9, 4), num(5), "five", null));

    List<MinedRow> rows = step();

    assertThat(rows)
        .extracting(MinedRow::operation)
        .containsExactly(OperationCode.START, OperationCode.INSERT, OperationCode.COMMIT);
    MinedRow insert = rows.get(1);
    assertThat(insert.segment()).hasToString("APP.EMP (object " + emp.objectId() + ")");
    assertThat(insert.sqlRedo())
        .isEqualTo("insert into \"APP\".\"EMP\"(\"ID\",\"NAME\",\"LVL\") values ('5','five',NULL)");
    assertThat(insert.rowId()).hasToString(rowId(emp, 9, 4));
    assertThat(insert.userName()).isEqualTo("APP");
    assertThat(insert.ssn()).isEqualTo(4);
    assertThat(insert.timestamp()).isNotNull();
    assertThat(insert.transaction()).isEqualTo(rows.get(2).transaction());
    assertThat(rows.get(2).scn()).isEqualTo(new Scn(commit));
  }

  @Test
  void theNextStepGoesOnWhereTheOneBeforeEnded() throws SQLException {
    write();
    step();
    write();
    assertThat(inserted(step())).contains(2);
    StepEnd end = run();
    assertThat(end.caughtUp()).isTrue();
    assertThat(end.passedScns()).containsKey(THREAD);
    assertThat(end.cursors())
        .extractingByKey(THREAD)
        .extracting(RedoAddress::sequence)
        .isEqualTo(bench.redo().currentSequence(1));
  }

  @Test
  void theStartRisesWhenLaterRowsProveWhatWasWritten() throws SQLException {
    Scn first = at.lowestScn();
    for (int i = 0; i < 4; i++) {
      write();
      step();
    }
    assertThat(at.lowestScn().isAfter(first)).isTrue();
    RedoTransaction open = bench.begin();
    bench.change(open, insert(emp, rowId(emp, 1, 900), num(1), "open", null));
    Scn opened = metadata.currentScn();
    for (int i = 0; i < 4; i++) {
      write();
      step();
    }
    assertThat(at.lowestScn().isAfter(opened)).isFalse();
    bench.commit(open);
    assertThat(step()).anyMatch(row -> row.sqlRedo() != null && row.sqlRedo().contains("'open'"));
  }

  @Test
  void redoThatLiesBehindIsReadInWholeLogsAndFaster() throws SQLException {
    for (int i = 0; i < 12; i++) {
      write();
      bench.redo().switchLog(1);
    }
    write();
    List<Integer> seen = new ArrayList<>();
    int steps = 0;
    boolean caughtUp = false;
    while (!caughtUp) {
      try (MiningStep step = source.open(at)) {
        seen.addAll(inserted(read(step)));
        caughtUp = advance(step.finish());
      }
      steps++;
    }
    assertThat(new LinkedHashSet<>(seen)).hasSize(13);
    assertThat(seen).isSorted();
    assertThat(steps).isLessThan(8);
    assertThat(driver.opened()).isLessThanOrEqualTo(4);
  }

  @Test
  void GAP_05_GAP_11_aLogThatIsUsedAgainDuringAReadIsMinedAgainFromItsArchivedCopy()
      throws SQLException {
    for (int i = 0; i < 40; i++) {
      write();
    }
    long sequence = bench.redo().currentSequence(1);
    int read = 0;
    Throwable failure = null;
    try (MiningStep step = source.open(at)) {
      while (read < 10 && step.next() != null) {
        read++;
      }
      bench.redo().overwriteOnline(1, sequence);
      while (step.next() != null) {
        read++;
      }
      step.finish();
    } catch (RetriableException e) {
      failure = e;
    }
    assertThat(failure)
        .isInstanceOfSatisfying(
            RetriableException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.MINING_STEP_RETRY));

    Set<Integer> all = new LinkedHashSet<>();
    for (int i = 0; i < 6; i++) {
      all.addAll(inserted(step()));
    }
    assertThat(all).hasSize(40);
  }

  @Test
  void GAP_12_filledLogsThatWaitForTheArchiverAreReadOnline() throws SQLException {
    bench.redo().holdArchiver();
    write();
    bench.redo().switchLog(1);
    write();
    Set<Integer> all = new LinkedHashSet<>(inserted(step()));
    all.addAll(inserted(step()));
    all.addAll(inserted(step()));
    assertThat(all).containsExactly(1, 2);
    bench.redo().releaseArchiver();
  }

  @Test
  void GAP_08_removedRedoStopsWithItsSequence() throws SQLException {
    write();
    long sequence = bench.redo().currentSequence(1);
    for (int i = 0; i < 5; i++) {
      bench.redo().switchLog(1);
    }
    bench.redo().purgeArchived(1, sequence);
    assertThatThrownBy(() -> source.open(at))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOG_PURGED))
        .hasMessageContaining("sequence " + sequence);
  }

  @Test
  void GAP_10_aFileThatIsGoneIsTriedAFewTimesAndThenNamed() throws SQLException {
    write();
    long sequence = bench.redo().currentSequence(1);
    for (int i = 0; i < 5; i++) {
      bench.redo().switchLog(1);
    }
    bench.redo().removeArchivedFiles(1, sequence);
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> source.open(at)).isInstanceOf(RetriableException.class);
    }
    assertThatThrownBy(() -> source.open(at))
        .isNotInstanceOf(RetriableException.class)
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOG_PURGED))
        .hasMessageContainingAll("CROSSCHECK", "sequence " + sequence);
  }

  @Test
  void aLostSessionIsOpenedAgain() throws SQLException {
    write();
    step();
    int before = driver.opened();
    driver.fault(
        sql -> {
          throw new SQLException("ORA-03113: end-of-file on communication channel", "08S01", 3113);
        });
    assertThatThrownBy(() -> source.open(at))
        .isInstanceOfSatisfying(
            RetriableException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.TRANSIENT_DATABASE));
    driver.fault(null);
    write();
    assertThat(inserted(step())).contains(2);
    assertThat(driver.opened()).isGreaterThan(before);
  }

  @Test
  void threeTimeoutsAtOneLogStop() throws SQLException {
    write();
    driver.fault(
        sql -> {
          if (sql.contains("LOGMNR_CONTENTS")) {
            throw new SQLException("ORA-01013: user requested cancel", "72000", 1013);
          }
        });
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> source.open(at))
          .isInstanceOfSatisfying(
              RetriableException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.MINING_STEP_RETRY));
    }
    assertThatThrownBy(() -> source.open(at))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MINING_STALLED));
  }

  @Test
  void anotherIncarnationIsRefused() {
    source.close();
    source =
        new LogMinerSource(
            sessions,
            MiningSettings.defaults(),
            objects,
            database(new Incarnation(4711, new Scn(1))),
            () -> nanos);
    assertThatThrownBy(() -> source.open(at))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOPOLOGY))
        .hasMessageContaining("DBID 4711");
  }

  @Test
  void aDdlThatBringsNewObjectsCutsTheStep() throws SQLException {
    SimTable other = bench.know(SimTables.table("OTHER", SupplementalLogging.ALL, emp.columns()));
    write();
    bench.committed(insert(other, rowId(other, 1, 1), num(77), "x", null));
    List<MinedRow> rows = new ArrayList<>();
    StepEnd end;
    try (MiningStep step = source.open(at)) {
      for (MinedRow row = step.next(); row != null; row = step.next()) {
        rows.add(row);
        if (row.operation() == OperationCode.COMMIT) {
          objects.add(other.objectId());
        }
      }
      end = step.finish();
    }
    assertThat(rows.get(rows.size() - 1).operation()).isEqualTo(OperationCode.COMMIT);
    assertThat(inserted(rows)).containsExactly(1);
    assertThat(end.caughtUp()).isFalse();
    assertThat(advance(end)).isFalse();
    assertThat(inserted(step())).contains(77);
  }

  @Test
  void theSessionIsReplacedAtItsAge() throws SQLException {
    write();
    step();
    int before = driver.opened();
    nanos += Duration.ofHours(2).toNanos();
    step();
    assertThat(driver.opened()).isEqualTo(before + 1);
  }

  @Test
  void aFirstStartGoesBackToTheOldestOpenTransaction() throws SQLException {
    RedoTransaction open = bench.begin();
    bench.change(open, insert(emp, rowId(emp, 1, 1), num(1), "open", null));
    Scn opened = metadata.currentScn();
    write();
    Position position = start(Optional.empty());
    assertThat(position.resumeScn().isAfter(opened)).isFalse();
    assertThat(position.ignoreCommitsThrough()).isEqualTo(metadata.currentScn());
    assertThat(position.threads()).isEmpty();
    bench.commit(open);
    at = new MiningStart(position.resumeScn(), Map.of());
    assertThat(inserted(step())).contains(1);
  }

  @Test
  void aConfiguredStartMayNotLieInTheFutureNorInLostRedo() throws SQLException {
    Scn early = metadata.currentScn();
    write();
    assertThat(start(Optional.of(early)).ignoreCommitsThrough())
        .isEqualTo(new Scn(early.value() - 1));
    assertThatThrownBy(() -> start(Optional.of(new Scn(early.value() + 1_000_000))))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOPOLOGY));
    long sequence = bench.redo().currentSequence(1);
    for (int i = 0; i < 5; i++) {
      bench.redo().switchLog(1);
    }
    bench.redo().purgeArchived(1, sequence);
    assertThatThrownBy(() -> start(Optional.of(early)))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOG_PURGED));
  }

  /**
   * Writers, switches, reused logs and polls in any order: every row comes, and no commit comes
   * that was said to have come before.
   */
  @ParameterizedTest
  @EnumSource(
      value = RedoBehaviour.class,
      names = {
        "SCN_PER_ROW",
        "PRIVATE_STRANDS",
        "EMPTY_COMMITS_ON_THREAD_ZERO",
        "ZERO_XID_STARTS",
        "OVERWRITTEN_LOG_ENDS_SILENTLY",
        "EQUAL_SCN_BOUNDS_REFUSED"
      })
  void nothingIsLostWhateverTheOrderOfWritesSwitchesAndPolls(RedoBehaviour behaviour)
      throws SQLException {
    close();
    openWith(RedoOptions.builder().behaviours(List.of(behaviour)).build());
    for (long seed = 1; seed <= 8; seed++) {
      new Simulation(seed).run();
    }
  }

  /** One run of random work. */
  private final class Simulation {
    private final long seed;
    private final Random random;
    private final Set<Integer> seen = new LinkedHashSet<>();
    private final Set<TransactionKey> committed = new HashSet<>();
    private final List<RedoTransaction> open = new ArrayList<>();
    private Scn passed = Scn.ZERO;

    Simulation(long seed) {
      this.seed = seed;
      this.random = new Random(seed);
    }

    void run() throws SQLException {
      int from = rowNumber;
      for (int i = 0; i < 80; i++) {
        act();
      }
      for (RedoTransaction transaction : open) {
        bench.commit(transaction);
      }
      while (!poll(-1)) {
        nanos += 1_000_000_000L;
      }
      assertThat(seen.stream().filter(n -> n > from)).as("seed %d", seed).hasSize(rowNumber - from);
    }

    private void act() throws SQLException {
      nanos += random.nextInt(5) * 1_000_000_000L;
      switch (random.nextInt(8)) {
        case 0, 1 -> poll(-1);
        case 2 -> bench.redo().switchLog(1);
        case 3 -> poll(random.nextInt(20));
        case 4 -> {
          RedoTransaction transaction = bench.begin();
          writeIn(transaction);
          open.add(transaction);
        }
        case 5 -> {
          if (!open.isEmpty()) {
            RedoTransaction transaction = open.remove(random.nextInt(open.size()));
            writeIn(transaction);
            bench.commit(transaction);
          }
        }
        default -> write();
      }
    }

    /** One step; with a row number at which the log that is written is overwritten. */
    private boolean poll(int overwriteAt) {
      List<MinedRow> rows = new ArrayList<>();
      try (MiningStep step = source.open(at)) {
        for (MinedRow row = step.next(); row != null; row = step.next()) {
          rows.add(row);
          if (rows.size() == overwriteAt) {
            bench.redo().overwriteOnline(1, bench.redo().currentSequence(1));
          }
        }
        StepEnd end = step.finish();
        apply(rows);
        passed = Scn.max(passed, end.passedScns().getOrDefault(THREAD, Scn.ZERO));
        return advance(end);
      } catch (RetriableException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.MINING_STEP_RETRY);
        return false;
      }
    }

    private void apply(List<MinedRow> rows) {
      seen.addAll(inserted(rows));
      for (MinedRow row : rows) {
        if (row.operation() == OperationCode.COMMIT && committed.add(row.transaction())) {
          assertThat(row.scn().isAfter(passed))
              .as("seed %d: %s came although %s was passed", seed, row, passed)
              .isTrue();
        }
      }
    }
  }

  private LogMinerSource source(MiningSettings settings) {
    Incarnation incarnation = new LogInventory(metadata).incarnation();
    return new LogMinerSource(sessions, settings, objects, database(incarnation), () -> nanos);
  }

  private static DatabaseInfo database(Incarnation incarnation) {
    return new DatabaseInfo(
        "FREE",
        incarnation,
        null,
        "ARCHIVELOG",
        "READ WRITE",
        "PRIMARY",
        false,
        "YES",
        false,
        false,
        19,
        0,
        "AL32UTF8",
        "AL16UTF16",
        false,
        ZoneOffset.UTC,
        Scn.ZERO);
  }

  private Position start(Optional<Scn> configured) {
    Incarnation incarnation = new LogInventory(metadata).incarnation();
    return StartPosition.determine(metadata, database(incarnation), configured, null);
  }

  private void write() throws SQLException {
    RedoTransaction transaction = bench.begin();
    writeIn(transaction);
    bench.commit(transaction);
  }

  private void writeIn(RedoTransaction transaction) {
    rowNumber++;
    bench.change(
        transaction,
        insert(emp, rowId(emp, 9 + rowNumber / 100, rowNumber % 100), num(rowNumber), "n", null));
  }

  private List<MinedRow> step() {
    try (MiningStep step = source.open(at)) {
      List<MinedRow> rows = read(step);
      advance(step.finish());
      return rows;
    }
  }

  private StepEnd run() {
    try (MiningStep step = source.open(at)) {
      read(step);
      return step.finish();
    }
  }

  private static List<MinedRow> read(MiningStep step) {
    List<MinedRow> rows = new ArrayList<>();
    for (MinedRow row = step.next(); row != null; row = step.next()) {
      rows.add(row);
    }
    return rows;
  }

  private boolean advance(StepEnd end) {
    at = new MiningStart(Scn.max(at.lowestScn(), end.nextLowestScn()), end.cursors());
    return end.caughtUp();
  }

  /** The key values of the inserts. */
  private static List<Integer> inserted(List<MinedRow> rows) {
    List<Integer> keys = new ArrayList<>();
    for (MinedRow row : rows) {
      String sql = row.sqlRedo();
      if (row.operation() == OperationCode.INSERT && sql != null) {
        int begin = sql.indexOf("values ('") + 9;
        keys.add(Integer.parseInt(sql.substring(begin, sql.indexOf('\'', begin))));
      }
    }
    return keys;
  }

  private static final class Objects implements CapturedObjects {
    private final List<Long> ids = new ArrayList<>();
    private int revision;

    Objects(long first) {
      ids.add(first);
    }

    void add(@Nullable Long id) {
      if (id != null && !ids.contains(id)) {
        ids.add(id);
        revision++;
      }
    }

    @Override
    public int revision() {
      return revision;
    }

    @Override
    public List<Long> objectIds() {
      return List.copyOf(ids);
    }

    @Override
    public List<TableId> tablesByName() {
      return List.of();
    }

    @Override
    public boolean capturesLobs() {
      return false;
    }
  }
}
