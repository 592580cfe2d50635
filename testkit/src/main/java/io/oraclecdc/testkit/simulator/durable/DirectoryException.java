package io.oraclecdc.testkit.simulator.durable;

import org.jspecify.annotations.Nullable;

/** A directory that cannot be opened or written as a database; {@link #reason()} says why. */
public final class DirectoryException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What is wrong. */
  public enum Reason {
    /** Another process or another simulator of this one has it open. */
    IN_USE,
    /** It holds something else. */
    NOT_A_DATABASE,
    /** Its format is newer or older than this build can read. */
    UNKNOWN_VERSION,
    /** What was safely on disk before cannot be read any more. */
    DAMAGED,
    /** The operating system refuses to read or write it. */
    UNREADABLE
  }

  private final Reason reason;

  DirectoryException(Reason reason, String message) {
    this(reason, message, null);
  }

  DirectoryException(Reason reason, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /** What is wrong. */
  public Reason reason() {
    return reason;
  }
}
