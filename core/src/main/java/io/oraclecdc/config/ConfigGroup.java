package io.oraclecdc.config;

/** Chapters of the configuration page. */
public enum ConfigGroup {
  DATABASE("Database connection"),
  CAPTURE("Where capture begins and reads"),
  SNAPSHOT("Snapshots and signals"),
  MINING("Mining"),
  BUFFER("Transaction buffer"),
  ERRORS("Errors and retries"),
  SELECTION("Tables, columns, users, keys"),
  TOPICS("Topics and heartbeats"),
  FORMAT("Record format"),
  DELIVERY("Delivery");

  private final String title;

  ConfigGroup(String title) {
    this.title = title;
  }

  /** Heading of the chapter. */
  public String title() {
    return title;
  }
}
