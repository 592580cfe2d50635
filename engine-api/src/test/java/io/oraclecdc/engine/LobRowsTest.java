package io.oraclecdc.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.format.ChangeRecord;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rows of a table with LOBs: LogMiner gives their INSERT without a ROWID. */
@Timeout(120)
class LobRowsTest {

  @Test
  void aRowInsertedAndDeletedInOneTransactionIsDeletedForTheConsumerToo() throws Exception {
    List<String> records = new CopyOnWriteArrayList<>();
    try (Shop shop = Shop.open()) {
      shop.execute("CREATE TABLE docs (id NUMBER(9) PRIMARY KEY, title VARCHAR2(20), body CLOB)");
      shop.execute("ALTER TABLE docs ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      try (OracleCdcEngine engine =
          Shop.started(
              OracleCdcEngine.create(
                      shop.settings().tables("APP\\.DOCS").set("cdc.lob.mode", "inline").build())
                  .notifying(
                      (EventConsumer)
                          event -> event.records().forEach(r -> records.add(describe(r)))))) {
        shop.commit(
            "INSERT INTO docs VALUES (1, 'a', 'text')",
            "DELETE FROM docs WHERE id = 1",
            "INSERT INTO docs VALUES (2, 'b', 'text')",
            "UPDATE docs SET title = 'c' WHERE id = 2",
            "DELETE FROM docs WHERE id = 2");
        shop.awaitDelivered(engine);
      }
    }
    assertThat(records)
        .containsExactly("c 1", "d 1", "tombstone 1", "c 2", "u 2", "d 2", "tombstone 2");
  }

  private static String describe(ChangeRecord item) {
    Object id = item.key() instanceof Struct key ? key.get("ID") : null;
    return (item.value() instanceof Struct value ? value.getString("op") : "tombstone") + " " + id;
  }
}
