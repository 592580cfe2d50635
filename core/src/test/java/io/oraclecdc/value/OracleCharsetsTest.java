package io.oraclecdc.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class OracleCharsetsTest {

  @Test
  void commonNamesAreKnown() {
    assertThat(OracleCharsets.named("AL32UTF8")).contains(StandardCharsets.UTF_8);
    assertThat(OracleCharsets.named("al16utf16")).contains(StandardCharsets.UTF_16BE);
    assertThat(OracleCharsets.named("WE8MSWIN1252")).contains(Charset.forName("windows-1252"));
    assertThat(OracleCharsets.named("ZHS16GBK")).contains(Charset.forName("GBK"));
  }

  @Test
  void otherNamesAreAbsent() {
    assertThat(OracleCharsets.named("WE8EBCDIC9999")).isEmpty();
  }

  @Test
  void aLiteralTellsKindAndLengthButNotItsValue() {
    assertThat(LiteralRenderer.text("secret")).hasToString("QUOTED of 6 characters");
  }
}
