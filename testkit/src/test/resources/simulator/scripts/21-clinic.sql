-- clinic
CREATE TABLE patient (id NUMBER PRIMARY KEY, born DATE, notes CLOB);
INSERT INTO patient VALUES (1, DATE '1980-06-15', 'healthy');
INSERT INTO patient VALUES (2, DATE '2000-02-29', EMPTY_CLOB());
--? SELECT id, EXTRACT(YEAR FROM born), DBMS_LOB.GETLENGTH(notes) FROM patient ORDER BY 1
--> 1|1980|7
--> 2|2000|0
--? SELECT FLOOR(MONTHS_BETWEEN(DATE '2024-06-14', born) / 12) FROM patient ORDER BY id
--> 43
--> 24
UPDATE patient SET notes = notes || ' again' WHERE id = 1;
--? SELECT notes FROM patient WHERE id = 1
--> healthy again
