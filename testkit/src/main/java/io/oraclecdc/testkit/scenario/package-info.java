/**
 * Scenario files: tables, rows of V$LOGMNR_CONTENTS and expected records as text, and what plays
 * them.
 *
 * <p>Most readers need {@link io.oraclecdc.testkit.scenario.Scenario} and {@link
 * io.oraclecdc.testkit.scenario.ScenarioRunner}; tests of other sources {@link
 * io.oraclecdc.testkit.scenario.ScriptedRedoSource}. Nothing here decodes SQL_REDO.
 */
@NullMarked
package io.oraclecdc.testkit.scenario;

import org.jspecify.annotations.NullMarked;
