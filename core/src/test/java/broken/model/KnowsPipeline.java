package broken.model;

import broken.pipeline.Owner;

/** A word that knows the assembly. */
public final class KnowsPipeline {
  Owner owner = new Owner();
}
