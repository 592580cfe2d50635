package io.oraclecdc.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SqlScriptTest {

  private static java.util.List<String> statements(String text) {
    return SqlScript.parse(text).statements().stream()
        .map(s -> s.session() + ": " + s.sql())
        .toList();
  }

  @Test
  void aStatementEndsWithASemicolonAtTheEndOfALine() {
    assertThat(statements("insert into t\n values (1);\ncommit;\n"))
        .containsExactly("main: insert into t\n values (1)", "main: commit");
  }

  @Test
  void semicolonsAndCommentSignsInsideTextAreData() {
    assertThat(
            statements(
                "insert into t values ('a;\nb -- c /* d'); -- remark\nupdate t set n = q'[it's;\n]';\n"))
        .containsExactly(
            "main: insert into t values ('a;\nb -- c /* d')",
            "main: update t set n = q'[it's;\n]'");
  }

  @Test
  void apostrophesAndOtherSignsInsideQuotedNamesAreTheNames() {
    assertThat(
            statements(
                """
                create table "stock'" ("a;" number, "b--c" number, "/*" number);
                insert into "stock'" values (1, 2, 3); -- "
                insert into t values ('say "it''s;
                ');
                drop table "q'[x";
                commit;
                """))
        .containsExactly(
            "main: create table \"stock'\" (\"a;\" number, \"b--c\" number, \"/*\" number)",
            "main: insert into \"stock'\" values (1, 2, 3)",
            "main: insert into t values ('say \"it''s;\n')",
            "main: drop table \"q'[x\"",
            "main: commit");
  }

  @Test
  void aBlockEndsWithASlashAndKeepsItsSemicolons() {
    assertThat(
            statements(
                "begin\n  insert into t values (1);\n  commit;\nend;\n/\ndelete from t\n/\n"))
        .containsExactly(
            "main: begin\n  insert into t values (1);\n  commit;\nend;", "main: delete from t");
  }

  @Test
  void sessionsAndSettingsAreDirectives() {
    SqlScript script =
        SqlScript.parse(
            "-- set cdc.key.missing=none\n-- session: bob\ninsert into t values (1);\n-- an ordinary remark\n-- session: main\ncommit;\n");
    assertThat(script.settings()).containsEntry("cdc.key.missing", "none");
    assertThat(script.statements())
        .extracting(SqlScript.Statement::session)
        .containsExactly("bob", "main");
    assertThat(script.statements()).extracting(SqlScript.Statement::line).containsExactly(3, 6);
  }

  @Test
  void commandsOfSqlPlusAreLeftOut() {
    assertThat(
            statements("set echo on\nPROMPT hello\nwhenever sqlerror continue\nrem x\ncommit;\n"))
        .containsExactly("main: commit");
  }

  @Test
  void anUnfinishedStatementIsNamedByItsLine() {
    assertThatThrownBy(() -> SqlScript.parse("commit;\n\ninsert into t values (1)\n"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("line 3");
  }

  @Test
  void aSettingWithoutEqualsIsRefused() {
    assertThatThrownBy(() -> SqlScript.parse("-- set cdc.key.missing none\n"))
        .hasMessageContaining("line 1");
  }

  @Test
  void ddlIsToldFromTheRest() {
    assertThat(new SqlScript.Statement("main", "ALTER SESSION SET TIME_ZONE = 'UTC'", 1).isDdl())
        .isFalse();
    assertThat(new SqlScript.Statement("main", "alter table t add (c number)", 1).isDdl()).isTrue();
    assertThat(new SqlScript.Statement("main", "merge into t using u", 1).isDdl()).isFalse();
  }
}
