-- recursive with
CREATE TABLE bom (part VARCHAR2(5), sub VARCHAR2(5), qty NUMBER);
INSERT ALL INTO bom VALUES ('car', 'wheel', 4) INTO bom VALUES ('wheel', 'bolt', 5) SELECT 1 FROM dual;
--? SELECT a.part, b.sub, a.qty * b.qty FROM bom a JOIN bom b ON b.part = a.sub
--> car|bolt|20
--? SELECT SUBSTR(part, 1, 1), INSTR(sub, 'l'), LPAD(qty, 3, '0') FROM bom ORDER BY qty
--> c|5|004
--> w|3|005
