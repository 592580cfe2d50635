package io.oraclecdc.signal;

/**
 * What became of a signal.
 *
 * @param id the signal's
 * @param type the signal's
 * @param result in one word
 * @param message why, or what follows; without values
 */
public record SignalOutcome(String id, String type, Result result, String message) {

  /** In one word. */
  public enum Result {
    /** It was taken. */
    OK,
    /** It cannot be done now or here. */
    REJECTED,
    /** A signal with its id was taken before. */
    REPEATED,
    /** There is no such type. */
    UNKNOWN,
    /** It cannot be understood. */
    INVALID
  }
}
