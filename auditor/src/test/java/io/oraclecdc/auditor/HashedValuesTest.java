package io.oraclecdc.auditor;

import static org.assertj.core.api.Assertions.assertThat;

import io.debezium.relational.Column;
import io.debezium.relational.ValueConverter;
import io.debezium.relational.mapping.MaskStrings;
import io.debezium.relational.mapping.MaskStrings.HashingByteArrayStrategy;
import io.oraclecdc.schema.Column.Use;
import io.oraclecdc.schema.OracleType;
import io.oraclecdc.value.Disguises;
import java.nio.charset.StandardCharsets;
import java.sql.Types;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hashes of texts are those of Debezium's {@code column.mask.hash.v2}, masks are marked alike. */
class HashedValuesTest {
  private static final String SALT = "CzQMA0cB5K";

  private static Column column() {
    return Column.editor().name("C").type("VARCHAR2").jdbcType(Types.VARCHAR).length(4000).create();
  }

  private static io.oraclecdc.schema.Column ours() {
    return new io.oraclecdc.schema.Column(
        "C",
        new OracleType(OracleType.Kind.VARCHAR2, "VARCHAR2(4000)", 4000, null, null),
        true,
        1,
        Use.HASHED,
        null);
  }

  @ParameterizedTest
  @ValueSource(strings = {"SHA-256", "SHA-384", "SHA-512", "SHA3-256"})
  void textsHaveTheSameHash(String algorithm) {
    ValueConverter debezium =
        new MaskStrings(
                SALT.getBytes(StandardCharsets.UTF_8), algorithm, HashingByteArrayStrategy.V2)
            .create(column());
    Disguises disguises = Disguises.NONE.hashing(algorithm, SALT);
    for (String text : new String[] {"ada@example.com", "", " padded  ", "été 列"}) {
      assertThat(disguises.of(ours(), text)).isEqualTo(debezium.convert(text));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 12})
  void aMaskIsAsManyAsterisks(int length) {
    ValueConverter debezium = new MaskStrings("*".repeat(length)).create(column());
    io.oraclecdc.schema.Column masked = ours().with(Use.MASKED);
    assertThat(Disguises.NONE.masking(length).of(masked, "ada")).isEqualTo(debezium.convert("ada"));
    SchemaBuilder builder = SchemaBuilder.string();
    new MaskStrings("*".repeat(length)).alterFieldSchema(column(), builder);
    Schema schema = builder.build();
    assertThat(schema.parameters()).containsEntry("masked", "true");
  }
}
