-- null rules
CREATE TABLE nr (id NUMBER, s VARCHAR2(5));
INSERT INTO nr VALUES (1, '');
INSERT INTO nr VALUES (2, 'x');
--? SELECT id FROM nr WHERE s IS NULL
--> 1
--? SELECT id, NVL2(s, 'yes', 'no'), COALESCE(s, 'none'), LENGTH('') FROM nr ORDER BY 1
--> 1|no|none|null
--> 2|yes|x|null
--? SELECT COUNT(s), COUNT(*) FROM nr WHERE id NOT IN (SELECT 7 FROM dual)
--> 1|2
--? SELECT 'a' || NULL || 'b' FROM dual
--> ab
