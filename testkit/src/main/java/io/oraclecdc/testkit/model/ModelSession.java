package io.oraclecdc.testkit.model;

import org.jspecify.annotations.Nullable;

/** A session of an instance. */
final class ModelSession {
  private final ModelThread thread;
  private final String user;
  private final int number;
  private final boolean patient;
  private @Nullable ModelTransaction transaction;
  private int container;

  ModelSession(ModelThread thread, String user, int number, boolean patient) {
    this.thread = thread;
    this.user = user;
    this.number = number;
    this.patient = patient;
  }

  ModelThread thread() {
    return thread;
  }

  String user() {
    return user;
  }

  int number() {
    return number;
  }

  /** Whether its transactions are long. */
  boolean isPatient() {
    return patient;
  }

  @Nullable ModelTransaction transaction() {
    return transaction;
  }

  /** Index of the container its transaction runs in. */
  int container() {
    return container;
  }

  void begin(ModelTransaction begun, int inContainer) {
    transaction = begun;
    container = inContainer;
  }

  void ended() {
    transaction = null;
  }
}
