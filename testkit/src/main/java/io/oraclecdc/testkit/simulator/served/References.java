package io.oraclecdc.testkit.simulator.served;

import org.jspecify.annotations.Nullable;

/** How one side writes and reads things that stay on the server. */
interface References {
  /** Writes a reference if the value is such a thing; false if it has to be written itself. */
  boolean write(WireWriter out, Object value);

  /** The thing that a written reference means on this side. */
  @Nullable Object read(WireReader in);
}
