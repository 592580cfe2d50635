package io.oraclecdc.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.oraclecdc.errors.ConfigurationException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings of columns and of how their values are shown, and the refusals of wrong ones. */
class ColumnSettingsTest {

  private static List<String> problemsOf(OracleCdcConfig.Builder builder) {
    ConfigurationException refused =
        catchThrowableOfType(ConfigurationException.class, builder::build);
    assertThat(refused).as("the configuration is refused").isNotNull();
    assertThat(refused.getMessage()).contains("[CDC-9001]");
    return refused.problems();
  }

  private static OracleCdcConfig.Builder complete() {
    return OracleCdcConfigTest.complete();
  }

  @Test
  void includedAndExcludedColumnsCannotBeCombined() {
    assertThat(problemsOf(complete().includeColumns("APP\\.T\\.ID").excludeColumns("APP\\.T\\.NI")))
        .containsExactly(
            "cdc.columns.include cannot be combined with cdc.columns.exclude; allowed: only one of them");
  }

  @Test
  void hashesNeedASaltAndTheSaltNeedsColumns() {
    assertThat(problemsOf(complete().set("cdc.columns.hash.include", "APP\\.T\\.MAIL")))
        .containsExactly(
            "cdc.columns.hash.include is set without cdc.columns.hash.salt; allowed: both or none");
    assertThat(
            problemsOf(
                complete()
                    .set("cdc.columns.hash.salt", "pepper")
                    .set("cdc.columns.hash.algorithm", "SHA-512")
                    .set("cdc.columns.mask.length", "5")))
        .containsExactlyInAnyOrder(
            "cdc.columns.hash.salt is set without cdc.columns.hash.include; allowed: both or none",
            "cdc.columns.hash.algorithm is set without cdc.columns.hash.include; allowed: both or none",
            "cdc.columns.mask.length is set without cdc.columns.mask.include; allowed: both or none");
  }

  @Test
  void theSaltIsNeverShown() {
    OracleCdcConfig config = complete().hashColumns("pepper", "APP\\.T\\.MAIL").build();
    assertThat(config.toString()).contains("cdc.columns.hash.include").doesNotContain("pepper");
    assertThat(config.get(ConfigKeys.COLUMNS_HASH_SALT)).isEqualTo("pepper");
    assertThat(config.get(ConfigKeys.COLUMNS_HASH_ALGORITHM)).isEqualTo("SHA-256");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cdc.decimal.mode | precize | precise, string, double | precise",
        "cdc.temporal.mode | isostring | adaptive, iso_string | iso_string",
        "cdc.interval.mode | int46 | float64, int64, string | int64",
        "cdc.lob.mode | reselct | skip, inline, reselect | reselect",
        "cdc.key.missing | rowids | fail, rowid, none | rowid",
        "cdc.schema.name.adjustment.mode | avro-unicode | none, avro, avro_unicode | avro_unicode",
        "cdc.field.name.adjustment.mode | avr | none, avro, avro_unicode | avro",
        "cdc.output.format | debezum | debezium | debezium",
        "cdc.columns.hash.algorithm | SHA256 | SHA-256, SHA-384, SHA-512, SHA3-256 | SHA-256",
      })
  void aBadModeIsAnsweredWithWhatIsAllowedAndTheNearest(
      String key, String value, String allowed, String nearest) {
    assertThat(problemsOf(complete().set(key, value)))
        .filteredOn(problem -> problem.startsWith(key + " is '" + value + "'"))
        .singleElement()
        .asString()
        .contains("allowed: " + allowed)
        .endsWith("; did you mean " + nearest + "?");
  }

  @Test
  void aModeThatIsNearToNoneIsAnsweredWithoutAGuess() {
    assertThat(problemsOf(complete().set("cdc.decimal.mode", "bestfit")))
        .containsExactly("cdc.decimal.mode is 'bestfit'; allowed: precise, string, double");
  }

  @Test
  void theModesOfTheFactsThatWereNeverBuiltAreRefused() {
    assertThat(problemsOf(complete().set("cdc.temporal.mode", "connect")))
        .singleElement()
        .asString()
        .startsWith("cdc.temporal.mode is 'connect'; allowed: adaptive, iso_string");
  }

  @Test
  void unclosedPatternsOfColumnsAreRefused() {
    assertThat(problemsOf(complete().includeColumns("APP\\.(T")))
        .singleElement()
        .asString()
        .startsWith("cdc.columns.include is 'APP\\.(T'");
  }

  @Test
  void rowsThatWereKeptUnderAnotherDisguiseAreNotOfThisSelection() {
    String plain = complete().build().selectionFingerprint();
    assertThat(complete().excludeColumns("APP\\.T\\.C").build().selectionFingerprint())
        .isEqualTo(plain);
    assertThat(complete().includeColumns("APP\\.T\\.C").build().selectionFingerprint())
        .isEqualTo(plain);
    String masked = complete().maskColumns("APP\\.T\\.C").build().selectionFingerprint();
    String hashed = complete().hashColumns("a", "APP\\.T\\.C").build().selectionFingerprint();
    assertThat(masked).isNotEqualTo(plain).isNotEqualTo(hashed);
    assertThat(complete().hashColumns("b", "APP\\.T\\.C").build().selectionFingerprint())
        .isNotEqualTo(hashed);
    assertThat(complete().hashColumns("b", "APP\\.T\\.C").build().changeFingerprint())
        .as("which changes there are is the same")
        .isEqualTo(complete().build().changeFingerprint());
  }
}
