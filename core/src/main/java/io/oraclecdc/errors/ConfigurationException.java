package io.oraclecdc.errors;

import java.util.List;

/**
 * Wrong settings (CDC-9001): every problem that was found, not the first. Secrets are never shown.
 */
public final class ConfigurationException extends CdcException {
  private static final long serialVersionUID = 1L;

  private final List<String> problems;

  /**
   * All problems of one configuration.
   *
   * @param problems each names the property, what was seen and what is allowed; not empty
   */
  public ConfigurationException(List<String> problems) {
    super(ErrorCode.CONFIGURATION, message(problems));
    this.problems = List.copyOf(problems);
  }

  private static String message(List<String> problems) {
    return problems.size() == 1
        ? problems.get(0)
        : problems.size() + " settings are wrong:\n  - " + String.join("\n  - ", problems);
  }

  /** Every problem found. */
  public List<String> problems() {
    return problems;
  }
}
