package io.oraclecdc.errors;

import org.jspecify.annotations.Nullable;

/**
 * Something that may work when it is tried again: a mining step (CDC-1002) or the whole session
 * (CDC-1001), as {@link ErrorCode#retry()} says. Thrown between stages; users see it only when the
 * retry budget is used up.
 */
public final class RetriableException extends CdcException {
  private static final long serialVersionUID = 1L;

  /** A failure worth another try. */
  public RetriableException(ErrorCode code, String observed, @Nullable Throwable cause) {
    super(code, observed, cause);
    if (code.retry() == ErrorCode.Retry.NEVER) {
      throw new IllegalArgumentException(code + " is not retried");
    }
  }
}
