-- banking
CREATE TABLE accounts (acc NUMBER PRIMARY KEY, balance NUMBER(12,2) NOT NULL CONSTRAINT no_overdraft CHECK (balance >= 0));
CREATE TABLE movements (id NUMBER, acc NUMBER REFERENCES accounts, amount NUMBER(12,2));
CREATE SEQUENCE mov_seq START WITH 1 INCREMENT BY 1 NOCACHE ORDER;
INSERT INTO accounts VALUES (1, 100);
INSERT INTO accounts VALUES (2, 0);
CREATE OR REPLACE PROCEDURE pay(p_from NUMBER, p_to NUMBER, p_amount NUMBER) AS
BEGIN
  UPDATE accounts SET balance = balance - p_amount WHERE acc = p_from;
  UPDATE accounts SET balance = balance + p_amount WHERE acc = p_to;
  INSERT INTO movements VALUES (mov_seq.NEXTVAL, p_from, -p_amount);
  INSERT INTO movements VALUES (mov_seq.NEXTVAL, p_to, p_amount);
END;
/
BEGIN
  pay(1, 2, 30);
  pay(2, 1, 5.5);
END;
/
--! 2290
BEGIN pay(2, 1, 1000); END;
COMMIT;
--? SELECT balance FROM accounts ORDER BY acc
--> 75.5
--> 24.5
--? SELECT COUNT(*), SUM(amount), MAX(id) FROM movements
--> 4|0|4
