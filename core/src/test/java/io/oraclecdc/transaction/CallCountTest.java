package io.oraclecdc.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CallCountTest {
  private final CallCount count = new CallCount();

  private void rows(String fromTheLast) {
    fromTheLast.chars().forEach(row -> count.addEarlier(row == 'T'));
  }

  @Test
  void writesInARowCanBeOneCall() {
    rows("WWW");
    assertThat(count.least()).isEqualTo(1);
    assertThat(count.most()).isEqualTo(3);
  }

  @Test
  void aCutIsACallAndSeparatesWrites() {
    rows("WWTWT");
    assertThat(count.least()).isEqualTo(4);
    assertThat(count.most()).isEqualTo(5);
  }

  @Test
  void withoutRowsThereIsNone() {
    assertThat(count.least()).isZero();
    assertThat(count.most()).isZero();
  }
}
