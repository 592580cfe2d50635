package io.oraclecdc.testkit.simulator.sql;

/** What to do for a statement, ready to run as long as the dictionary keeps its version. */
public sealed interface Plan permits QueryPlan, DmlPlan, DdlPlan, ControlPlan {}
