-- library
CREATE TABLE books (isbn CHAR(13) PRIMARY KEY, title VARCHAR2(100), copies NUMBER(3) DEFAULT 1);
CREATE TABLE loans (loan_id NUMBER GENERATED ALWAYS AS IDENTITY PRIMARY KEY, isbn CHAR(13) NOT NULL REFERENCES books, out_on DATE, back_on DATE, CHECK (back_on >= out_on));
CREATE INDEX loans_isbn_ix ON loans (isbn) TABLESPACE users;
INSERT INTO books (isbn, title) VALUES ('9780000000001', 'One');
INSERT INTO books VALUES ('9780000000002', q'[Two's]', 3);
INSERT INTO loans (isbn, out_on) VALUES ('9780000000002', DATE '2024-01-01');
--! 2290
UPDATE loans SET back_on = DATE '2023-12-31';
UPDATE loans SET back_on = out_on + 14;
--? SELECT b.title, l.back_on - l.out_on FROM books b JOIN loans l USING (isbn)
--> Two's|14
--! 2291
INSERT INTO loans (isbn) VALUES ('x');
