package io.oraclecdc.testkit.simulator.served;

/**
 * Parts of a CALL frame. Before them stand the methods that the frame uses for the first time
 * (count; interface and key of each) and the references the client gives back (count; id and how
 * often received), so that neither depends on whether an operation fails.
 */
final class Operation {
  /** Number of the method, id of the object, arguments. */
  static final int INVOKE = 1;

  /** Id of a result, number of rows. */
  static final int FETCH = 2;

  /** Id of a stream, most that may be read. */
  static final int READ = 3;

  /** Id of a stream, content. */
  static final int WRITE = 4;

  /** After a row of an answered FETCH: another row, the batch ends, the result ends, an error. */
  static final int ROW = 1;

  static final int BATCH_END = 2;
  static final int RESULT_END = 3;
  static final int FAILED = 4;

  private Operation() {}
}
