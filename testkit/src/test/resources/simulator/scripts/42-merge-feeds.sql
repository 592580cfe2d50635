-- a warehouse merges feeds that repeat themselves
CREATE TABLE stock (sku VARCHAR2(5) PRIMARY KEY, qty NUMBER(6) NOT NULL, seen DATE DEFAULT DATE '2024-01-01');
CREATE TABLE free_stock (sku VARCHAR2(5), qty NUMBER(6));
CREATE TABLE feed (sku VARCHAR2(5), qty NUMBER(6));
INSERT ALL INTO feed VALUES ('a', 1) INTO feed VALUES ('a', 2) INTO feed VALUES ('b', 3) SELECT 1 FROM dual;
MERGE INTO free_stock f USING feed s ON (f.sku = s.sku) WHEN NOT MATCHED THEN INSERT (sku, qty) VALUES (s.sku, s.qty);
--? SELECT sku, qty FROM free_stock ORDER BY sku, qty
--> a|1
--> a|2
--> b|3
--! 1
MERGE INTO stock t USING feed s ON (t.sku = s.sku) WHEN NOT MATCHED THEN INSERT (sku, qty) VALUES (s.sku, s.qty);
--? SELECT COUNT(*) FROM stock
--> 0
INSERT INTO stock (sku, qty) VALUES ('a', 100);
MERGE INTO stock t USING feed s ON (t.sku = s.sku) WHEN NOT MATCHED THEN INSERT (sku, qty) VALUES (s.sku, s.qty) WHERE s.qty > 2;
--? SELECT sku, qty, TO_CHAR(seen, 'YYYY') y FROM stock ORDER BY sku
--> a|100|2024
--> b|3|2024
--! 30926
MERGE INTO stock t USING feed s ON (t.sku = s.sku) WHEN MATCHED THEN UPDATE SET qty = s.qty;
MERGE INTO stock t USING feed s ON (t.sku = s.sku) WHEN MATCHED THEN UPDATE SET qty = s.qty WHERE s.qty = 2;
--? SELECT sku, qty FROM stock ORDER BY sku
--> a|2
--> b|3
MERGE INTO stock t USING (SELECT sku, SUM(qty) qty FROM feed GROUP BY sku) s ON (t.sku = s.sku) WHEN MATCHED THEN UPDATE SET qty = t.qty + s.qty DELETE WHERE t.qty > 5 WHEN NOT MATCHED THEN INSERT (sku, qty) VALUES (s.sku, s.qty);
--? SELECT sku, qty FROM stock ORDER BY sku
--> a|5
