package io.oraclecdc.engine;

import java.util.List;

/**
 * Takes changes in batches and says which of them are done.
 *
 * <p>Changes that the consumer does not acknowledge stay unacknowledged: they are not delivered
 * again while the engine runs, but after a restart. Acknowledging may happen later and from any
 * thread.
 */
@FunctionalInterface
public interface BatchConsumer {

  /**
   * Handles some changes, in order, at least one.
   *
   * @throws Exception when the batch could not be handled: the engine then does what its {@link
   *     ConsumerFailurePolicy} says
   */
  void accept(List<ChangeEvent> batch, Committer committer) throws Exception;
}
