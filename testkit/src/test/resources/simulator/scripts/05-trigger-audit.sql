-- trigger audit
CREATE TABLE price (id NUMBER PRIMARY KEY, amount NUMBER(8,2));
CREATE TABLE price_log (id NUMBER, old_amount NUMBER, new_amount NUMBER, who VARCHAR2(30), op CHAR(1));
CREATE OR REPLACE TRIGGER price_aud
AFTER INSERT OR UPDATE OR DELETE ON price
REFERENCING OLD AS o NEW AS n
FOR EACH ROW
DECLARE
  v_op CHAR(1);
BEGIN
  IF INSERTING THEN v_op := 'I';
  ELSIF UPDATING THEN v_op := 'U';
  ELSE v_op := 'D';
  END IF;
  INSERT INTO price_log VALUES (NVL(:n.id, :o.id), :o.amount, :n.amount, USER, v_op);
END;
/
INSERT INTO price VALUES (1, 9.99);
UPDATE price SET amount = amount * 2;
DELETE FROM price;
COMMIT;
--? SELECT * FROM price_log ORDER BY op
--> 1|19.98|null|APP|D
--> 1|null|9.99|APP|I
--> 1|9.99|19.98|APP|U
