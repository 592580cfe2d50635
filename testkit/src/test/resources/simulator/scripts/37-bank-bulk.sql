-- a bank posts interest in bulk
CREATE TABLE accounts (acc NUMBER(8) PRIMARY KEY, kind VARCHAR2(4), balance NUMBER(12,2));
CREATE TABLE postings (acc NUMBER(8), amount NUMBER(12,2), note VARCHAR2(20));
INSERT INTO accounts SELECT 1000 + LEVEL, CASE MOD(LEVEL, 3) WHEN 0 THEN 'SAVE' ELSE 'GIRO' END, LEVEL * 100 FROM dual CONNECT BY LEVEL <= 7;
DECLARE
  TYPE t_acc IS TABLE OF accounts.acc%TYPE;
  TYPE t_money IS TABLE OF NUMBER INDEX BY PLS_INTEGER;
  TYPE t_row IS TABLE OF accounts%ROWTYPE INDEX BY PLS_INTEGER;
  TYPE t_sum IS TABLE OF NUMBER INDEX BY VARCHAR2(4);
  v_acc t_acc;
  v_interest t_money;
  v_rows t_row;
  v_sum t_sum;
  v_kind VARCHAR2(4);
  CURSOR c IS SELECT * FROM accounts ORDER BY acc;
BEGIN
  SELECT acc, ROUND(balance * 0.01, 2) BULK COLLECT INTO v_acc, v_interest FROM accounts WHERE kind = 'SAVE' ORDER BY acc;
  FORALL i IN 1 .. v_acc.COUNT
    UPDATE accounts SET balance = balance + v_interest(i) WHERE acc = v_acc(i);
  FORALL i IN v_acc.FIRST .. v_acc.LAST
    INSERT INTO postings VALUES (v_acc(i), v_interest(i), 'interest');
  OPEN c;
  LOOP
    FETCH c BULK COLLECT INTO v_rows LIMIT 3;
    EXIT WHEN v_rows.COUNT = 0;
    FOR i IN 1 .. v_rows.COUNT LOOP
      v_kind := v_rows(i).kind;
      IF v_sum.EXISTS(v_kind) THEN
        v_sum(v_kind) := v_sum(v_kind) + v_rows(i).balance;
      ELSE
        v_sum(v_kind) := v_rows(i).balance;
      END IF;
    END LOOP;
  END LOOP;
  CLOSE c;
  v_kind := v_sum.FIRST;
  WHILE v_kind IS NOT NULL LOOP
    INSERT INTO postings VALUES (NULL, v_sum(v_kind), v_kind);
    v_kind := v_sum.NEXT(v_kind);
  END LOOP;
END;
/
--? SELECT acc, amount, note FROM postings ORDER BY note DESC, acc
--> 1003|3|interest
--> 1006|6|interest
--> null|909|SAVE
--> null|1900|GIRO
DECLARE
  TYPE t_acc IS TABLE OF NUMBER;
  TYPE t_note IS TABLE OF VARCHAR2(20);
  closed t_acc;
  notes t_note := t_note('a', 'b');
BEGIN
  DELETE FROM accounts WHERE kind = 'SAVE' RETURNING acc BULK COLLECT INTO closed;
  notes.EXTEND;
  notes(3) := 'closed ' || closed.COUNT;
  notes.DELETE(1);
  INSERT INTO postings VALUES (notes.COUNT, notes.FIRST, notes(notes.LAST));
  closed.TRIM;
  INSERT INTO postings VALUES (closed(1), closed.COUNT, 'left');
END;
/
--? SELECT acc, amount, note FROM postings WHERE note LIKE 'closed%' OR note = 'left' ORDER BY note
--> 2|2|closed 2
--> 1003|1|left
--! 6531
DECLARE TYPE t IS TABLE OF NUMBER; a t; BEGIN a.EXTEND; END;
/
--! 6533
DECLARE TYPE t IS TABLE OF NUMBER; a t := t(1); BEGIN a(2) := 1; END;
/
--! 6532
DECLARE TYPE t IS VARRAY(2) OF NUMBER; a t := t(1, 2); BEGIN a.EXTEND; END;
/
--! 1403
DECLARE TYPE t IS TABLE OF NUMBER INDEX BY PLS_INTEGER; a t; n NUMBER; BEGIN n := a(5); END;
/
