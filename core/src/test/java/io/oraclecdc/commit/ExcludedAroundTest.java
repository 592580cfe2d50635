package io.oraclecdc.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.model.Xid;
import io.oraclecdc.transaction.CompletedStep;
import io.oraclecdc.transaction.EndedExcluded;
import io.oraclecdc.transaction.OpenExcluded;
import io.oraclecdc.transaction.OpenFloor;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExcludedAroundTest {
  private static final RedoThread THREAD = new RedoThread(1);

  @Test
  void transactionsInsideOfWhichAPositionLiesAreNamedUntilItPassesTheirEnd() {
    ExcludedAround around = new ExcludedAround(Set.of(key(9)), 10);
    assertThat(around.keys()).containsExactly(key(9));

    // the redo is needed from 20 on: 1 began before and ended behind it, 2 is all behind it
    ResumePoint at20 = point(20);
    assertThat(
            around.accept(
                step(List.of(open(3, 15)), ended(1, 10, 30), ended(2, 25, 28)), at20, point(5)))
        .isEqualTo(at20);
    assertThat(around.keys()).containsExactlyInAnyOrder(key(1), key(3));

    // later a position lies inside of 2, which ended long ago
    around.accept(step(List.of()), point(27), at20);
    assertThat(around.keys()).containsExactlyInAnyOrder(key(1), key(2));

    // positions of the same step may still be the earlier one
    around.accept(step(List.of()), point(31), point(27));
    around.accept(step(List.of()), point(31), point(31));
    assertThat(around.keys()).isEmpty();
  }

  @Test
  void positionsStayOutOfTheTimeOfThoseThatWereForgotten() {
    ExcludedAround around = new ExcludedAround(Set.of(), 1);
    around.accept(step(List.of(), ended(1, 10, 30), ended(2, 25, 40)), point(8), point(5));
    assertThat(around.keys()).isEmpty();

    ResumePoint held = around.accept(step(List.of()), point(27), point(8));
    assertThat(held.scn()).isEqualTo(new Scn(10));
    assertThat(held.addresses()).containsEntry(THREAD, address(10));

    assertThat(around.accept(step(List.of()), point(31), held)).isEqualTo(point(31));
    assertThat(around.keys()).containsExactly(key(2));
  }

  private static CompletedStep step(List<OpenExcluded> open, EndedExcluded... ended) {
    return new CompletedStep(List.of(), new OpenFloor(null, Map.of()), open, List.of(ended));
  }

  private static EndedExcluded ended(int number, long from, long to) {
    return new EndedExcluded(open(number, from), new Scn(to));
  }

  private static OpenExcluded open(int number, long from) {
    return new OpenExcluded(key(number), new Scn(from), THREAD, address(from), "BATCH");
  }

  private static ResumePoint point(long scn) {
    return new ResumePoint(new Scn(scn), Map.of(THREAD, address(scn)));
  }

  private static RedoAddress address(long at) {
    return new RedoAddress(7, at, 0);
  }

  private static TransactionKey key(int number) {
    return new TransactionKey(0, new Xid(1, number, 100));
  }
}
