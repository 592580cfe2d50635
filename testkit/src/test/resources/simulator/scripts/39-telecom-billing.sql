-- a telecom rates its calls with functions of its own
CREATE TABLE tariffs (tariff VARCHAR2(5) PRIMARY KEY, per_min NUMBER(6,4), free_min NUMBER(4));
CREATE TABLE calls (call_id NUMBER PRIMARY KEY, msisdn VARCHAR2(12), tariff VARCHAR2(5), started DATE, seconds NUMBER(6));
INSERT ALL INTO tariffs VALUES ('flat', 0, 0) INTO tariffs VALUES ('day', 0.09, 1) SELECT 1 FROM dual;
INSERT ALL INTO calls VALUES (1, '4790', 'flat', DATE '2024-05-01', 600) INTO calls VALUES (2, '4791', 'day', DATE '2024-05-01', 61) INTO calls VALUES (3, '4791', 'day', DATE '2024-05-02', 601) INTO calls VALUES (4, '4792', 'gone', DATE '2024-05-03', 5) SELECT 1 FROM dual;
CREATE OR REPLACE FUNCTION minutes (p_seconds IN NUMBER) RETURN NUMBER DETERMINISTIC IS
BEGIN
  RETURN CEIL(p_seconds / 60);
END minutes;
/
CREATE OR REPLACE PACKAGE rating AS
  FUNCTION price (p_tariff VARCHAR2, p_seconds NUMBER, p_factor NUMBER DEFAULT 1) RETURN NUMBER;
  FUNCTION bill_day (p_started DATE) RETURN DATE;
END rating;
/
CREATE OR REPLACE PACKAGE BODY rating AS
  FUNCTION price (p_tariff VARCHAR2, p_seconds NUMBER, p_factor NUMBER DEFAULT 1) RETURN NUMBER IS
    v_rate NUMBER;
    v_free NUMBER;
  BEGIN
    SELECT per_min, free_min INTO v_rate, v_free FROM tariffs WHERE tariff = p_tariff;
    RETURN GREATEST(minutes(p_seconds) - v_free, 0) * v_rate * p_factor;
  END price;
  FUNCTION bill_day (p_started DATE) RETURN DATE IS
  BEGIN
    RETURN LAST_DAY(p_started);
  END bill_day;
END rating;
/
CREATE OR REPLACE FUNCTION charges RETURN NUMBER IS
BEGIN
  INSERT INTO tariffs VALUES ('bad', 1, 1);
  RETURN 1;
END charges;
/
--? SELECT call_id, minutes(seconds) m, rating.price(tariff, seconds) p, TO_CHAR(rating.bill_day(started), 'DD.MM') b FROM calls ORDER BY call_id
--> 1|10|0|31.05
--> 2|2|0.09|31.05
--> 3|11|0.9|31.05
--> 4|1|null|31.05
--? SELECT msisdn, SUM(rating.price(tariff, seconds, 2)) total FROM calls WHERE minutes(seconds) > 1 GROUP BY msisdn HAVING SUM(rating.price(tariff, seconds)) > 0
--> 4791|1.98
CREATE TABLE bills AS SELECT msisdn, rating.price(tariff, seconds) due FROM calls WHERE tariff = 'day';
UPDATE bills SET due = due + minutes(59);
--? SELECT SUM(due) FROM bills
--> 2.99
--! 14551
SELECT charges FROM dual;
--! 14551
INSERT INTO bills SELECT 'x', charges() FROM dual;
--! 6553
SELECT minutes(1, 2) FROM dual;
--! 904
SELECT unknown_fn(seconds) FROM calls;
--! 1476
SELECT minutes(1 / 0) FROM dual;
