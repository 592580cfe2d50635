package io.oraclecdc.testkit.simulator.session;

import org.jspecify.annotations.Nullable;

/**
 * The session on whose behalf the current thread runs an inner H2 call; H2 creates triggers,
 * aliases and table engines by name, so this is their only way to their simulator.
 */
public final class SessionBinding {
  private static final ThreadLocal<@Nullable BoundSession> CURRENT = new ThreadLocal<>();

  private SessionBinding() {}

  /**
   * The bound session.
   *
   * @throws IllegalStateException if the thread runs no call of a session: a bug of the simulator
   */
  public static BoundSession current() {
    BoundSession session = CURRENT.get();
    if (session == null) {
      throw new IllegalStateException("no simulator session is bound to this thread");
    }
    return session;
  }

  /**
   * Binds {@code session} (null: none) and returns what was bound before, to be put back in a
   * finally block.
   */
  public static @Nullable BoundSession bind(@Nullable BoundSession session) {
    BoundSession previous = CURRENT.get();
    CURRENT.set(session);
    return previous;
  }
}
