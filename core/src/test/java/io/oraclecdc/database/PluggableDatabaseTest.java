package io.oraclecdc.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.model.Container;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PluggableDatabaseTest {

  private static List<PluggableDatabase> all(String... names) {
    return Arrays.stream(names)
        .map(name -> new PluggableDatabase(new Container(3, name), "READ WRITE", 1, 1))
        .toList();
  }

  private static Optional<String> named(String setting, String... names) {
    return PluggableDatabase.named(setting, all(names)).map(pdb -> pdb.container().name());
  }

  @Test
  void NAM_03_namesWithoutQuotesFoldToUpperCase() {
    assertThat(named("pdb1", "pdb1", "PDB1")).contains("PDB1");
    assertThat(named("PDB1", "pdb1", "PDB1")).contains("PDB1");
    assertThat(named("pdb1", "PDB1")).contains("PDB1");
  }

  @Test
  void NAM_03_namesInQuotesAreMatchedExactly() {
    assertThat(named("\"pdb1\"", "PDB1", "pdb1")).contains("pdb1");
    assertThat(named("\"pdb1\"", "PDB1")).isEmpty();
    assertThat(named("\"\"", "PDB1")).isEmpty();
  }

  @Test
  void NAM_03_aLowerCaseNameIsFoundWithoutQuotesWhereNothingElseIsMeant() {
    assertThat(named("pdb1", "pdb1")).contains("pdb1");
    assertThat(named("PDB1", "pdb1")).contains("pdb1");
    assertThat(named("PDB1", "pdb1", "Pdb1")).as("two are meant").isEmpty();
  }

  @Test
  void NAM_03_aContainerIsEnteredByItsExactName() {
    assertThat(SessionSql.enter("pdb1")).isEqualTo("ALTER SESSION SET CONTAINER = \"pdb1\"");
  }
}
