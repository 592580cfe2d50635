-- analytics
CREATE TABLE sales (region VARCHAR2(5), amount NUMBER);
INSERT ALL INTO sales VALUES ('N', 10) INTO sales VALUES ('N', 30) INTO sales VALUES ('S', 20) SELECT 1 FROM dual;
--? SELECT region, amount, ROW_NUMBER() OVER (PARTITION BY region ORDER BY amount DESC) rn FROM sales ORDER BY region, rn
--> N|30|1
--> N|10|2
--> S|20|1
--? SELECT amount, SUM(amount) OVER (ORDER BY amount) FROM sales ORDER BY amount
--> 10|10
--> 20|30
--> 30|60
--? SELECT amount, LAG(amount) OVER (ORDER BY amount), RANK() OVER (ORDER BY amount) FROM sales ORDER BY 1
--> 10|null|1
--> 20|10|2
--> 30|20|3
