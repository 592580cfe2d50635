package io.oraclecdc.config;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class MalformedUrlTest {

  @Test
  void aUrlOfNoKnownFormIsRefusedWithoutBeingShown() {
    assertThatThrownBy(() -> OracleCdcConfig.from(Map.of("cdc.database.url", "foo:topsecret")))
        .hasMessageContaining("cdc.database.url")
        .hasMessageContaining("jdbc:")
        .hasMessageNotContaining("topsecret");
  }
}
