-- synonyms views
CREATE TABLE base_data (id NUMBER PRIMARY KEY, v VARCHAR2(10));
CREATE OR REPLACE SYNONYM bd FOR base_data;
INSERT INTO bd VALUES (1, 'a');
UPDATE bd SET v = 'b' WHERE id = 1;
CREATE OR REPLACE VIEW bd_view (ident, val) AS SELECT id, UPPER(v) FROM bd WITH READ ONLY;
--? SELECT * FROM bd_view
--> 1|B
MERGE INTO bd USING (SELECT 2 AS id, 'z' AS v FROM dual) s ON (bd.id = s.id) WHEN NOT MATCHED THEN INSERT VALUES (s.id, s.v);
--? SELECT COUNT(*) FROM base_data
--> 2
DROP SYNONYM bd;
--! 942
SELECT * FROM bd;
