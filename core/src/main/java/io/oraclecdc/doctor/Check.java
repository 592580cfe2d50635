package io.oraclecdc.doctor;

import java.util.List;

/** One rule. */
@FunctionalInterface
interface Check {
  /** What it notices; empty when all is well. */
  List<Finding> run(Examined examined);
}
