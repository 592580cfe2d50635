-- a museum dates its pieces
CREATE TABLE pieces (id NUMBER PRIMARY KEY, made DATE);
INSERT INTO pieces VALUES (1, DATE '1582-10-04');
INSERT INTO pieces VALUES (2, TO_DATE('10.10.1582', 'DD.MM.YYYY'));
INSERT INTO pieces VALUES (3, DATE '1452-04-15');
INSERT INTO pieces VALUES (4, DATE '2000-02-29');
--? SELECT id, TO_CHAR(made, 'YYYY-MM-DD') d, TRIM(TO_CHAR(made, 'DAY')) w FROM pieces ORDER BY id
--> 1|1582-10-04|THURSDAY
--> 2|1582-10-15|FRIDAY
--> 3|1452-04-15|SATURDAY
--> 4|2000-02-29|TUESDAY
--? SELECT b.made - a.made FROM pieces a, pieces b WHERE a.id = 1 AND b.id = 2
--> 1
--? SELECT TO_CHAR(made + 1, 'YYYY-MM-DD') d, TO_CHAR(made, 'J') j FROM pieces WHERE id = 1
--> 1582-10-15|2299160
--? SELECT TO_CHAR(DATE '1582-10-15' - 1, 'YYYY-MM-DD') d, DATE '2000-01-01' - DATE '1500-01-01' n FROM dual
--> 1582-10-04|182612
--? SELECT TO_CHAR(made + INTERVAL '20' DAY, 'YYYY-MM-DD') d FROM pieces WHERE id = 1
--> 1582-11-03
--? SELECT DUMP(made) d FROM pieces WHERE id = 3
--> Typ=12 Len=7: 114,152,4,15,1,1,1
--! 900
SELECT DATE '1500-02-29' FROM dual;
--! 1839
SELECT DATE '1501-02-29' FROM dual;
