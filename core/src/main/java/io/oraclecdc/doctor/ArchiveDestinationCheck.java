package io.oraclecdc.doctor;

import java.util.List;

/** DOC-12: archived logs can be found. */
final class ArchiveDestinationCheck implements Check {
  @Override
  public List<Finding> run(Examined examined) {
    List<String> usable =
        examined.destinations().stream()
            .filter(Examined.Destination::isUsable)
            .map(Examined.Destination::name)
            .toList();
    String configured = examined.configuredDestination();
    boolean found =
        configured == null
            ? !usable.isEmpty()
            : usable.stream().anyMatch(configured::equalsIgnoreCase);
    if (found) {
      return List.of();
    }
    return List.of(
        Finding.blocking(
            "DOC-12",
            (configured == null
                    ? "no archive destination"
                    : "archive destination " + configured + " not")
                + " valid and local; valid local ones: "
                + (usable.isEmpty() ? "none" : String.join(", ", usable)),
            "archived logs are read from it",
            "ALTER SYSTEM SET log_archive_dest_1 = 'LOCATION=...'; or set"
                + " cdc.archive.destination"));
  }
}
