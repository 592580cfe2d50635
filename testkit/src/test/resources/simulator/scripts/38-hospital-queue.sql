-- a hospital works through its queue row by row
CREATE TABLE visits (visit_id NUMBER PRIMARY KEY, patient VARCHAR2(20), ward VARCHAR2(5), urgency NUMBER(1), state VARCHAR2(10) DEFAULT 'WAITING');
INSERT INTO visits (visit_id, patient, ward, urgency) SELECT LEVEL, 'p' || LEVEL, CASE WHEN LEVEL < 4 THEN 'EYE' ELSE 'SKIN' END, MOD(LEVEL, 3) FROM dual CONNECT BY LEVEL <= 6;
CREATE TABLE audit_log (line NUMBER, text VARCHAR2(60));
DECLARE
  CURSOR c (p_ward VARCHAR2) IS SELECT visit_id, urgency FROM visits WHERE ward = p_ward ORDER BY visit_id FOR UPDATE OF state;
  n NUMBER := 0;
  gone VARCHAR2(20);
BEGIN
  FOR v IN c('EYE') LOOP
    IF v.urgency = 0 THEN
      DELETE FROM visits WHERE CURRENT OF c;
    ELSE
      UPDATE visits SET state = 'SEEN' || v.urgency WHERE CURRENT OF c;
    END IF;
    n := n + SQL%ROWCOUNT;
  END LOOP;
  DELETE FROM visits WHERE visit_id = 4 RETURNING patient || '/' || ward INTO gone;
  INSERT INTO audit_log VALUES (n, gone);
END;
/
--? SELECT visit_id, state FROM visits ORDER BY visit_id
--> 1|SEEN1
--> 2|SEEN2
--> 5|WAITING
--> 6|WAITING
--? SELECT * FROM audit_log
--> 3|p4/SKIN
DECLARE
  total NUMBER := 0;
BEGIN
  <<wards>>
  FOR w IN 1 .. 4 LOOP
    FOR b IN 1 .. 10 LOOP
      CONTINUE wards WHEN b > w;
      EXIT wards WHEN w = 4;
      total := total + b;
    END LOOP;
    total := total + 100;
  END LOOP wards;
  INSERT INTO audit_log VALUES (total, 'beds');
END;
/
--? SELECT line FROM audit_log WHERE text = 'beds'
--> 10
--! 1410
DECLARE CURSOR c IS SELECT visit_id FROM visits FOR UPDATE; BEGIN OPEN c; UPDATE visits SET urgency = 9 WHERE CURRENT OF c; END;
/
--! 6550
DECLARE CURSOR c IS SELECT visit_id FROM visits; n NUMBER; BEGIN OPEN c; FETCH c INTO n; UPDATE visits SET urgency = 9 WHERE CURRENT OF c; END;
/
--! 6550
BEGIN LOOP EXIT nowhere; END LOOP; END;
/
--! 6550
BEGIN EXIT; END;
/
