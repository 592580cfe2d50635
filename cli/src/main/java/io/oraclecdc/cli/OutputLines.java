package io.oraclecdc.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintStream;

/** Standard output: one JSON object a line, whole lines only. Thread-safe. */
final class OutputLines {
  private final PrintStream out;

  OutputLines(PrintStream out) {
    this.out = out;
  }

  /** One record. */
  synchronized void record(String json) {
    out.print(json + "\n");
    out.flush();
  }

  /** The line that ends a stop. */
  void error(String code, String message) {
    record(errorLine(code, message));
  }

  static String errorLine(String code, String message) {
    ObjectNode error =
        JsonNodeFactory.instance.objectNode().put("code", code).put("message", message);
    return JsonNodeFactory.instance.objectNode().set("error", error).toString();
  }
}
