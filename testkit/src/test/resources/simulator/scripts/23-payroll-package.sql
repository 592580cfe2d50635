-- payroll package
CREATE TABLE pay (id NUMBER PRIMARY KEY, gross NUMBER(9,2), net NUMBER(9,2));
INSERT INTO pay (id, gross) SELECT LEVEL, LEVEL * 1000 FROM dual CONNECT BY LEVEL <= 3;
CREATE OR REPLACE PACKAGE tax AS
  FUNCTION net(p NUMBER) RETURN NUMBER;
  PROCEDURE apply;
END tax;
/
CREATE OR REPLACE PACKAGE BODY tax AS
  FUNCTION net(p NUMBER) RETURN NUMBER IS
  BEGIN
    IF p > 2000 THEN
      RETURN p * 0.7;
    END IF;
    RETURN p * 0.8;
  END net;
  PROCEDURE apply IS
    v NUMBER;
  BEGIN
    FOR r IN (SELECT id, gross FROM pay) LOOP
      v := net(r.gross);
      UPDATE pay SET net = v WHERE id = r.id;
    END LOOP;
  END apply;
END tax;
/
BEGIN tax.apply; END;
/
--? SELECT net FROM pay ORDER BY id
--> 800
--> 1600
--> 2100
