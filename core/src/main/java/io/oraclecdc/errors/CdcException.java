package io.oraclecdc.errors;

import org.jspecify.annotations.Nullable;

/**
 * Why capture stopped or was refused. The message is complete by itself:
 *
 * <pre>
 * [CDC-2001] what was seen. Operator action: what to do. Runbook: docs/errors/CDC-2001.md
 * </pre>
 *
 * <p>Unchecked. Subclasses exist where a caller acts differently; {@link #code()} tells the rest
 * apart. Never holds row values.
 */
public class CdcException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final String observed;
  private final String action;

  /**
   * An error with the operator action of its code.
   *
   * @param code what kind of error
   * @param observed what was seen and where, a sentence without final full stop
   */
  public CdcException(ErrorCode code, String observed) {
    this(code, observed, code.operatorAction(), null);
  }

  /** The same with the error that led to it. */
  public CdcException(ErrorCode code, String observed, @Nullable Throwable cause) {
    this(code, observed, code.operatorAction(), cause);
  }

  /** The same with an operator action that fits the case better than the general one. */
  public CdcException(
      ErrorCode code, String observed, String operatorAction, @Nullable Throwable cause) {
    super(
        "["
            + code.code()
            + "] "
            + observed
            + ". Operator action: "
            + operatorAction
            + " Runbook: "
            + code.page(),
        cause);
    this.code = code;
    this.observed = observed;
    this.action = operatorAction;
  }

  /** The kind of error. */
  public final ErrorCode code() {
    return code;
  }

  /** What an operator can do. */
  public final String action() {
    return action;
  }

  /** What was seen, without code and advice. */
  public final String observed() {
    return observed;
  }
}
