package io.oraclecdc.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.oraclecdc.errors.ConfigurationException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.Scn;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class OracleCdcConfigTest {

  static OracleCdcConfig.Builder complete() {
    return OracleCdcConfig.builder()
        .url("jdbc:oracle:thin:@//db.example.com:1521/ORCL")
        .user("CDC")
        .password("top-secret")
        .topicPrefix("shop")
        .tables("APP\\.ORDERS");
  }

  private static List<String> problemsOf(OracleCdcConfig.Builder builder) {
    ConfigurationException refused =
        catchThrowableOfType(ConfigurationException.class, builder::build);
    assertThat(refused).as("the configuration is refused").isNotNull();
    assertThat(refused.code()).isEqualTo(ErrorCode.CONFIGURATION);
    return refused.problems();
  }

  @Test
  void fiveSettingsAreEnough() {
    OracleCdcConfig config = complete().build();

    assertThat(config.get(ConfigKeys.TOPIC_PREFIX)).isEqualTo("shop");
    assertThat(config.get(ConfigKeys.MINING_FETCH_SIZE)).isEqualTo(10_000);
    assertThat(config.get(ConfigKeys.MINING_TARGET_LATENCY)).isEqualTo(Duration.ofSeconds(2));
    assertThat(config.get(ConfigKeys.SNAPSHOT_MODE)).isEqualTo(SnapshotMode.INITIAL);
    assertThat(config.find(ConfigKeys.START_SCN)).isEmpty();
    assertThat(config.isSet(ConfigKeys.MINING_FETCH_SIZE)).isFalse();
  }

  @Test
  void everythingThatIsWrongIsToldAtOnce() {
    OracleCdcConfig.Builder builder =
        OracleCdcConfig.builder()
            .set("cdc.database.port", "high")
            .set("cdc.mining.inlist.max", "1001")
            .set("cdc.tables.include", "APP\\.(ORDERS")
            .set("cdc.tombstones.on.delete", "maybe");

    assertThat(problemsOf(builder))
        .containsExactlyInAnyOrder(
            "cdc.database.port is 'high'; allowed: a whole number from 1 to 65535",
            "cdc.mining.inlist.max is '1001'; allowed: a whole number from 1 to 1000",
            "cdc.tables.include is 'APP\\.(ORDERS'; allowed: regular expressions over the whole of SCHEMA.TABLE,"
                + " or PDB.SCHEMA.TABLE in a container database, separated by commas; expression 1 is not a regular expression: Unclosed group near character 13",
            "cdc.tombstones.on.delete is 'maybe'; allowed: true or false",
            "cdc.topic.prefix is not set; allowed: text",
            "cdc.database.url and cdc.database.host are not set; allowed: exactly one of them",
            "cdc.database.user is not set; allowed: a user name",
            "cdc.database.password is not set; allowed: the password of the user");
  }

  @Test
  void messageListsEveryProblem() {
    assertThatThrownBy(
            () -> complete().set("cdc.database.port", "0").set("cdc.poll.max.records", "0").build())
        .hasMessageContaining("[CDC-9001]")
        .hasMessageContaining("cdc.database.port")
        .hasMessageContaining("cdc.poll.max.records")
        .hasMessageContaining("docs/errors/CDC-9001.md");
  }

  @ParameterizedTest
  @CsvSource({
    "cdc.topic.prefx, cdc.topic.prefix",
    "cdc.table.include, cdc.tables.include",
    "cdc.mining.fetchsize, cdc.mining.fetch.size"
  })
  void unknownKeyIsRefusedWithTheNearestKnownName(String unknown, String meant) {
    assertThat(problemsOf(complete().set(unknown, "x")))
        .singleElement()
        .asString()
        .startsWith(unknown + " is not a setting of this release; did you mean " + meant + "?");
  }

  @Test
  void unknownKeyLikeNothingElseIsRefusedWithoutAGuess() {
    assertThat(problemsOf(complete().set("cdc.colour", "blue")))
        .singleElement()
        .asString()
        .contains("cdc.colour is not a setting")
        .doesNotContain("did you mean");
  }

  @Test
  void keysOfOthersAreLeftAlone() {
    Map<String, String> settings = new HashMap<>(minimal());
    settings.put("name", "my-connector");
    settings.put("log4j.rootLogger", "INFO");

    assertThat(OracleCdcConfig.from(settings).toString()).doesNotContain("my-connector");
  }

  @ParameterizedTest
  @ValueSource(strings = {"host", "port", "service", "sid"})
  void urlExcludesItsParts(String part) {
    assertThat(problemsOf(complete().set("cdc.database." + part, "1521")))
        .containsExactly(
            "cdc.database.url cannot be combined with cdc.database."
                + part
                + "; allowed: only one of them");
  }

  @Test
  void serviceExcludesSid() {
    Map<String, String> settings = new HashMap<>(minimal());
    settings.remove("cdc.database.url");
    settings.put("cdc.database.host", "db");
    settings.put("cdc.database.service", "A");
    settings.put("cdc.database.sid", "B");

    assertThatThrownBy(() -> OracleCdcConfig.from(settings))
        .hasMessageContaining("cdc.database.service cannot be combined with cdc.database.sid");
  }

  @Test
  void hostNeedsServiceOrSid() {
    Map<String, String> settings = new HashMap<>(minimal());
    settings.remove("cdc.database.url");
    settings.put("cdc.database.host", "db");

    assertThatThrownBy(() -> OracleCdcConfig.from(settings))
        .hasMessageContaining("cdc.database.host is set without cdc.database.service");
  }

  @Test
  void walletReplacesTheLogin() {
    Map<String, String> settings = new HashMap<>(minimal());
    settings.remove("cdc.database.user");
    settings.remove("cdc.database.password");
    settings.put("cdc.database.wallet.location", "/etc/wallet");

    assertThat(OracleCdcConfig.from(settings).find(ConfigKeys.DATABASE_WALLET_LOCATION))
        .contains(Path.of("/etc/wallet"));
  }

  @Test
  void trustStoreDetailsNeedATrustStore() {
    assertThat(problemsOf(complete().set("cdc.database.tls.truststore.password", "x")))
        .singleElement()
        .asString()
        .contains("cdc.database.tls.truststore.location");
  }

  @Test
  void secretsAreNeverShown() {
    OracleCdcConfig config =
        complete()
            .url("jdbc:oracle:thin:scott/tiger@//db:1521/X?javax.net.ssl.keyStorePassword=hush")
            .set("cdc.database.connection.properties", "a.password=hush")
            .build();

    assertThat(config.toString())
        .contains("jdbc:oracle:thin:(hidden)@//db:1521/X?(hidden)", "cdc.database.user=CDC")
        .doesNotContain("tiger", "hush", "top-secret");
  }

  @Test
  void secretThatIsWrongIsNotQuoted() {
    assertThat(problemsOf(complete().set("cdc.database.connection.properties", "=hush")))
        .singleElement()
        .asString()
        .contains("cdc.database.connection.properties is not valid (value not shown)")
        .doesNotContain("hush");
  }

  @Test
  void passwordKeepsItsBlanks() {
    assertThat(complete().password(" p w ").build().get(ConfigKeys.DATABASE_PASSWORD))
        .isEqualTo(" p w ");
  }

  @Test // CFG-04
  void CFG_04_unknownValuesAreRefusedWithTheAllowedOnes() {
    assertThat(problemsOf(complete().set("cdc.lob.mode", "topic")))
        .containsExactly(
            "cdc.lob.mode is 'topic'; allowed: skip, inline, reselect (LOB topics are not written in"
                + " this release)");
    assertThat(problemsOf(complete().set("cdc.key.missing", "redis")))
        .containsExactly("cdc.key.missing is 'redis'; allowed: fail, rowid, none");
  }

  @ParameterizedTest // CFG-04
  @ValueSource(strings = {"rowid", "ROWID", "RowId", " rowid "})
  void CFG_04_enumsAreReadInAnyCase(String spelling) {
    assertThat(complete().set("cdc.key.missing", spelling).build().get(ConfigKeys.KEY_MISSING))
        .isEqualTo(MissingKey.ROWID);
  }

  @ParameterizedTest
  @CsvSource({"cdc.output.format, confluent", "cdc.lob.mode, topic"})
  void whatThisReleaseCannotDoIsRefused(String key, String value) {
    assertThat(problemsOf(complete().set(key, value)))
        .singleElement()
        .asString()
        .contains(key, value, "in this release");
  }

  @ParameterizedTest
  @ValueSource(strings = {"cdc.database.fan.enabled", "cdc.mining.decode.threads", "cdc.dlq.topic"})
  void settingsThatWouldHaveNoEffectDoNotExist(String key) {
    assertThat(problemsOf(complete().set(key, "1"))).singleElement().asString().contains(key);
  }

  @Test // NAM-01
  void NAM_01_includeListTakesNamesWithAnyCharacter() {
    OracleCdcConfig config =
        complete()
            .set(
                "cdc.tables.include",
                "APP\\.A B,APP\\.K9!列,APP\\.stock',APP\\./X/ORDERS,APP\\.A-B,APP\\.T\\$X#")
            .build();

    List<Pattern> patterns = config.patterns(ConfigKeys.TABLES_INCLUDE);
    for (String name :
        List.of("APP.A B", "APP.K9!列", "APP.stock'", "APP./X/ORDERS", "APP.A-B", "APP.T$X#")) {
      assertThat(patterns).as(name).anyMatch(pattern -> pattern.matcher(name).matches());
    }
  }

  @Test
  void patternsFollowTheCaseSetting() {
    assertThat(complete().build().patterns(ConfigKeys.TABLES_INCLUDE).get(0).matcher("app.orders"))
        .matches(java.util.regex.Matcher::matches);
    assertThat(
            complete()
                .set("cdc.tables.case.sensitive", "true")
                .build()
                .patterns(ConfigKeys.TABLES_INCLUDE)
                .get(0)
                .matcher("app.orders"))
        .matches(matcher -> !matcher.matches());
  }

  @Test
  void commasInsideExpressionsDoNotSplitThem() {
    OracleCdcConfig config =
        complete().tables("APP\\.T[0-9]{1,3}", "APP\\.(A,B|C)", "APP\\.X,Y").build();

    assertThat(config.patterns(ConfigKeys.TABLES_INCLUDE))
        .hasSize(3)
        .anyMatch(pattern -> pattern.matcher("APP.T12").matches())
        .anyMatch(pattern -> pattern.matcher("APP.X,Y").matches());
  }

  @Test
  void keyColumnsAreReadPerTable() {
    OracleCdcConfig config =
        complete().set("cdc.key.columns", "APP.ORDERS:REGION, NUM ; APP.LOG:ID").build();

    assertThat(config.get(ConfigKeys.KEY_COLUMNS))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("APP.ORDERS", List.of("REGION", "NUM"), "APP.LOG", List.of("ID")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ORDERS:ID", "APP.ORDERS", "APP.ORDERS:", "APP.T:A,A", "APP.T:A;APP.T:B"})
  void keyColumnsOfAnotherFormAreRefused(String value) {
    assertThat(problemsOf(complete().set("cdc.key.columns", value)))
        .singleElement()
        .asString()
        .contains("cdc.key.columns");
  }

  @ParameterizedTest
  @ValueSource(strings = {"${prefix}.${tabel}", "${prefix", "a.${}"})
  void topicTemplateHasKnownVariablesOnly(String template) {
    assertThat(problemsOf(complete().topicTemplate(template)))
        .singleElement()
        .asString()
        .contains("${prefix} ${pdb} ${schema} ${table} ${database}");
  }

  @Test
  void otherTypesAreRead() {
    OracleCdcConfig config =
        complete()
            .set("cdc.retry.extra.error.codes", "ORA-12345, 54321")
            .set("cdc.database.time.zone", "Europe/Berlin")
            .set("cdc.archive.destination", "log_archive_dest_2")
            .set("cdc.database.connection.properties", "a=1;b=x=y")
            .startScn(Scn.parse("18446744073709551000"))
            .build();

    assertThat(config.get(ConfigKeys.RETRY_EXTRA_ERROR_CODES)).isEqualTo(Set.of(12345, 54321));
    assertThat(config.get(ConfigKeys.DATABASE_TIME_ZONE)).isEqualTo(ZoneId.of("Europe/Berlin"));
    assertThat(config.get(ConfigKeys.ARCHIVE_DESTINATION)).isEqualTo("LOG_ARCHIVE_DEST_2");
    assertThat(config.get(ConfigKeys.DATABASE_CONNECTION_PROPERTIES))
        .isEqualTo(Map.of("a", "1", "b", "x=y"));
    assertThat(config.get(ConfigKeys.START_SCN)).hasToString("18446744073709551000");
  }

  @ParameterizedTest
  @CsvSource({
    "cdc.retry.extra.error.codes, ORA-ABC",
    "cdc.database.time.zone, Moon/Crater",
    "cdc.archive.destination, LOG_ARCHIVE_DEST_32",
    "cdc.start.scn, -1",
    "cdc.database.url, oracle:thin:x"
  })
  void otherTypesRefuseWhatTheyCannotRead(String key, String value) {
    assertThat(problemsOf(complete().set(key, value)))
        .singleElement()
        .asString()
        .startsWith(key + " is '");
  }

  @Test
  void blankMeansNotSet() {
    Map<String, String> settings = new HashMap<>(minimal());
    settings.put("cdc.start.scn", "  ");
    settings.put("cdc.database.sid", "");

    assertThat(OracleCdcConfig.from(settings).find(ConfigKeys.START_SCN)).isEmpty();
  }

  @Test
  void propertiesBringTheirDefaults() {
    Properties defaults = new Properties();
    defaults.putAll(minimal());
    Properties properties = new Properties(defaults);
    properties.setProperty("cdc.topic.prefix", "other");

    assertThat(OracleCdcConfig.from(properties).get(ConfigKeys.TOPIC_PREFIX)).isEqualTo("other");
  }

  @Test
  void builderAndMapAreTheSame() {
    assertThat(complete().build().toString()).isEqualTo(OracleCdcConfig.from(minimal()).toString());
  }

  @Test
  void namedMethodsSetTheirKeys() {
    OracleCdcConfig config =
        OracleCdcConfig.builder()
            .host("db")
            .port(1522)
            .service("S")
            .user("U")
            .password("P")
            .topicPrefix("p")
            .topicTemplate("${prefix}.${table}")
            .tables("A\\..*")
            .excludeTables("A\\.X")
            .excludeColumns("A\\.T\\.C")
            .excludeUsers("U1", "U2")
            .keyMissing(MissingKey.NONE)
            .decimalMode(DecimalMode.DOUBLE)
            .temporalMode(TemporalMode.ISO_STRING)
            .snapshotMode(SnapshotMode.NONE)
            .tombstonesOnDelete(false)
            .targetLatency(Duration.ofMillis(50))
            .heartbeatInterval(Duration.ZERO)
            .retryMaxTime(Duration.ofMinutes(1))
            .bufferMemoryMaxBytes(1_000_000)
            .bufferSpillDir(Path.of("spill"))
            .build();

    assertThat(config.get(ConfigKeys.DATABASE_PORT)).isEqualTo(1522);
    assertThat(config.get(ConfigKeys.USERS_EXCLUDE)).containsExactly("U1", "U2");
    assertThat(config.get(ConfigKeys.COLUMNS_EXCLUDE)).containsExactly("A\\.T\\.C");
    assertThat(config.get(ConfigKeys.TABLES_EXCLUDE)).containsExactly("A\\.X");
    assertThat(config.get(ConfigKeys.DECIMAL_MODE)).isEqualTo(DecimalMode.DOUBLE);
    assertThat(config.get(ConfigKeys.TEMPORAL_MODE)).isEqualTo(TemporalMode.ISO_STRING);
    assertThat(config.get(ConfigKeys.HEARTBEAT_INTERVAL)).isZero();
    assertThat(config.get(ConfigKeys.BUFFER_SPILL_DIR)).isEqualTo(Path.of("spill"));
  }

  @ParameterizedTest
  @MethodSource("io.oraclecdc.config.ConfigKeys#all")
  void defaultsAndExamplesAreAllowedValues(ConfigKey<?> key) {
    if (key.defaultText() != null) {
      assertThat(key.parse(key.defaultText())).isNotNull();
    }
    if (!key.isFamily()) {
      assertThat(key.parse(key.example())).isNotNull();
    }
    assertThat(key.meaning()).endsWith(".");
  }

  @Test
  void everyDeclaredKeyIsListedOnce() {
    long declared =
        java.util.Arrays.stream(ConfigKeys.class.getDeclaredFields())
            .filter(field -> field.getType() == ConfigKey.class)
            .count();

    assertThat(ConfigKeys.all()).hasSize((int) declared).doesNotHaveDuplicates();
    assertThat(ConfigKeys.all()).extracting(ConfigKey::name).doesNotHaveDuplicates();
  }

  @Test
  void truncatesThatAreEmittedAndSkippedAreRefusedWithBothNames() {
    OracleCdcConfig.Builder both =
        complete().set("cdc.truncate.emit", "true").set("cdc.skipped.operations", "u, t");
    assertThatThrownBy(both::build)
        .hasMessageContainingAll("cdc.truncate.emit", "cdc.skipped.operations");
    assertThatCode(
            () ->
                complete()
                    .set("cdc.truncate.emit", "true")
                    .set("cdc.skipped.operations", "none")
                    .build())
        .doesNotThrowAnyException();
    assertThatCode(() -> complete().set("cdc.skipped.operations", "t").build())
        .doesNotThrowAnyException();
  }

  @Test
  void operationsThatDoNotExistAreRefused() {
    for (String text : new String[] {"r", "c,none", "x", ","}) {
      assertThatThrownBy(() -> complete().set("cdc.skipped.operations", text).build())
          .as(text)
          .hasMessageContaining("cdc.skipped.operations");
    }
  }

  @Test
  void topicsOfOtherRecordsMustDifferWhenTheyAreUsed() {
    OracleCdcConfig.Builder same =
        complete()
            .set("cdc.transactions.topic", "${prefix}.cdc.heartbeat")
            .set("cdc.transactions.topic.enabled", "true");
    assertThatThrownBy(same::build)
        .hasMessageContainingAll("cdc.transactions.topic", "cdc.heartbeat.topic");
    assertThatCode(
            () -> complete().set("cdc.transactions.topic", "${prefix}.cdc.heartbeat").build())
        .doesNotThrowAnyException();
  }

  @Test
  void fingerprintChangesWithWhatIsCapturedAndOnlyWithThat() {
    String fingerprint = complete().build().changeFingerprint();

    assertThat(complete().build().changeFingerprint()).isEqualTo(fingerprint);
    assertThat(complete().topicPrefix("other").build().changeFingerprint()).isEqualTo(fingerprint);
    assertThat(complete().tables("APP\\..*").build().changeFingerprint()).isNotEqualTo(fingerprint);
    assertThat(complete().excludeUsers("BATCH").build().changeFingerprint())
        .isNotEqualTo(fingerprint);
  }

  @Test
  void versionIsThatOfTheBuild() {
    assertThat(ProductVersion.current()).matches("\\d+\\.\\d+\\.\\d+.*");
  }

  @Test
  void getRefusesAKeyWithoutValue() {
    OracleCdcConfig config = complete().build();

    assertThatThrownBy(() -> config.get(ConfigKeys.START_SCN))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Map<String, String> minimal() {
    return Map.of(
        "cdc.database.url", "jdbc:oracle:thin:@//db.example.com:1521/ORCL",
        "cdc.database.user", "CDC",
        "cdc.database.password", "top-secret",
        "cdc.topic.prefix", "shop",
        "cdc.tables.include", "APP\\.ORDERS");
  }
}
