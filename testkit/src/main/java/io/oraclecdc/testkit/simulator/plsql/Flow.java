package io.oraclecdc.testkit.simulator.plsql;

/** Where a block goes next: EXIT, CONTINUE and RETURN leave the statements around them. */
final class Flow {
  private boolean leaving;
  private boolean continuing;
  private boolean returned;
  private String target = "";

  /** EXIT, of the loop with that label; the innermost one when it is empty. */
  void exit(String label) {
    leaving = true;
    continuing = false;
    target = label;
  }

  /** CONTINUE, the same way. */
  void proceed(String label) {
    leaving = true;
    continuing = true;
    target = label;
  }

  void returning() {
    returned = true;
  }

  boolean isReturned() {
    return returned;
  }

  /** Whether the statements that follow are left out. */
  boolean stops() {
    return leaving || returned;
  }

  private boolean meant(String label) {
    return target.isEmpty() || target.equals(label);
  }

  /** The end of a loop's body: CONTINUE of this loop goes on here. */
  void bodyEnded(String label) {
    if (leaving && continuing && meant(label)) {
      leaving = false;
    }
  }

  /** The end of a loop: EXIT of this loop has done its work, that of another goes on. */
  void loopEnded(String label) {
    if (meant(label)) {
      leaving = false;
    }
  }

  /** An error leaves whatever was being left. */
  void reset() {
    leaving = false;
  }

  /** Takes the state away while a body is walked without running it. */
  Flow taken() {
    Flow copy = new Flow();
    copy.leaving = leaving;
    copy.continuing = continuing;
    copy.returned = returned;
    copy.target = target;
    leaving = false;
    return copy;
  }

  /** Puts it back. */
  void put(Flow state) {
    leaving = state.leaving;
    continuing = state.continuing;
    returned = state.returned;
    target = state.target;
  }
}
