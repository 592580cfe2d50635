-- sequence key
CREATE SEQUENCE doc_seq START WITH 1000 INCREMENT BY 10 CACHE 20;
CREATE TABLE docs (id NUMBER PRIMARY KEY, title NVARCHAR2(50), created TIMESTAMP(3));
CREATE OR REPLACE TRIGGER docs_bi BEFORE INSERT ON docs FOR EACH ROW
BEGIN
  :NEW.id := NVL(:NEW.id, doc_seq.NEXTVAL);
  :NEW.created := TIMESTAMP '2024-01-02 03:04:05.678';
END;
/
INSERT INTO docs (title) VALUES (N'first');
INSERT INTO docs (title) SELECT 'copy of ' || title FROM docs;
--? SELECT title, created FROM docs ORDER BY id
--> first|2024-01-02 03:04:05.678
--> copy of first|2024-01-02 03:04:05.678
--? SELECT COUNT(DISTINCT id), MIN(id) FROM docs
--> 2|1000
