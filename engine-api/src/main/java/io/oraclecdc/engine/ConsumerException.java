package io.oraclecdc.engine;

/**
 * The consumer failed and its {@link ConsumerFailurePolicy} is used up: how {@link
 * OracleCdcEngine#completion()} then ends.
 */
public final class ConsumerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ConsumerException(String message, Throwable cause) {
    super(message, cause);
  }
}
