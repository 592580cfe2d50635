-- inventory merge
CREATE TABLE stock (sku VARCHAR2(10) PRIMARY KEY, qty NUMBER DEFAULT 0 NOT NULL);
CREATE TABLE delivery (sku VARCHAR2(10), qty NUMBER);
INSERT ALL INTO stock VALUES ('A', 1) INTO stock VALUES ('B', 2) INTO stock VALUES ('C', 0) SELECT * FROM dual;
INSERT ALL INTO delivery VALUES ('A', 10) INTO delivery VALUES ('D', 5) INTO delivery VALUES ('C', 0) SELECT * FROM dual;
MERGE INTO stock s USING delivery d ON (s.sku = d.sku)
WHEN MATCHED THEN UPDATE SET s.qty = s.qty + d.qty DELETE WHERE s.qty = 0
WHEN NOT MATCHED THEN INSERT (sku, qty) VALUES (d.sku, d.qty);
COMMIT;
--? SELECT sku, qty FROM stock ORDER BY sku
--> A|11
--> B|2
--> D|5
