package io.oraclecdc.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.debezium.transforms.ExtractChangedRecordState;
import io.debezium.transforms.TimezoneConverter;
import io.oraclecdc.format.ChangeRecord;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Transforms that look into rows, over random work on columns of every type. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RandomTransformsTest {
  private static final List<String> IMAGES = List.of("before", "after");

  private List<ChangeRecord> records = List.of();

  @BeforeAll
  void capture() throws Exception {
    records = WideRow.records("randomtransforms", Map.of("cdc.lob.mode", "reselect"));
    assertThat(records).hasSizeGreaterThan(80);
  }

  private SourceRecord through(Transformation<SourceRecord> transform, ChangeRecord item) {
    return Objects.requireNonNull(transform.apply(new JsonWire().copied(item)));
  }

  @Test
  void TimezoneConverterMovesZonedTimesToTheSameInstantAndOthersByTheOffset() {
    int moved = 0;
    try (TimezoneConverter<SourceRecord> converter = new TimezoneConverter<>()) {
      converter.configure(Map.of("converted.timezone", "+02:00"));
      for (ChangeRecord item : records) {
        SourceRecord out = through(converter, item);
        assertThat(out.key()).isEqualTo(new JsonWire().copied(item).key());
        Struct before = (Struct) new JsonWire().copied(item).value();
        if (before == null) {
          assertThat(out.value()).isNull();
          continue;
        }
        for (String image : IMAGES) {
          Struct row = before.getStruct(image);
          Struct converted = ((Struct) out.value()).getStruct(image);
          assertThat(converted == null).isEqualTo(row == null);
          if (row != null) {
            moved += compared(row, converted);
          }
        }
      }
    }
    assertThat(moved).isGreaterThan(100);
  }

  /**
   * Number of zoned times, each the same instant at another offset. Times without a zone are moved
   * by the offset: users name the fields that are to be converted.
   */
  private static int compared(Struct row, Struct converted) {
    int zoned = 0;
    for (Field field : row.schema().fields()) {
      Object value = row.get(field);
      Object other = converted.get(field.name());
      long perSecond = perSecond(field.schema());
      if (value != null && perSecond > 0) {
        assertThat(other).as(field.name()).isEqualTo((Long) value - 7_200 * perSecond);
        continue;
      }
      if (!isZoned(field.schema()) || value == null) {
        assertThat(other).as(field.name()).isEqualTo(value);
        continue;
      }
      OffsetDateTime time = OffsetDateTime.parse((String) other);
      assertThat(time.toInstant()).as(field.name()).isEqualTo(instant((String) value));
      assertThat(time.getOffset()).as(field.name()).isEqualTo(ZoneOffset.ofHours(2));
      zoned++;
    }
    return zoned;
  }

  /** Units in a second of a time without zone, 0 for everything else. */
  private static long perSecond(Schema schema) {
    if (schema.name() == null) {
      return 0;
    }
    return switch (schema.name()) {
      case "io.debezium.time.Timestamp" -> 1_000;
      case "io.debezium.time.MicroTimestamp" -> 1_000_000;
      case "io.debezium.time.NanoTimestamp" -> 1_000_000_000;
      default -> 0;
    };
  }

  private static boolean isZoned(Schema schema) {
    return "io.debezium.time.ZonedTimestamp".equals(schema.name());
  }

  private static Instant instant(String text) {
    return OffsetDateTime.parse(text).toInstant();
  }

  @Test
  void ExtractChangedRecordStateNamesTheFieldsThatChanged() {
    int updates = 0;
    try (ExtractChangedRecordState<SourceRecord> transform = new ExtractChangedRecordState<>()) {
      transform.configure(
          Map.of("header.changed.name", "changed", "header.unchanged.name", "unchanged"));
      for (ChangeRecord item : records) {
        // As a source has it: what a converter read has bytes in arrays, and no two are equal.
        SourceRecord in = JsonWire.unread(item);
        SourceRecord out =
            transform.apply(
                in.newRecord(
                    in.topic(),
                    null,
                    in.keySchema(),
                    in.key(),
                    in.valueSchema(),
                    in.value(),
                    null,
                    in.headers().duplicate()));
        Struct value = (Struct) in.value();
        if (value == null) {
          assertThat(out.headers().lastWithName("changed")).isNull();
          continue;
        }
        if (value.getString("op").equals("u")) {
          updates++;
          assertThat(names(out, "changed")).isEqualTo(fields(value, false));
          assertThat(names(out, "unchanged")).isEqualTo(fields(value, true));
        }
      }
    }
    assertThat(updates).isGreaterThan(10);
  }

  private static @Nullable Object names(SourceRecord out, String header) {
    return Objects.requireNonNull(out.headers().lastWithName(header)).value();
  }

  private static List<String> fields(Struct value, boolean equal) {
    List<String> names = new ArrayList<>();
    for (Field field : value.getStruct("after").schema().fields()) {
      Object before = value.getStruct("before").get(field);
      if (Objects.equals(before, value.getStruct("after").get(field)) == equal) {
        names.add(field.name());
      }
    }
    return names;
  }
}
