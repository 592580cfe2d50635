package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.dictionary.ProgramError;
import io.oraclecdc.testkit.simulator.dictionary.ProgramId;
import io.oraclecdc.testkit.simulator.dictionary.ProgramSource;
import io.oraclecdc.testkit.simulator.dictionary.SimDictionary;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.dictionary.TriggerEntry;
import io.oraclecdc.testkit.simulator.plsql.BlockHost;
import io.oraclecdc.testkit.simulator.plsql.ProgramCheck;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Keeps the dictionary's list of program units that do not compile. For one DDL statement. */
final class ProgramCompiler {
  private final SimSession session;
  private final SimDictionary dictionary;

  ProgramCompiler(SimSession session) {
    this.session = session;
    dictionary = session.dictionary();
  }

  void compile(ProgramId program) throws SQLException {
    Optional<ProgramError> error = session.bound(() -> error(program));
    if (error.isPresent()) {
      dictionary.programErrors().put(program, error.get());
    } else {
      dictionary.programErrors().remove(program);
    }
  }

  /** What was missing may be there now; Oracle looks when the unit is next used. */
  void compileInvalid() throws SQLException {
    if (dictionary.programErrors().isEmpty()) {
      return;
    }
    Set<ProgramId> before = new HashSet<>(dictionary.programErrors().keySet());
    for (ProgramId program : before) {
      compile(program);
    }
    if (!before.equals(dictionary.programErrors().keySet())) {
      session.database().catalog().refreshOthers();
    }
  }

  private Optional<ProgramError> error(ProgramId program) throws SQLException {
    BlockHost host =
        new BlockRunner(
            session, session.runner(), new BoundValues(), session.database().newControl());
    if (program.type().equals("TRIGGER")) {
      TriggerEntry trigger = dictionary.triggers().get(program.key());
      TableEntry table =
          trigger == null ? null : dictionary.tableById(trigger.tableId()).orElse(null);
      return trigger == null || table == null
          ? Optional.empty()
          : session.triggers().compile(trigger, table.table(), host);
    }
    Optional<ProgramSource> source =
        dictionary.sources().values().stream().filter(s -> s.id().equals(program)).findFirst();
    return source.isEmpty() ? Optional.empty() : ProgramCheck.of(source.get(), host);
  }
}
