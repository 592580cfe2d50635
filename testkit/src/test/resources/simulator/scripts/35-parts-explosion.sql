-- bills of material with recursive WITH
CREATE TABLE bom (part VARCHAR2(8), sub VARCHAR2(8), qty NUMBER(4));
INSERT ALL INTO bom VALUES ('car', 'wheel', 4) INTO bom VALUES ('car', 'motor', 1) INTO bom VALUES ('wheel', 'bolt', 5) INTO bom VALUES ('motor', 'bolt', 20) INTO bom VALUES ('motor', 'piston', 4) SELECT 1 FROM dual;
--? WITH parts (part, qty) AS (SELECT sub, qty FROM bom WHERE part = 'car' UNION ALL SELECT b.sub, p.qty * b.qty FROM parts p JOIN bom b ON b.part = p.part) SELECT part, SUM(qty) FROM parts GROUP BY part ORDER BY part
--> bolt|40
--> motor|1
--> piston|4
--> wheel|4
--? WITH t (part, lvl, path) AS (SELECT sub, 1, sub FROM bom WHERE part = 'car' UNION ALL SELECT b.sub, t.lvl + 1, t.path || '>' || b.sub FROM t, bom b WHERE b.part = t.part) SEARCH DEPTH FIRST BY part DESC SET seq SELECT seq, lvl, path FROM t ORDER BY seq
--> 1|1|wheel
--> 2|2|wheel>bolt
--> 3|1|motor
--> 4|2|motor>piston
--> 5|2|motor>bolt
--? WITH t (part, lvl) AS (SELECT sub, 1 FROM bom WHERE part = 'car' UNION ALL SELECT b.sub, t.lvl + 1 FROM t, bom b WHERE b.part = t.part) SEARCH BREADTH FIRST BY part SET seq SELECT seq, part FROM t WHERE lvl = 1 ORDER BY seq
--> 1|motor
--> 2|wheel
--? WITH n (i, f) AS (SELECT 1, 1 FROM dual UNION ALL SELECT i + 1, f * (i + 1) FROM n WHERE i < 15) SELECT f FROM n WHERE i = 15
--> 1307674368000
INSERT INTO bom VALUES ('bolt', 'car', 1);
--! 32044
WITH t (part) AS (SELECT sub FROM bom WHERE part = 'car' UNION ALL SELECT b.sub FROM t, bom b WHERE b.part = t.part) SELECT COUNT(*) FROM t;
--? WITH t (part) AS (SELECT 'wheel' FROM dual UNION ALL SELECT b.sub FROM t, bom b WHERE b.part = t.part AND b.sub <> 'motor') CYCLE part SET again TO 'Y' DEFAULT 'N' SELECT part, again FROM t
--> wheel|N
--> bolt|N
--> car|N
--> wheel|Y
CREATE VIEW ten AS WITH n (i) AS (SELECT 1 FROM dual UNION ALL SELECT i + 1 FROM n WHERE i < 10) SELECT i FROM n;
--? SELECT SUM(i), MAX(i) FROM ten
--> 55|10
CREATE TABLE copy AS SELECT i, i * i sq FROM ten;
--? SELECT SUM(sq) FROM copy
--> 385
--! 32039
WITH n AS (SELECT 1 i FROM dual UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT i FROM n;
--! 32040
WITH n (i) AS (SELECT 1 FROM dual UNION SELECT i + 1 FROM n WHERE i < 3) SELECT i FROM n;
--! 32041
WITH n (i) AS (SELECT 1 FROM dual UNION ALL SELECT i + 1 FROM n WHERE i < 3 UNION ALL SELECT 0 FROM dual) SELECT i FROM n;
--! 32042
WITH n (i) AS (SELECT 1 FROM dual UNION ALL SELECT a.i + 1 FROM n a, n b WHERE a.i < 3) SELECT i FROM n;
--! 32486
WITH n (i) AS (SELECT 1 FROM dual UNION ALL SELECT MAX(i) + 1 FROM n WHERE i < 3) SELECT i FROM n;
