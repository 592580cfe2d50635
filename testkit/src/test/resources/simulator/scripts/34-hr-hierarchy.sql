-- who works for whom
CREATE TABLE staff (id NUMBER PRIMARY KEY, name VARCHAR2(12), boss NUMBER REFERENCES staff, dept NUMBER, pay NUMBER);
INSERT INTO staff VALUES (100, 'King', NULL, 90, 24000);
INSERT INTO staff VALUES (101, 'Kochhar', 100, 90, 17000);
INSERT INTO staff VALUES (102, 'De Haan', 100, 90, 17000);
INSERT INTO staff VALUES (103, 'Hunold', 102, 60, 9000);
INSERT INTO staff VALUES (104, 'Ernst', 103, 60, 6000);
INSERT INTO staff VALUES (105, 'Austin', 103, 60, 4800);
INSERT INTO staff VALUES (108, 'Greenberg', 101, 100, 12000);
CREATE TABLE depts (dept NUMBER PRIMARY KEY, title VARCHAR2(12));
INSERT ALL INTO depts VALUES (90, 'Board') INTO depts VALUES (60, 'IT') SELECT 1 FROM dual;
--? SELECT LEVEL, LPAD(' ', 2 * (LEVEL - 1)) || name n FROM staff START WITH boss IS NULL CONNECT BY PRIOR id = boss ORDER SIBLINGS BY name
--> 1|King
--> 2|  De Haan
--> 3|    Hunold
--> 4|      Austin
--> 4|      Ernst
--> 2|  Kochhar
--> 3|    Greenberg
--? SELECT SYS_CONNECT_BY_PATH(name, '/') p FROM staff WHERE CONNECT_BY_ISLEAF = 1 START WITH id = 102 CONNECT BY boss = PRIOR id ORDER BY p DESC
--> /De Haan/Hunold/Ernst
--> /De Haan/Hunold/Austin
--? SELECT CONNECT_BY_ROOT name chief, SUM(pay) FROM staff START WITH boss = 100 CONNECT BY PRIOR id = boss GROUP BY CONNECT_BY_ROOT name ORDER BY 2
--> Kochhar|29000
--> De Haan|36800
--? SELECT name, PRIOR name boss_name, pay - PRIOR pay diff FROM staff WHERE LEVEL = 2 START WITH boss IS NULL CONNECT BY PRIOR id = boss ORDER BY name
--> De Haan|King|-7000
--> Kochhar|King|-7000
--? SELECT name FROM staff START WITH name = 'Austin' CONNECT BY PRIOR boss = id
--> Austin
--> Hunold
--> De Haan
--> King
--? SELECT s.name, d.title, LEVEL FROM staff s, depts d WHERE s.dept = d.dept(+) START WITH s.id = 101 CONNECT BY PRIOR s.id = s.boss
--> Kochhar|Board|1
--> Greenberg|null|2
--? SELECT s.name FROM staff s JOIN depts d ON s.dept = d.dept WHERE d.title = 'IT' START WITH s.boss IS NULL CONNECT BY PRIOR s.id = s.boss ORDER SIBLINGS BY s.id DESC
--> Hunold
--> Austin
--> Ernst
--? SELECT ROWNUM, name FROM (SELECT name FROM staff START WITH boss IS NULL CONNECT BY PRIOR id = boss ORDER SIBLINGS BY id) WHERE ROWNUM <= 2
--> 1|King
--> 2|Kochhar
--? SELECT name FROM staff START WITH boss IS NULL CONNECT BY PRIOR id = boss AND PRIOR pay > 20000
--> King
--> Kochhar
--> De Haan
UPDATE staff SET boss = 105 WHERE id = 102;
--! 1436
SELECT name FROM staff START WITH id = 103 CONNECT BY PRIOR id = boss;
--? SELECT name, CONNECT_BY_ISCYCLE c FROM staff START WITH id = 103 CONNECT BY NOCYCLE PRIOR id = boss ORDER BY name
--> Austin|0
--> De Haan|1
--> Ernst|0
--> Hunold|0
--! 30930
SELECT CONNECT_BY_ISCYCLE FROM staff CONNECT BY PRIOR id = boss;
--! 1788
SELECT LEVEL FROM staff;
--! 30004
SELECT SYS_CONNECT_BY_PATH(name, 'n') FROM staff START WITH id = 104 CONNECT BY PRIOR boss = id AND LEVEL < 3;
--! 30007
SELECT name FROM staff CONNECT BY CONNECT_BY_ROOT id = boss;
--! 30929
SELECT name FROM staff ORDER SIBLINGS BY name;
