package io.oraclecdc.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.engine.Shop.Received;
import io.oraclecdc.model.Scn;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The engine on a database of several instances: redo threads that come, go, rest and die. */
@Timeout(120)
@SuppressWarnings("NullAway.Init") // start fills the fields in each test
class ClusterCaptureTest {
  private Shop shop;
  private OracleSimulator cluster;

  private void open(int threads, RedoBehaviour... variants) throws SQLException {
    Set<RedoBehaviour> behaviours = EnumSet.noneOf(RedoBehaviour.class);
    behaviours.addAll(List.of(variants));
    shop =
        Shop.over(
            OracleSimulator.builder(Shop.newName())
                .threads(threads)
                .redoOptions(o -> o.logSizeBytes(16_384).behaviours(behaviours)));
    shop.createOrders();
    cluster = shop.database;
  }

  @AfterEach
  void close() throws SQLException {
    shop.close();
  }

  private OracleCdcConfig settings(UnaryOperator<OracleCdcConfig.Builder> more) {
    return more.apply(shop.settings().set("cdc.rac.safety.lag.ms", "100")).build();
  }

  private OracleCdcConfig settings() {
    return settings(UnaryOperator.identity());
  }

  private Connection session(int instance) throws SQLException {
    Connection connection = cluster.connect(instance, "APP", "app");
    connection.setAutoCommit(false);
    return connection;
  }

  private static void run(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static void insert(Connection connection, int id) throws SQLException {
    run(connection, "INSERT INTO orders VALUES (" + id + ", '" + "x".repeat(20) + "', 1)");
  }

  private void sys(String sql) throws SQLException {
    try (Connection sys = cluster.connectSys()) {
      run(sys, sql);
    }
  }

  @Test
  void commitsOfAllInstancesArriveInOneOrder() throws Exception {
    open(3);
    List<ChangeEvent> events = new CopyOnWriteArrayList<>();
    List<String> expected = new ArrayList<>();
    try (OracleCdcEngine engine =
            Shop.started(
                OracleCdcEngine.create(settings()).notifying((EventConsumer) events::add));
        Connection one = session(1);
        Connection two = session(2);
        Connection three = session(3)) {
      List<Connection> sessions = List.of(one, two, three);
      for (int i = 1; i <= 90; i++) {
        Connection session = sessions.get((i * 7 + i / 5) % 3);
        insert(session, i);
        session.commit();
        expected.add(Integer.toString(i));
        if (i % 17 == 0) {
          cluster.redo().switchLog(1 + i % 3);
        }
      }
      shop.awaitDelivered(engine);
    }
    assertThat(events).extracting(e -> e.key().get(0).toString()).isEqualTo(expected);
    assertThat(events)
        .extracting(e -> e.transaction().commitScn())
        .isSortedAccordingTo(Scn::compareTo);
    assertThat(events).extracting(e -> e.transaction().thread().number()).contains(1, 2, 3);
  }

  @Test
  void aThreadWithoutChangesDelaysTheOthersOnlyForTheSafetyLag() throws Exception {
    open(2);
    Received received = new Received();
    try (OracleCdcEngine engine =
            Shop.started(OracleCdcEngine.create(settings()).notifying(received));
        Connection one = session(1)) {
      for (int i = 1; i <= 5; i++) {
        insert(one, i);
        one.commit();
        shop.awaitDelivered(engine);
        assertThat(received.events).hasSize(i);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = RedoBehaviour.class,
      names = {"PRIVATE_STRANDS", "RECOVERY_IN_OWN_THREAD"})
  void theWorkOfAnInstanceThatDiedIsUndone(RedoBehaviour variant) throws Exception {
    open(3, variant);
    Received received = new Received();
    try (OracleCdcEngine engine =
            Shop.started(OracleCdcEngine.create(settings()).notifying(received));
        Connection one = session(1)) {
      Connection two = session(2);
      insert(two, 1);
      two.commit();
      insert(two, 2);
      run(two, "UPDATE orders SET status = 'LOST' WHERE id = 1");
      insert(one, 3);
      one.commit();
      cluster.redo().switchLog(2);
      cluster.cluster().crash(2);
      insert(one, 4);
      one.commit();
      cluster.cluster().recover();
      // With recovery in the own thread it is the instance itself that undoes its work.
      cluster.cluster().startup(2);
      run(one, "UPDATE orders SET status = 'KEPT' WHERE id = 1");
      one.commit();
      try (Connection again = session(2)) {
        insert(again, 2);
        again.commit();
      }
      shop.awaitDelivered(engine);
      assertThat(received.events)
          .containsExactly("INSERT 1", "INSERT 3", "INSERT 4", "UPDATE 1", "INSERT 2");
    }
  }

  @Test // GAP-09
  void GAP_09_threadsThatCloseOpenAndAppearAreFollowed() throws Exception {
    open(2);
    Received received = new Received();
    List<String> expected = new ArrayList<>();
    try (OracleCdcEngine engine =
            Shop.started(OracleCdcEngine.create(settings()).notifying(received));
        Connection one = session(1)) {
      for (int round = 1; round <= 3; round++) {
        try (Connection two = session(2)) {
          insert(two, 100 + round);
          two.commit();
          expected.add("INSERT " + (100 + round));
        }
        cluster.cluster().shutdown(2);
        insert(one, 200 + round);
        one.commit();
        expected.add("INSERT " + (200 + round));
        shop.awaitDelivered(engine);
        for (int i = 0; i < 3; i++) {
          cluster.redo().switchLog(1);
        }
        cluster.cluster().startup(2);
      }
      sys("ALTER DATABASE ADD LOGFILE THREAD 3");
      sys("ALTER DATABASE ADD LOGFILE THREAD 3");
      sys("ALTER DATABASE ENABLE THREAD 3");
      shop.awaitDelivered(engine);
      cluster.cluster().startup(3);
      try (Connection three = session(3)) {
        insert(three, 300);
        three.commit();
      }
      insert(one, 301);
      one.commit();
      expected.addAll(List.of("INSERT 300", "INSERT 301"));
      shop.awaitDelivered(engine);
    }
    assertThat(received.events).isEqualTo(expected);
  }

  /** What a thread wrote while it was public is read after it was disabled, and made private. */
  @Test // GAP-09
  void GAP_09_redoOfAThreadThatTurnsPrivateIsNotSkipped(@TempDir Path state) throws Exception {
    open(2);
    Received received = new Received();
    try (OracleCdcEngine engine =
        Shop.started(OracleCdcEngine.create(settings()).notifying(received).storingIn(state))) {
      shop.insert(1);
      shop.awaitDelivered(engine);
    }
    try (Connection two = session(2)) {
      insert(two, 2);
      two.commit();
    }
    cluster.cluster().shutdown(2);
    sys("ALTER DATABASE DISABLE THREAD 2");
    shop.insert(3);
    try (OracleCdcEngine engine =
        Shop.started(OracleCdcEngine.create(settings()).notifying(received).storingIn(state))) {
      shop.awaitDelivered(engine);
      sys("ALTER DATABASE ENABLE THREAD 2");
      cluster.cluster().startup(2);
      try (Connection two = session(2)) {
        insert(two, 4);
        two.commit();
      }
      shop.insert(5);
      shop.awaitDelivered(engine);
    }
    assertThat(received.events)
        .containsExactly("INSERT 1", "INSERT 2", "INSERT 3", "INSERT 4", "INSERT 5");
  }

  @Test
  void aThreadThatWasClosedAtTheStartIsReadFromItsFirstRow() throws Exception {
    open(2);
    try (Connection two = session(2)) {
      insert(two, 1);
      two.commit();
    }
    cluster.cluster().shutdown(2);
    for (int i = 0; i < 3; i++) {
      cluster.redo().switchLog(1);
    }
    Received received = new Received();
    try (OracleCdcEngine engine =
        Shop.started(OracleCdcEngine.create(settings()).notifying(received))) {
      shop.insert(2);
      shop.awaitDelivered(engine);
      cluster.cluster().startup(2);
      try (Connection two = session(2)) {
        insert(two, 3);
        two.commit();
      }
      shop.insert(4);
      shop.awaitDelivered(engine);
    }
    assertThat(received.events).containsExactly("INSERT 2", "INSERT 3", "INSERT 4");
  }

  @Test
  void restartsGoOnPerThreadAndRepeatNothing(@TempDir Path state) throws Exception {
    open(2);
    List<String> expected = new ArrayList<>();
    List<String> delivered = new ArrayList<>();
    int id = 0;
    try (Connection open = session(2)) {
      insert(open, 9000);
      for (int life = 0; life < 4; life++) {
        Received received = new Received();
        try (OracleCdcEngine engine =
            Shop.started(OracleCdcEngine.create(settings()).notifying(received).storingIn(state))) {
          for (int i = 0; i < 12; i++) {
            int instance = 1 + (i * 5 + life) % 2;
            try (Connection session = session(instance)) {
              insert(session, ++id);
              session.commit();
            }
            expected.add("INSERT " + id);
          }
          if (life == 2) {
            open.commit();
            expected.add("INSERT 9000");
          }
          shop.awaitDelivered(engine);
        }
        delivered.addAll(received.events);
        cluster.redo().switchLog(1 + life % 2);
        try (Connection session = session(1 + life % 2)) {
          insert(session, ++id);
          session.commit();
        }
        expected.add("INSERT " + id);
      }
    }
    expected.remove(expected.size() - 1);
    assertThat(delivered).isEqualTo(expected);
  }
}
