package io.oraclecdc.value;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/** Finds the offset of a local time in a region, never by guessing. */
final class Zones {
  private static final DateTimeFormatter ABBREVIATION =
      DateTimeFormatter.ofPattern("zzz", Locale.US);

  /** Regions of Oracle's file of zones that Java's does not have under this name. */
  private static final Map<String, ZoneId> OTHER_NAMES =
      Map.of(
          "EST", ZoneOffset.ofHours(-5),
          "MST", ZoneOffset.ofHours(-7),
          "HST", ZoneOffset.ofHours(-10),
          "ROC", ZoneId.of("Asia/Taipei"),
          "US/Pacific-New", ZoneId.of("America/Los_Angeles"),
          "Canada/East-Saskatchewan", ZoneId.of("America/Regina"));

  private Zones() {}

  /**
   * The time with its offset.
   *
   * @throws LiteralException if the region is unknown, the time falls into a gap, or it exists
   *     twice and the abbreviation does not tell which is meant
   */
  static OffsetDateTime resolve(
      LocalDateTime local, String region, @Nullable String abbreviation, int position) {
    ZoneId zone = OTHER_NAMES.get(region);
    try {
      zone = zone == null ? ZoneId.of(region) : zone;
    } catch (DateTimeException e) {
      // the cause would quote part of the value
      throw new LiteralException(position, "the time zone region is not known");
    }
    return resolve(local, zone, abbreviation, position);
  }

  /**
   * Whether an abbreviation contradicts its time. Only the region's own other one does: Oracle's
   * abbreviations are not all the ones Java has.
   */
  private static boolean isOfOtherSeason(OffsetDateTime time, ZoneId zone, String abbreviation) {
    if (ABBREVIATION.format(time.atZoneSameInstant(zone)).equals(abbreviation)) {
      return false;
    }
    boolean summer = zone.getRules().isDaylightSavings(time.toInstant());
    return TimeZone.getTimeZone(zone)
        .getDisplayName(!summer, TimeZone.SHORT, Locale.US)
        .equals(abbreviation);
  }

  /** The same in a known zone. */
  static OffsetDateTime resolve(
      LocalDateTime local, ZoneId zone, @Nullable String abbreviation, int position) {
    List<ZoneOffset> offsets = zone.getRules().getValidOffsets(local);
    if (offsets.size() == 1) {
      OffsetDateTime time = OffsetDateTime.of(local, offsets.get(0));
      if (abbreviation != null && isOfOtherSeason(time, zone, abbreviation)) {
        throw new LiteralException(
            position, "the abbreviation of the time zone is that of the other half of the year");
      }
      return time;
    }
    if (abbreviation != null) {
      for (ZoneOffset offset : offsets) {
        OffsetDateTime candidate = OffsetDateTime.of(local, offset);
        if (ABBREVIATION.format(candidate.atZoneSameInstant(zone)).equals(abbreviation)) {
          return candidate;
        }
      }
    }
    throw new LiteralException(
        position,
        offsets.isEmpty()
            ? "the time does not exist in its time zone"
            : "the time exists twice in its time zone");
  }
}
