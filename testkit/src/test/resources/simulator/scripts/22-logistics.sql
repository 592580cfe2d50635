-- logistics
CREATE TABLE depot (id NUMBER PRIMARY KEY, city VARCHAR2(20));
CREATE TABLE trip (id NUMBER PRIMARY KEY, src NUMBER REFERENCES depot, dst NUMBER REFERENCES depot, leaves TIMESTAMP WITH TIME ZONE);
INSERT INTO depot VALUES (1, 'Bern');
INSERT INTO depot VALUES (2, 'Rome');
INSERT INTO trip VALUES (1, 1, 2, TIMESTAMP '2024-03-01 08:00:00 +01:00');
INSERT INTO trip VALUES (2, 2, 1, TIMESTAMP '2024-03-01 07:30:00 +00:00');
--? SELECT t.id, a.city || '-' || b.city FROM trip t JOIN depot a ON a.id = t.src JOIN depot b ON b.id = t.dst ORDER BY t.leaves
--> 1|Bern-Rome
--> 2|Rome-Bern
--? SELECT (SELECT COUNT(*) FROM trip t WHERE t.src = d.id) FROM depot d ORDER BY d.id
--> 1
--> 1
