-- hierarchy
CREATE TABLE tree (id NUMBER PRIMARY KEY, parent NUMBER, name VARCHAR2(10));
INSERT ALL INTO tree VALUES (1, NULL, 'root') INTO tree VALUES (2, 1, 'left') INTO tree VALUES (3, 2, 'leaf') SELECT 1 FROM dual;
--? SELECT LEVEL, name FROM tree START WITH parent IS NULL CONNECT BY PRIOR id = parent
--> 1|root
--> 2|left
--> 3|leaf
--? SELECT LEVEL FROM dual CONNECT BY LEVEL <= 3
--> 1
--> 2
--> 3
