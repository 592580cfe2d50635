-- clerks change rows through views
CREATE TABLE items (id NUMBER PRIMARY KEY, label VARCHAR2(20) NOT NULL, price NUMBER(8,2) DEFAULT 1, hidden NUMBER(1) DEFAULT 0);
INSERT INTO items (id, label, price) SELECT LEVEL, 'i' || LEVEL, LEVEL * 10 FROM dual CONNECT BY LEVEL <= 4;
CREATE VIEW shown (no, text, gross) AS SELECT i.id, i.label, i.price * 1.2 FROM items i WHERE i.hidden = 0;
CREATE VIEW cheap AS SELECT * FROM items WHERE price < 25;
CREATE VIEW looked AS SELECT id FROM items WITH READ ONLY;
CREATE VIEW counted AS SELECT hidden, COUNT(*) n FROM items GROUP BY hidden;
UPDATE items SET hidden = 1 WHERE id = 2;
UPDATE shown SET text = text || '*' WHERE no <= 3;
DELETE FROM cheap WHERE label LIKE 'i2%';
INSERT INTO shown (no, text) VALUES (9, 'nine');
INSERT INTO cheap VALUES (10, 'ten', 2, 0);
UPDATE (SELECT id, price FROM items WHERE label = 'i4') SET price = price + 0.5;
--? SELECT id, label, price FROM items ORDER BY id
--> 1|i1*|10
--> 3|i3*|30
--> 4|i4|40.5
--> 9|nine|1
--> 10|ten|2
DELETE FROM (SELECT * FROM items WHERE price > 30);
--? SELECT COUNT(*) FROM shown
--> 4
--! 1733
UPDATE shown SET gross = 1;
--! 1732
DELETE FROM counted;
--! 42399
UPDATE looked SET id = 5;
--! 1400
INSERT INTO shown (no) VALUES (11);
--! 904
UPDATE shown SET price = 1;
