package io.oraclecdc.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;

class StructFillerTest {
  private static final Schema SCHEMA =
      SchemaBuilder.struct()
          .field("a", Schema.STRING_SCHEMA)
          .field("b", Schema.OPTIONAL_INT64_SCHEMA)
          .field("c", Schema.OPTIONAL_INT32_SCHEMA)
          .build();

  @Test
  void aFilledStructIsTheSameAsOneThatWasPutTogetherThePublicWay() {
    Struct filled = StructFiller.set(new Struct(SCHEMA), SCHEMA.field("a"), "text");
    StructFiller.setKnown(filled, SCHEMA.field("b"), 7L);
    StructFiller.setKnown(filled, SCHEMA.field("c"), null);

    assertThat(filled).isEqualTo(new Struct(SCHEMA).put("a", "text").put("b", 7L));
    assertThat(filled.getString("a")).isEqualTo("text");
    assertThat(filled.get("c")).isNull();
    filled.validate();
  }

  @Test
  void withThisKafkaValuesAreSetWithoutACheckOfEach() {
    Struct filled = StructFiller.set(new Struct(SCHEMA), SCHEMA.field("b"), "no number");

    assertThat(filled.get("b")).isEqualTo("no number");
  }
}
