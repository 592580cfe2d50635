package io.oraclecdc;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.EvaluationResult;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArchitectureTest {
  private static final JavaClasses PRODUCT =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.oraclecdc");

  /** A small tree of packages that breaks the rules on purpose. */
  private static final JavaClasses BROKEN = new ClassFileImporter().importPackages("broken");

  private static final ArchitectureRules FIXTURE_RULES = new ArchitectureRules("broken");

  static List<ArchRule> rules() {
    return new ArchitectureRules("io.oraclecdc").all();
  }

  @ParameterizedTest
  @MethodSource("rules")
  void productKeepsTheRules(ArchRule rule) {
    rule.check(PRODUCT);
  }

  @Test
  void everyRuleSaysHowToComply() {
    assertThat(rules()).allMatch(rule -> rule.getDescription().contains("because"));
  }

  @Test
  void stageThatImportsALaterOneIsFound() {
    assertThat(violations(FIXTURE_RULES.directions()))
        .anyMatch(
            text -> text.contains("broken.redo.LooksAhead") && text.contains("broken.transaction"))
        .anyMatch(text -> text.contains("broken.model.KnowsPipeline"));
  }

  @Test
  void cyclesAreFound() {
    assertThat(violations(FIXTURE_RULES.noCycles()))
        .anyMatch(text -> text.contains("redo") && text.contains("transaction"));
  }

  @Test
  void jdbcInAStageIsFound() {
    assertThat(violations(FIXTURE_RULES.jdbcOnlyWhereNamed()))
        .anyMatch(
            text -> text.contains("broken.redo.LooksAhead") && text.contains("java.sql.ResultSet"))
        .noneMatch(text -> text.contains("broken.database"));
  }

  @Test
  void kafkaOutsideOfFormatIsFound() {
    assertThat(violations(FIXTURE_RULES.kafkaOnlyInFormat()))
        .anyMatch(text -> text.contains("broken.transaction.Buffer") && text.contains("Struct"));
  }

  @Test
  void kafkaBeyondDataTypesIsFoundInFormatToo() {
    assertThat(violations(FIXTURE_RULES.formatKnowsDataTypesOnly()))
        .anyMatch(text -> text.contains("broken.format.TooFar") && text.contains("DataException"));
  }

  @Test
  void threadsSleepsAndClocksAreFound() {
    assertThat(violations(FIXTURE_RULES.threadsAndClocksOnlyWhereNamed()))
        .anyMatch(text -> text.contains("Thread.sleep"))
        .anyMatch(text -> text.contains("System.nanoTime"))
        .anyMatch(text -> text.contains("Instant.now"))
        .noneMatch(text -> text.contains("broken.pipeline"));
  }

  @Test
  void packageWithoutNullMarkIsFound() {
    assertThat(violations(FIXTURE_RULES.packagesAreNullMarked()))
        .anyMatch(text -> text.contains("broken.redo"));
  }

  @Test
  void packageOutsideOfTheTableIsFound() {
    assertThat(violations(FIXTURE_RULES.packagesAreInTheTable()))
        .anyMatch(text -> text.contains("broken.misc.TextHelper"));
  }

  @Test
  void staticStateAndEmptyNamesAreFound() {
    assertThat(violations(FIXTURE_RULES.noStaticState()))
        .anyMatch(text -> text.contains("broken.misc.TextHelper.counter"));
    assertThat(violations(FIXTURE_RULES.namesSaySomething()))
        .anyMatch(text -> text.contains("broken.misc.TextHelper"));
  }

  private static List<String> violations(ArchRule rule) {
    EvaluationResult result = rule.evaluate(BROKEN);
    return result.getFailureReport().getDetails();
  }
}
