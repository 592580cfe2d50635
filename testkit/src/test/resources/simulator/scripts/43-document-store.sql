-- an insurer keeps loose documents
CREATE TABLE claims (id NUMBER PRIMARY KEY, body VARCHAR2(200), code RAW(4), tag CHAR(4));
INSERT INTO claims VALUES (1, '{"kind": "car", "parts": [1, 2, {"a": null}]}', HEXTORAW('CAFE'), 'x');
INSERT INTO claims VALUES (2, '{kind: ''car'',}', NULL, NULL);
INSERT INTO claims VALUES (3, '{"kind": }', HEXTORAW('00'), 'long');
INSERT INTO claims VALUES (4, NULL, NULL, NULL);
--? SELECT id FROM claims WHERE body IS JSON ORDER BY id
--> 1
--> 2
--? SELECT id FROM claims WHERE body IS JSON STRICT
--> 1
--? SELECT id FROM claims WHERE body IS NOT JSON
--> 3
--? SELECT CASE WHEN body IS JSON THEN 'json' ELSE 'text' END k, COUNT(*) FROM claims WHERE body IS NOT NULL GROUP BY CASE WHEN body IS JSON THEN 'json' ELSE 'text' END ORDER BY 1
--> json|2
--> text|1
--? SELECT DUMP(code) c, DUMP(tag) t, DUMP(id) i FROM claims WHERE id IN (1, 2) ORDER BY id
--> Typ=23 Len=2: 202,254|Typ=96 Len=4: 120,32,32,32|Typ=2 Len=2: 193,2
--> NULL|NULL|Typ=2 Len=2: 193,3
--? SELECT DUMP(-123.45) n, DUMP(1000000) m, DUMP('Ab', 1016) s FROM dual
--> Typ=2 Len=5: 61,100,78,56,102|Typ=2 Len=2: 196,2|Typ=96 Len=2 CharacterSet=AL32UTF8: 41,62
--! 900
SELECT id FROM claims WHERE body IS JSON WITH UNIQUE KEYS;
--! 900
SELECT jt.k FROM JSON_TABLE('{}', '$' COLUMNS (k NUMBER PATH '$.k')) jt;
