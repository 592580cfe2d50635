package io.oraclecdc.config;

/** Which topic a table has after a rename ({@code cdc.rename.topic.policy}). */
public enum RenameTopicPolicy {
  /** The one of its new name. */
  FOLLOW,
  /** The one it had, with the names of its record schemas. */
  KEEP
}
