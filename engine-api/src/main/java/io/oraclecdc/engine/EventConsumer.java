package io.oraclecdc.engine;

/** Takes changes one by one. A change counts as done when the method returns. */
@FunctionalInterface
public interface EventConsumer {

  /**
   * Handles one change.
   *
   * @throws Exception when the change could not be handled: the engine then does what its {@link
   *     ConsumerFailurePolicy} says
   */
  void accept(ChangeEvent event) throws Exception;
}
