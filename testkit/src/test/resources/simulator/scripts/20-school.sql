-- school
CREATE TABLE student (id NUMBER PRIMARY KEY, name VARCHAR2(20));
CREATE TABLE course (id NUMBER PRIMARY KEY, name VARCHAR2(20));
CREATE TABLE enrol (s NUMBER REFERENCES student, c NUMBER REFERENCES course, grade NUMBER(2,1), PRIMARY KEY (s, c)) ORGANIZATION INDEX;
INSERT INTO student SELECT LEVEL, 'S' || LEVEL FROM dual CONNECT BY LEVEL <= 3;
INSERT INTO course SELECT LEVEL, 'C' || LEVEL FROM dual CONNECT BY LEVEL <= 2;
INSERT INTO enrol SELECT s.id, c.id, s.id FROM student s CROSS JOIN course c WHERE s.id <> 3 OR c.id = 1;
--? SELECT COUNT(*), AVG(grade) FROM enrol
--> 5|1.8
--? SELECT name FROM student s WHERE (SELECT COUNT(*) FROM enrol e WHERE e.s = s.id) = 1
--> S3
--! 1
INSERT INTO enrol VALUES (1, 1, 5);
