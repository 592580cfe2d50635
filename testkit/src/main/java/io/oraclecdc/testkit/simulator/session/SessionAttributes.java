package io.oraclecdc.testkit.simulator.session;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Free texts of a session: MODULE, ACTION, CLIENT_INFO, CLIENT_IDENTIFIER. Thread-safe. */
public final class SessionAttributes {
  private final Map<String, String> values = new ConcurrentHashMap<>();

  /** Empty when not set. */
  public String get(String name) {
    return values.getOrDefault(name, "");
  }

  /** Sets a text. */
  public void set(String name, String value) {
    values.put(name, value);
  }
}
