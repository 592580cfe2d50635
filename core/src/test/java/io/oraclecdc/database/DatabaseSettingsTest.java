package io.oraclecdc.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class DatabaseSettingsTest {

  @Test
  void theUrlIsMadeOfItsParts() {
    assertThat(DatabaseSettings.builder().host("db").service("FREE").build().url())
        .isEqualTo("jdbc:oracle:thin:@//db:1521/FREE");
    assertThat(DatabaseSettings.builder().host("db").port(1600).sid("ORCL").build().url())
        .isEqualTo("jdbc:oracle:thin:@db:1600:ORCL");
    assertThat(DatabaseSettings.builder().host("db").sid("A").service("B").build().url())
        .endsWith("/B");
  }

  @Test
  void aCompleteUrlWins() {
    assertThat(DatabaseSettings.builder().host("db").service("X").url("jdbc:any:y").build().url())
        .isEqualTo("jdbc:any:y");
  }

  @Test
  void withoutAnyAddressThereIsNothingToConnectTo() {
    assertThatThrownBy(() -> DatabaseSettings.builder().host("db").build())
        .hasMessageContaining("service or SID");
  }

  @Test
  void secretsAreNotShown() {
    DatabaseSettings settings =
        DatabaseSettings.builder()
            .url("jdbc:oracle:thin:me/topsecret@//db:1521/FREE?password=hidden1")
            .user("me")
            .password("hidden2")
            .trustStore("file", "JKS", "hidden3")
            .build();
    assertThat(settings.toString())
        .contains("db:1521/FREE")
        .doesNotContain("topsecret")
        .doesNotContain("hidden");
  }
}
