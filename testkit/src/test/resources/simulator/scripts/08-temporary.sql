-- temporary
CREATE GLOBAL TEMPORARY TABLE work_rows (id NUMBER, amount NUMBER) ON COMMIT DELETE ROWS;
CREATE TABLE totals (amount NUMBER);
INSERT INTO work_rows VALUES (1, 5);
INSERT INTO work_rows VALUES (2, 7);
INSERT INTO totals SELECT SUM(amount) FROM work_rows;
COMMIT;
--? SELECT COUNT(*) FROM work_rows
--> 0
--? SELECT amount FROM totals
--> 12
