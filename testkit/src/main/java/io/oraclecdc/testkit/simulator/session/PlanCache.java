package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.sql.ControlPlan;
import io.oraclecdc.testkit.simulator.sql.DdlPlan;
import io.oraclecdc.testkit.simulator.sql.Kind;
import io.oraclecdc.testkit.simulator.sql.Plan;
import io.oraclecdc.testkit.simulator.sql.Statements;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Translations of a session's recent statements, good while the dictionary does not change. */
final class PlanCache {
  private static final int SIZE = 200;

  private final Map<Key, Plan> plans =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Plan> eldest) {
          return size() > SIZE;
        }
      };
  private long version = -1;
  private long loads;

  private record Key(String sql, List<Kind> kinds) {}

  Plan get(String sql, List<Kind> kinds, SimSession session) throws SQLException {
    long now = session.dictionary().version();
    long usable = session.work().loads();
    if (now != version || usable != loads) {
      plans.clear();
      version = now;
      loads = usable;
    }
    Key key = new Key(sql, kinds);
    Plan plan = plans.get(key);
    if (plan == null) {
      plan = Statements.plan(sql, session, kinds);
      if (!(plan instanceof DdlPlan) && !(plan instanceof ControlPlan)) {
        plans.put(key, plan);
      }
    }
    return plan;
  }

  void clear() {
    plans.clear();
  }
}
