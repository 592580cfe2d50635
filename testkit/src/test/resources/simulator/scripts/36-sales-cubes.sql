-- monthly reports of a bookstore chain
CREATE TABLE sales (region VARCHAR2(6), product VARCHAR2(6), sold DATE, qty NUMBER(6), amount NUMBER(9,2));
INSERT ALL INTO sales VALUES ('north', 'atlas', DATE '2024-01-05', 2, 40) INTO sales VALUES ('north', 'novel', DATE '2024-01-09', 5, 50) INTO sales VALUES ('south', 'atlas', DATE '2024-02-01', 1, 20) INTO sales VALUES ('south', 'novel', DATE '2024-02-03', NULL, NULL) INTO sales VALUES ('south', 'novel', DATE '2024-02-04', 3, 30) SELECT 1 FROM dual;
--? SELECT region, product, SUM(amount) FROM sales GROUP BY ROLLUP (region, product) ORDER BY GROUPING(region), region, GROUPING(product), product
--> north|atlas|40
--> north|novel|50
--> north|null|90
--> south|atlas|20
--> south|novel|30
--> south|null|50
--> null|null|140
--? SELECT CASE GROUPING(region) WHEN 1 THEN 'all' ELSE region END r, CASE GROUPING(product) WHEN 1 THEN 'all' ELSE product END p, COUNT(*) n FROM sales GROUP BY CUBE (region, product) HAVING COUNT(*) >= 2 ORDER BY n, r, p
--> all|atlas|2
--> north|all|2
--> south|novel|2
--> all|novel|3
--> south|all|3
--> all|all|5
--? SELECT region, TO_CHAR(sold, 'YYYY-MM') m, SUM(qty), GROUPING_ID(region, TO_CHAR(sold, 'YYYY-MM')) g FROM sales GROUP BY GROUPING SETS ((region), (TO_CHAR(sold, 'YYYY-MM')), ()) ORDER BY g, 1, 2
--> north|null|7|1
--> south|null|4|1
--> null|2024-01|7|2
--> null|2024-02|4|2
--> null|null|11|3
--? SELECT region, SUM(amount) s, RANK() OVER (ORDER BY SUM(amount) DESC) r FROM sales GROUP BY ROLLUP (region) ORDER BY r
--> null|140|1
--> north|90|2
--> south|50|3
--? SELECT region, MAX(product) KEEP (DENSE_RANK LAST ORDER BY amount NULLS FIRST) best, MIN(amount) KEEP (DENSE_RANK FIRST ORDER BY sold) first_sale FROM sales GROUP BY region ORDER BY region
--> north|novel|40
--> south|novel|20
--? SELECT sold - DATE '2024-01-01' d, SUM(amount) OVER (ORDER BY sold RANGE BETWEEN 4 PRECEDING AND CURRENT ROW) s FROM sales ORDER BY sold
--> 4|40
--> 8|90
--> 31|20
--> 33|20
--> 34|50
--? SELECT qty, LAST_VALUE(qty IGNORE NULLS) OVER (ORDER BY sold) l, LAG(qty) IGNORE NULLS OVER (ORDER BY sold) g FROM sales ORDER BY sold
--> 2|2|null
--> 5|5|2
--> 1|1|5
--> null|1|1
--> 3|3|1
--? SELECT * FROM (SELECT region, product, amount FROM sales) PIVOT (SUM(amount) AS total, COUNT(*) AS n FOR product IN ('atlas' AS atlas, 'novel' AS novel)) ORDER BY region
--> north|40|1|50|1
--> south|20|1|30|2
--? SELECT p.region, p.atlas FROM (SELECT region, product, qty FROM sales) PIVOT (MAX(qty) FOR product IN ('atlas' AS atlas)) p ORDER BY 1
--> north|2
--> south|1
--? SELECT region, what, v FROM (SELECT region, SUM(qty) qty, SUM(amount) amount FROM sales GROUP BY region) UNPIVOT (v FOR what IN (qty AS 'pieces', amount)) ORDER BY region, what
--> north|AMOUNT|90
--> north|pieces|7
--> south|AMOUNT|50
--> south|pieces|4
--! 30481
SELECT region, GROUPING(region) FROM sales GROUP BY region;
--! 979
SELECT region, qty FROM sales GROUP BY ROLLUP (region);
--! 1489
SELECT LISTAGG(RPAD(region, 1500), ',') WITHIN GROUP (ORDER BY qty) FROM sales;
--! 56902
SELECT * FROM (SELECT region, qty FROM sales) PIVOT (UPPER(region) FOR qty IN (1));
--! 900
SELECT SUM(qty) KEEP (DENSE_RANK LAST ORDER BY sold) FROM sales;
