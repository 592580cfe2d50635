-- virtual columns
CREATE TABLE items (id NUMBER GENERATED ALWAYS AS IDENTITY, net NUMBER(8,2), rate NUMBER(3,2) DEFAULT 0.2,
  gross NUMBER(10,2) GENERATED ALWAYS AS (ROUND(net * (1 + rate), 2)) VIRTUAL, secret VARCHAR2(5) INVISIBLE);
INSERT INTO items (net) VALUES (10);
INSERT INTO items (net, rate, secret) VALUES (10, 0.5, 'x');
--? SELECT * FROM items ORDER BY id
--> 1|10|0.2|12
--> 2|10|0.5|15
--? SELECT secret FROM items WHERE gross = 15
--> x
--! 54013
INSERT INTO items (net, gross) VALUES (1, 1);
--! 32795
INSERT INTO items (id, net) VALUES (9, 1);
