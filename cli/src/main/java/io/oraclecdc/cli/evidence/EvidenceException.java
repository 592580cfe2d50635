package io.oraclecdc.cli.evidence;

/** The kit cannot be used this way; the message says why and what to do. */
public final class EvidenceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  EvidenceException(String message) {
    super(message);
  }
}
