package io.oraclecdc.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RowPlaceIdTest {

  @Test // SNP-03
  void SNP_03_placesAreOrderedByTheirNumbersNotByTheirTexts() {
    String lowest = "AABaaaAAEAAD/GCAAA";
    String boundary = "AABaaaABAAAAD6HAAt";
    String highest = "AABaaaAB5AAB8B/ABB";
    assertThat(RowPlaceId.parse(lowest))
        .isLessThan(RowPlaceId.parse(boundary))
        .isLessThan(RowPlaceId.parse(highest));
    assertThat(RowPlaceId.parse(boundary)).isLessThan(RowPlaceId.parse(highest));
    assertThat(RowPlaceId.parse("AABaaaAAEAAD/GCAAz"))
        .isLessThan(RowPlaceId.parse("AABaaaAAEAAD/GCAA0"));
    assertThat("AABaaaAAEAAD/GCAAz").isGreaterThan("AABaaaAAEAAD/GCAA0");
  }

  @Test
  void textsComeBack() {
    for (String text :
        new String[] {"AABaaaAAEAAD/GCAAA", "AAAR0pAAMAAAACDAAe", "////////++++999999"}) {
      assertThat(RowPlaceId.parse(text).text()).isEqualTo(text);
    }
    assertThat(RowPlaceId.parse("AAAAAAAABAAAAACAAD")).isEqualTo(new RowPlaceId(0, 1, 2, 3));
  }

  @Test
  void otherTextsAreRefused() {
    assertThatThrownBy(() -> RowPlaceId.parse("*BAMAAAAC"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> RowPlaceId.parse("AABaaaAAEAAD/GCAA="))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
