package io.oraclecdc.ops;

/**
 * Told of what operators may want to know, after the fact. Called by the thread it happened on, the
 * capture thread as a rule: it must be quick and must not call the engine's waiting methods. What
 * it throws is logged and changes nothing.
 */
@FunctionalInterface
public interface OpsListener {

  /** Tells nobody. */
  OpsListener NONE = event -> {};

  /** Something happened. */
  void onEvent(OpsEvent event);
}
