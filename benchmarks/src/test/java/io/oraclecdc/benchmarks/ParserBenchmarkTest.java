package io.oraclecdc.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import org.junit.jupiter.api.Test;

class ParserBenchmarkTest {

  @Test
  void theSameSeedGivesTheSameStatements() {
    assertThat(new OrderStatements(7).next(30)).isEqualTo(new OrderStatements(7).next(30));
  }

  @Test
  void statementsHaveTheShapeOfTheLoad() {
    List<String> statements = new OrderStatements(7).next(3_000);
    assertThat(statements.stream().mapToInt(String::length).average().orElseThrow())
        .isBetween(800.0, 1_000.0);
    assertThat(statements).anyMatch(sql -> sql.contains("''s"));
    assertThat(statements).anyMatch(sql -> sql.contains("\"NOTES\" IS NULL"));
  }

  @Test
  void bothParsersSayTheSame() {
    ParserEquality equality =
        new ParserEquality(
            ParserBenchmark.textParser(), ParserBenchmark.debeziumParser(), OrderTables.debezium());
    assertThatCode(() -> equality.check(new OrderStatements(7).next(300)))
        .doesNotThrowAnyException();
  }
}
