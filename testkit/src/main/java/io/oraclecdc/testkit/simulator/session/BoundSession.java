package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.logmnr.LogMinerSession;
import io.oraclecdc.testkit.simulator.logmnr.NlsSettings;
import io.oraclecdc.testkit.simulator.logmnr.SimInstance;
import io.oraclecdc.testkit.simulator.redo.SessionInfo;

/** What views, aliases and packages may ask of the session they run in. */
public interface BoundSession {

  /** Identity recorded in redo and V$SESSION. */
  SessionInfo info();

  /** Current NLS parameters. */
  NlsSettings nls();

  /**
   * Registered logs and started range of this session; made with the connection, closed with it.
   */
  LogMinerSession logMiner();

  /** The database this session is connected to. */
  SimInstance instance();
}
