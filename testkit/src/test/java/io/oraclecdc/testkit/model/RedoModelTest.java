package io.oraclecdc.testkit.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.errors.RetriableException;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.mining.MiningStep;
import io.oraclecdc.mining.RedoSource;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.model.Xid;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RedoModelTest {
  private static final int ACTIONS = 3_000;

  private static List<MinedRow> rows(RedoModel model, Scn from) {
    List<MinedRow> rows = new ArrayList<>();
    try (RedoSource source = model.source();
        MiningStep step = source.open(new MiningStart(from, Map.of()))) {
      for (MinedRow row = step.next(); row != null; row = step.next()) {
        rows.add(row);
      }
    }
    return rows;
  }

  private static List<MinedRow> rows(RedoModel model) {
    return rows(model, Scn.ZERO);
  }

  private static RedoModel model(ModelBehaviour... behaviours) {
    ModelOptions options = new ModelOptions(2, 2, 4, 60, 40, Set.of(behaviours));
    RedoModel model = RedoModel.of(7, options);
    model.advance(ACTIONS);
    return model;
  }

  @Test
  void theSameSeedGivesTheSameRowsAndTheSameOutcome() {
    for (long seed = 0; seed < 20; seed++) {
      RedoModel one = RedoModel.of(seed, ModelOptions.random(seed));
      RedoModel other = RedoModel.of(seed, ModelOptions.random(seed));
      one.advance(500);
      for (int i = 0; i < 500; i++) {
        other.advance(1);
      }

      assertThat(rows(one)).isEqualTo(rows(other));
      assertThat(one.committed()).hasToString(other.committed().toString());
    }
  }

  @Test
  void aModelDoesNotGoBack() {
    RedoModel model = model();
    assertThatThrownBy(() -> model.advance(-5)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aPlainModelShowsNothingSpecial() {
    RedoModel model = model();
    for (ModelBehaviour behaviour : ModelBehaviour.values()) {
      boolean isAbsent = behaviour == ModelBehaviour.UNFLUSHED_COMMITS;
      if (!isAbsent) {
        assertThat(shows(behaviour, model)).as(behaviour.name()).isFalse();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void eachBehaviourShows(ModelBehaviour behaviour) {
    assertThat(shows(behaviour, model(behaviour))).isTrue();
  }

  private static boolean shows(ModelBehaviour behaviour, RedoModel model) {
    return switch (behaviour) {
      case PRIVATE_STRANDS -> stepsBack(rows(model));
      case UNFLUSHED_COMMITS -> hidesACommit(model);
      case COMMITS_AT_ONE_SCN -> {
        Set<Scn> seen = new HashSet<>();
        yield any(model, row -> isCommit(row) && !seen.add(row.scn()));
      }
      case PARTIAL_XIDS ->
          rows(model, middle(model)).stream()
              .anyMatch(row -> row.transaction().xid().isPartial() && row.rollback());
      case DYING_INSTANCES -> {
        Map<TransactionKey, RedoThread> begun = new HashMap<>();
        yield any(
            model,
            row ->
                row.thread().number() != 0
                    && !row.thread()
                        .equals(begun.computeIfAbsent(row.transaction(), key -> row.thread())));
      }
      case PARTIAL_ROLLBACKS_AFTER_SAVEPOINTS -> {
        boolean isHidden =
            rows(model).stream().noneMatch(row -> row.transaction().xid().isPartial());
        yield isHidden
            && rows(model, middle(model)).stream()
                .anyMatch(
                    row ->
                        row.transaction().xid().isPartial()
                            && row.operation() == OperationCode.ROLLBACK);
      }
      case ZERO_ADDRESS_ROLLBACKS -> any(model, row -> row.address().isZero());
      case ZERO_XID_STARTS -> any(model, row -> row.transaction().xid().isNone());
      case EMPTY_COMMITS_ON_THREAD_ZERO -> any(model, row -> row.thread().number() == 0);
      case MISSING_STARTS -> {
        Set<TransactionKey> started = new HashSet<>();
        yield any(
            model,
            row -> {
              if (row.operation() == OperationCode.START) {
                started.add(row.transaction());
              }
              return row.operation() == OperationCode.INSERT
                  && !started.contains(row.transaction());
            });
      }
      case UNDO_WITHOUT_TEXT -> any(model, row -> row.rollback() && row.sqlRedo() == null);
      case CLOSING_THREADS ->
          // Thread 2 begins later than thread 1, where both are open from the beginning otherwise.
          rows(model).stream()
                  .takeWhile(row -> row.thread().number() == 1)
                  .map(MinedRow::scn)
                  .distinct()
                  .count()
              > 20;
      case EXCLUDED_USERS -> any(model, row -> "BATCH".equals(row.userName()));
      case USER_ON_EVERY_ROW ->
          rows(model, middle(model)).stream()
              .noneMatch(row -> row.operation() == OperationCode.INSERT && row.userName() == null);
      case ROWS_OF_OTHER_TABLES -> any(model, row -> "AUDIT_LOG".equals(row.segment().table()));
      case INDEX_ORGANIZED_TABLE ->
          any(
              model,
              row ->
                  row.rowId() != null && row.rowId().isTableOnly() && !row.rowId().isPlaceholder());
      case CONTINUED_STATEMENTS -> any(model, MinedRow::continued);
      case LATE_LOGS -> hidesALog(model);
      case DDL -> any(model, row -> row.operation() == OperationCode.DDL);
      case LOB_BLOCKS -> any(model, row -> isLobWrite(row) && text(row).startsWith("DECLARE"));
      case LOB_FRAGMENTS -> any(model, row -> isLobWrite(row) && text(row).startsWith(" buf_"));
    };
  }

  private static boolean any(RedoModel model, Predicate<MinedRow> predicate) {
    return rows(model).stream().anyMatch(predicate);
  }

  private static Scn middle(RedoModel model) {
    List<ExpectedTransaction> committed = model.committed();
    return committed.get(committed.size() / 2).commitScn();
  }

  private static boolean isCommit(MinedRow row) {
    return row.operation() == OperationCode.COMMIT && row.thread().number() != 0;
  }

  private static boolean isLobWrite(MinedRow row) {
    return row.operation() == OperationCode.LOB_WRITE;
  }

  private static String text(MinedRow row) {
    return String.valueOf(row.sqlRedo());
  }

  private static boolean stepsBack(List<MinedRow> rows) {
    Map<RedoThread, Scn> last = new HashMap<>();
    for (MinedRow row : rows) {
      Scn before = last.put(row.thread(), row.scn());
      if (before != null && row.scn().isBefore(before)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hidesACommit(RedoModel model) {
    for (int i = 0; i < 200; i++) {
      model.advance(1);
      Set<TransactionKey> visible = new HashSet<>();
      rows(model).stream()
          .filter(RedoModelTest::isCommit)
          .forEach(r -> visible.add(r.transaction()));
      if (model.committed().stream().anyMatch(each -> !visible.contains(each.key()))) {
        return true;
      }
    }
    return false;
  }

  private static boolean hidesALog(RedoModel model) {
    int before = rows(model).size();
    for (int i = 0; i < 500; i++) {
      model.advance(1);
      int now = rows(model).size();
      if (now < before) {
        return true;
      }
      before = now;
    }
    return false;
  }

  @Test
  void twoContainersUseTheSameTransactionIds() {
    Map<Xid, Set<Integer>> containers = new HashMap<>();
    for (MinedRow row : rows(model())) {
      containers
          .computeIfAbsent(row.transaction().xid(), xid -> new HashSet<>())
          .add(row.transaction().containerId());
    }

    assertThat(containers.values()).anySatisfy(each -> assertThat(each).hasSize(2));
  }

  @Test
  void rowsOfALobStatementComeTogetherOrNotAtAll() {
    RedoModel model = model(ModelBehaviour.LOB_BLOCKS, ModelBehaviour.PRIVATE_STRANDS);
    List<MinedRow> all = rows(model).stream().filter(RedoModelTest::isLobWrite).toList();
    assertThat(all).isNotEmpty();

    for (MinedRow from : all.subList(0, Math.min(20, all.size()))) {
      List<MinedRow> later = rows(model, from.scn().next());
      Set<Long> statements = new HashSet<>();
      later.forEach(row -> statements.add(row.scn().value()));
      assertThat(later.stream().filter(RedoModelTest::isLobWrite))
          .allSatisfy(row -> assertThat(row.scn()).isGreaterThan(from.scn()));
    }
  }

  @Test
  void aPurgedLogThatIsNeededStops() {
    RedoModel model = model();
    model.purge(model.oldestOpenScn(), Map.of());

    try (RedoSource source = model.source()) {
      assertThatThrownBy(() -> source.open(new MiningStart(Scn.ZERO, Map.of())))
          .isInstanceOfSatisfying(
              CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOG_PURGED));
    }
  }

  @Test
  void aLogThatIsOverwrittenWhileItIsReadEndsEarlyAndFailsAtTheEnd() {
    RedoModel model = model();
    ReadingHabits habits = new ReadingHabits(1, Integer.MAX_VALUE, 0, 0, 0, 0, 0, 0, 300);

    try (RedoSource source = model.source(habits);
        MiningStep step = source.open(new MiningStart(model.oldestOpenScn(), Map.of()))) {
      while (step.next() != null) {
        model.advance(500);
      }

      assertThatThrownBy(step::finish).isInstanceOf(RetriableException.class);
    }
  }

  @Test
  void whatIsExpectedIsSortedByCommitScnThreadAndAddress() {
    RedoModel model = model(ModelBehaviour.COMMITS_AT_ONE_SCN);

    List<ExpectedTransaction> committed = model.committed();
    for (int i = 1; i < committed.size(); i++) {
      ExpectedTransaction before = committed.get(i - 1);
      ExpectedTransaction after = committed.get(i);
      int byScn = before.commitScn().compareTo(after.commitScn());
      assertThat(byScn).isNotPositive();
      if (byScn == 0 && before.thread().equals(after.thread())) {
        assertThat(before.commitAddress()).isLessThan(after.commitAddress());
      }
    }
    assertThat(model.drainCommitted()).isNotEmpty();
    assertThat(model.committed()).isEmpty();
  }
}
