package io.oraclecdc;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Timer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/**
 * The package table of {@code docs/architecture.md} as rules, for a root package: the product's, or
 * that of the fixtures that break them on purpose.
 */
final class ArchitectureRules {
  private static final List<String> WORDS =
      List.of(
          "model",
          "errors",
          "metrics",
          "ops",
          "config",
          "schema",
          "value",
          "change",
          "position",
          "signal",
          "spill");

  /** Package to what it may import; {@code words} stands for all of them. */
  private static final Map<String, List<String>> MAY_IMPORT = table();

  /** What runs work on other threads. */
  private static final List<Class<?>> EXECUTORS =
      List.of(
          Executor.class,
          ExecutorService.class,
          ScheduledExecutorService.class,
          ThreadPoolExecutor.class,
          ForkJoinPool.class,
          Executors.class,
          CompletableFuture.class,
          Timer.class);

  private static final Set<String> THREADED = Set.of("pipeline", "snapshot", "reselect");

  private static final List<String> JDBC =
      List.of("database", "dictionary", "mining.logminer", "snapshot", "reselect", "doctor");

  private final String root;

  ArchitectureRules(String root) {
    this.root = root;
  }

  private static Map<String, List<String>> table() {
    Map<String, List<String>> table = new LinkedHashMap<>();
    table.put("model", List.of());
    table.put("errors", List.of("model"));
    table.put("metrics", List.of("model"));
    table.put("ops", List.of("model", "errors"));
    table.put("config", List.of("model", "errors"));
    table.put("schema", List.of("model", "errors"));
    table.put("value", List.of("model", "errors", "schema"));
    table.put("change", List.of("model", "schema", "value"));
    table.put("position", List.of("model", "errors"));
    table.put("signal", List.of("model", "errors"));
    table.put("spill", List.of("model", "errors"));
    table.put("database", WORDS);
    table.put("dictionary", plus(WORDS, "database"));
    table.put("mining", WORDS);
    table.put("mining.logminer", plus(WORDS, "mining", "database"));
    table.put("snapshot", plus(WORDS, "database"));
    table.put("redo", plus(WORDS, "mining"));
    table.put("transaction", plus(WORDS, "redo", "mining"));
    table.put("lob", plus(WORDS, "redo", "mining"));
    table.put("reselect", plus(WORDS, "database", "lob"));
    table.put(
        "commit", plus(WORDS, "mining", "redo", "transaction", "lob", "snapshot", "delivery"));
    table.put("delivery", WORDS);
    table.put("format", WORDS);
    table.put("doctor", plus(WORDS, "database", "dictionary", "mining"));
    return table;
  }

  private static List<String> plus(List<String> words, String... others) {
    return Stream.concat(words.stream(), Stream.of(others)).toList();
  }

  List<ArchRule> all() {
    return List.of(
        directions(),
        noCycles(),
        jdbcOnlyWhereNamed(),
        kafkaOnlyInFormat(),
        formatKnowsDataTypesOnly(),
        noOtherLibraries(),
        threadsAndClocksOnlyWhereNamed(),
        packagesAreNullMarked(),
        packagesAreInTheTable(),
        noStaticState(),
        namesSaySomething());
  }

  ArchRule directions() {
    LayeredArchitecture layers =
        layeredArchitecture().consideringOnlyDependenciesInLayers().withOptionalLayers(true);
    for (String name : MAY_IMPORT.keySet()) {
      layers = layers.layer(name).definedBy(packageOf(name));
    }
    layers = layers.layer("pipeline").definedBy(root + ".pipeline..");
    for (Map.Entry<String, List<String>> row : MAY_IMPORT.entrySet()) {
      List<String> others =
          row.getValue().stream().filter(name -> !name.equals(row.getKey())).toList();
      layers =
          others.isEmpty()
              ? layers.whereLayer(row.getKey()).mayNotAccessAnyLayer()
              : layers.whereLayer(row.getKey()).mayOnlyAccessLayers(others.toArray(String[]::new));
    }
    return layers
        .whereLayer("pipeline")
        .mayNotBeAccessedByAnyLayer()
        .because(
            "changes flow one way, from mining to delivery: pass a value forward, or put a port into the package that"
                + " owns the data and let pipeline connect the two");
  }

  ArchRule noCycles() {
    return slices()
        .matching(root + ".(**)")
        .should()
        .beFreeOfCycles()
        .allowEmptyShould(true)
        .because(
            "a package must be understandable without the ones that use it: move the shared word down");
  }

  ArchRule jdbcOnlyWhereNamed() {
    return noClasses()
        .that()
        .resideOutsideOfPackages(JDBC.stream().map(this::packageOf).toArray(String[]::new))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.sql..", "javax.sql..", "oracle..")
        .allowEmptyShould(true)
        .because(
            "a stage that never sees JDBC can be tested with rows: read in a source package, hand over words");
  }

  ArchRule kafkaOnlyInFormat() {
    return noClasses()
        .that()
        .resideOutsideOfPackage(root + ".format")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.kafka..")
        .allowEmptyShould(true)
        .because("changes are words of our own until format makes records of them");
  }

  ArchRule formatKnowsDataTypesOnly() {
    return noClasses()
        .that()
        .resideInAPackage(root + ".format")
        .should()
        .dependOnClassesThat(
            new com.tngtech.archunit.base.DescribedPredicate<JavaClass>(
                "reside in Kafka but not in connect.data or connect.header") {
              @Override
              public boolean test(JavaClass type) {
                String name = type.getPackageName();
                return name.startsWith("org.apache.kafka")
                    && !name.equals("org.apache.kafka.connect.data")
                    && !name.equals("org.apache.kafka.connect.header");
              }
            })
        .allowEmptyShould(true)
        .because("core has Connect's data types only; clients and runtime belong to the adapter");
  }

  ArchRule noOtherLibraries() {
    return classes()
        .that()
        .resideInAPackage(root + "..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            root + "..",
            "java..",
            "javax.sql..",
            "javax.crypto..",
            "org.slf4j..",
            "org.jspecify..",
            "org.apache.kafka.connect..")
        .allowEmptyShould(true)
        .because("a dependency of core is a dependency of every user");
  }

  ArchRule threadsAndClocksOnlyWhereNamed() {
    return classes()
        .that()
        .resideOutsideOfPackages(
            THREADED.stream().map(name -> root + "." + name + "..").toArray(String[]::new))
        .should(notTouchThreadsOrClocks())
        .allowEmptyShould(true)
        .because(
            "stages have step methods that tests drive without threads: take a clock through the constructor and let"
                + " pipeline own the threads");
  }

  ArchRule packagesAreNullMarked() {
    return classes()
        .that()
        .resideInAPackage(root + "..")
        .should(liveInANullMarkedPackage())
        .allowEmptyShould(true)
        .because("null has to be announced: add a package-info.java with @NullMarked");
  }

  ArchRule packagesAreInTheTable() {
    return classes()
        .that()
        .resideInAPackage(root + "..")
        .should()
        .resideInAnyPackage(
            Stream.concat(
                    MAY_IMPORT.keySet().stream().map(this::packageOf),
                    Stream.of(root + ".pipeline.."))
                .toArray(String[]::new))
        .allowEmptyShould(true)
        .because(
            "a package without a row in the table has no direction: add it to docs/architecture.md and here");
  }

  ArchRule noStaticState() {
    return fields()
        .that()
        .areStatic()
        .and()
        .areDeclaredInClassesThat()
        .resideInAPackage(root + "..")
        .should()
        .beFinal()
        .allowEmptyShould(true)
        .because("several engines live in one JVM");
  }

  ArchRule namesSaySomething() {
    return noClasses()
        .that()
        .resideInAPackage(root + "..")
        .should()
        .haveSimpleNameEndingWith("Impl")
        .orShould()
        .haveSimpleNameEndingWith("Helper")
        .orShould()
        .haveSimpleNameEndingWith("Util")
        .orShould()
        .haveSimpleNameEndingWith("Utils")
        .orShould()
        .haveSimpleNameEndingWith("Manager")
        .allowEmptyShould(true)
        .because("such a name hides what the class is: name the thing or the rule it holds");
  }

  private String packageOf(String name) {
    return root + "." + name;
  }

  private static ArchCondition<JavaClass> notTouchThreadsOrClocks() {
    return new ArchCondition<>("neither start threads, nor sleep, nor read a clock") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        for (JavaAccess<?> access : type.getAccessesFromSelf()) {
          if (access instanceof JavaCodeUnitAccess<?> use && isForbidden(use.getTarget())) {
            events.add(SimpleConditionEvent.violated(type, access.getDescription()));
          }
        }
      }
    };
  }

  private static boolean isForbidden(AccessTarget target) {
    JavaClass owner = target.getOwner();
    String name = target.getName();
    if (owner.isEquivalentTo(Thread.class)) {
      // A stage may notice that it is interrupted and pass that on; it may not start or delay.
      return !Set.of("currentThread", "interrupt", "isInterrupted", "interrupted").contains(name);
    }
    if (owner.isEquivalentTo(System.class)) {
      return name.equals("currentTimeMillis") || name.equals("nanoTime");
    }
    if (owner.isEquivalentTo(Clock.class)) {
      return name.startsWith("system");
    }
    boolean time =
        Stream.of(Instant.class, LocalDateTime.class, OffsetDateTime.class, ZonedDateTime.class)
            .anyMatch(owner::isEquivalentTo);
    return (time && name.equals("now")) || EXECUTORS.stream().anyMatch(owner::isEquivalentTo);
  }

  private static ArchCondition<JavaClass> liveInANullMarkedPackage() {
    return new ArchCondition<>("live in a @NullMarked package") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        JavaPackage home = type.getPackage();
        if (!home.isAnnotatedWith(NullMarked.class)) {
          events.add(
              SimpleConditionEvent.violated(
                  type, "package " + home.getName() + " of " + type.getName() + " is not marked"));
        }
      }
    };
  }
}
