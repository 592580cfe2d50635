package io.oraclecdc.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.spill.FrameBuilder;
import io.oraclecdc.spill.SpillArea;
import io.oraclecdc.spill.SpillLog;
import io.oraclecdc.spill.SpillReader;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.SpecialValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.jspecify.annotations.Nullable;

class ImageCodecPropertyTest {
  private static @Nullable SpillArea area;

  @BeforeContainer
  static void openArea() throws Exception {
    Path directory = Files.createTempDirectory("codec");
    area = new SpillArea(directory, 1 << 20, 1 << 30);
  }

  @AfterContainer
  static void closeArea() {
    if (area != null) {
      area.close();
    }
  }

  @Property(tries = 500, seed = "7")
  void everyValueComesBackExactly(@ForAll("values") List<Object> values) {
    RowImage image = RowImage.owning(values.toArray());
    assertThat(roundTrip(image, image).get(0)).isEqualTo(image);
  }

  @Property(tries = 300, seed = "8")
  void anAfterImageSharesWhatDidNotChange(
      @ForAll("values") List<Object> before, @ForAll("values") List<Object> after) {
    int columns = Math.min(before.size(), after.size());
    RowImage one = RowImage.owning(before.subList(0, columns).toArray());
    RowImage set = RowImage.owning(after.subList(0, columns).toArray());
    RowImage other = set.orElse(one);
    List<RowImage> read = roundTrip(one, other);
    assertThat(read.get(0)).isEqualTo(one);
    assertThat(read.get(1)).isEqualTo(other);
  }

  @Property(tries = 50, seed = "9")
  void anUnchangedImageTakesOneByteAColumn(@ForAll("values") List<Object> values) {
    RowImage image = RowImage.owning(values.toArray());
    FrameBuilder frame = new FrameBuilder();
    new ImageCodec().write(frame, image, image);
    assertThat(frame.size()).isLessThanOrEqualTo(2 + values.size());
  }

  private static List<RowImage> roundTrip(RowImage before, RowImage after) {
    ImageCodec codec = new ImageCodec();
    FrameBuilder frame = new FrameBuilder();
    codec.write(frame, before, null);
    codec.write(frame, after, before);
    SpillArea open = area;
    if (open == null) {
      throw new IllegalStateException("no area");
    }
    try (SpillLog log = open.newLog("codec")) {
      log.append(frame);
      try (SpillReader reader = log.readForward()) {
        assertThat(reader.next()).isTrue();
        RowImage first = codec.read(reader.frame(), null);
        return List.of(first, codec.read(reader.frame(), first));
      }
    }
  }

  @Provide
  Arbitrary<List<Object>> values() {
    Arbitrary<Object> special = Arbitraries.of(SpecialValue.values()).map(value -> value);
    Arbitrary<Object> text = Arbitraries.strings().all().ofMaxLength(40).map(value -> value);
    Arbitrary<Object> numbers =
        Combinators.combine(
                Arbitraries.bigIntegers()
                    .between(BigInteger.TEN.pow(40).negate(), BigInteger.TEN.pow(40)),
                Arbitraries.integers().between(-130, 130))
            .as((unscaled, scale) -> new BigDecimal(unscaled, scale));
    Arbitrary<Object> times =
        Combinators.combine(
                Arbitraries.integers().between(-4712, 9999),
                Arbitraries.integers().between(0, 86_399),
                Arbitraries.integers().between(0, 999_999_999))
            .as(
                (year, second, nano) ->
                    LocalDateTime.of(year, 3, 1, 0, 0).plusSeconds(second).plusNanos(nano));
    Arbitrary<Object> zoned =
        Combinators.combine(times, Arbitraries.integers().between(-12 * 60, 14 * 60))
            .as(
                (time, minutes) ->
                    OffsetDateTime.of(
                        (LocalDateTime) time, ZoneOffset.ofTotalSeconds(minutes * 60)));
    Arbitrary<Object> intervals =
        Arbitraries.oneOf(
            Arbitraries.integers().map(months -> Period.of(months / 12, months % 12, 0)),
            Arbitraries.longs().between(-1L << 50, 1L << 50).map(Duration::ofNanos));
    Arbitrary<Object> binary =
        Arbitraries.oneOf(
            Arbitraries.floats().map(value -> value),
            Arbitraries.doubles().map(value -> value),
            Arbitraries.bytes().array(byte[].class).ofMaxSize(50).map(value -> value));
    return Arbitraries.oneOf(special, text, numbers, times, zoned, intervals, binary)
        .list()
        .ofMinSize(1)
        .ofMaxSize(12);
  }
}
