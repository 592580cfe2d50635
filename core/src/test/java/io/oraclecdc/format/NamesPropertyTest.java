package io.oraclecdc.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.config.NameAdjustmentMode;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;

class NamesPropertyTest {
  private final NameAdjuster avro = new NameAdjuster(NameAdjustmentMode.AVRO);
  private final NameAdjuster unicode = new NameAdjuster(NameAdjustmentMode.AVRO_UNICODE);

  @Property(tries = 500, seed = "1")
  void adjustedNamesAreValidAvro(@ForAll @StringLength(min = 1, max = 30) String name) {
    assertThat(avro.simpleName(name)).matches("[A-Za-z_][A-Za-z0-9_]*");
    assertThat(unicode.simpleName(name)).matches("[A-Za-z_][A-Za-z0-9_]*");
  }

  @Property(tries = 500, seed = "2")
  void unicodeNeverMapsTwoNamesToOne(
      @ForAll @StringLength(min = 1, max = 6) String one,
      @ForAll @StringLength(min = 1, max = 6) String other) {
    Assume.that(!one.equals(other));
    assertThat(unicode.simpleName(one)).isNotEqualTo(unicode.simpleName(other));
  }

  @Property(tries = 500, seed = "3")
  void unicodeNamesCanBeReadBack(@ForAll @StringLength(min = 1, max = 20) String name) {
    String adjusted = unicode.simpleName(name);
    StringBuilder back = new StringBuilder();
    for (int i = 0; i < adjusted.length(); i++) {
      if (adjusted.charAt(i) == '_') {
        back.append((char) Integer.parseInt(adjusted, i + 2, i + 6, 16));
        i += 5;
      } else {
        back.append(adjusted.charAt(i));
      }
    }
    assertThat(back.toString()).isEqualTo(name);
  }

  @Property(tries = 500, seed = "4")
  void validNamesStayAsTheyAreInAvroMode(@ForAll int number) {
    String name = "COL_" + Integer.toUnsignedString(number);
    assertThat(avro.simpleName(name)).isEqualTo(name);
  }

  @Property(tries = 500, seed = "5")
  void topicsAreLegal(@ForAll @StringLength(min = 1, max = 300) String name) {
    assertThat(TopicNames.legal(name))
        .matches("[A-Za-z0-9._-]{1,249}")
        .isNotEqualTo(".")
        .isNotEqualTo("..");
  }
}
