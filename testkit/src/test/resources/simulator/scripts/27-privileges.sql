-- privileges
CREATE TABLE mine (id NUMBER);
GRANT SELECT, INSERT ON mine TO system;
REVOKE INSERT ON mine FROM system;
--! 1031
CREATE USER other IDENTIFIED BY x;
--! 942
SELECT * FROM sys.nothing;
--? SELECT COUNT(*) FROM user_tables WHERE table_name = 'MINE'
--> 1
