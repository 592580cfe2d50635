-- a shop whose reports still use the old outer join
CREATE TABLE customers (customer_id NUMBER(6) PRIMARY KEY, name VARCHAR2(30) NOT NULL, city VARCHAR2(20));
CREATE TABLE orders (order_id NUMBER(8) PRIMARY KEY, customer_id NUMBER(6) REFERENCES customers, status VARCHAR2(8), placed DATE);
CREATE TABLE lines (order_id NUMBER(8) REFERENCES orders, line_no NUMBER(3), sku VARCHAR2(10), qty NUMBER(5), price NUMBER(8,2), PRIMARY KEY (order_id, line_no));
INSERT ALL INTO customers VALUES (1, 'Ann', 'Oslo') INTO customers VALUES (2, 'Bob', NULL) INTO customers VALUES (3, 'Cid', 'Rome') SELECT 1 FROM dual;
INSERT ALL INTO orders VALUES (10, 1, 'OPEN', DATE '2024-03-01') INTO orders VALUES (11, 1, 'SHIPPED', DATE '2024-03-02') INTO orders VALUES (12, 3, 'OPEN', DATE '2024-03-03') INTO orders VALUES (13, NULL, 'OPEN', NULL) SELECT 1 FROM dual;
INSERT ALL INTO lines VALUES (10, 1, 'A', 2, 9.5) INTO lines VALUES (10, 2, 'B', 1, 100) INTO lines VALUES (12, 1, 'A', 1, 9.5) SELECT 1 FROM dual;
--? SELECT c.name, COUNT(o.order_id) n FROM customers c, orders o WHERE c.customer_id = o.customer_id(+) GROUP BY c.name ORDER BY c.name
--> Ann|2
--> Bob|0
--> Cid|1
--? SELECT c.name, o.order_id FROM customers c, orders o WHERE c.customer_id = o.customer_id(+) AND o.status(+) = 'SHIPPED' ORDER BY 1
--> Ann|11
--> Bob|null
--> Cid|null
--? SELECT c.name, o.order_id FROM customers c, orders o WHERE c.customer_id = o.customer_id(+) AND o.status = 'SHIPPED'
--> Ann|11
--? SELECT c.name, NVL(SUM(l.qty * l.price), 0) total FROM customers c, orders o, lines l WHERE c.customer_id = o.customer_id(+) AND o.order_id = l.order_id(+) GROUP BY c.name ORDER BY total DESC, c.name
--> Ann|119
--> Cid|9.5
--> Bob|0
--? SELECT NVL(c.name, '-') n, o.order_id FROM customers c FULL OUTER JOIN orders o ON c.customer_id = o.customer_id ORDER BY 1, 2
--> -|13
--> Ann|10
--> Ann|11
--> Bob|null
--> Cid|12
--? SELECT customer_id, name, status FROM customers FULL JOIN orders USING (customer_id) ORDER BY customer_id, status
--> 1|Ann|OPEN
--> 1|Ann|SHIPPED
--> 2|Bob|null
--> 3|Cid|OPEN
--> null|null|OPEN
--? SELECT COUNT(*) FROM customers c FULL JOIN orders o ON c.customer_id = o.customer_id FULL JOIN lines l ON l.order_id = o.order_id
--> 6
--! 1468
SELECT 1 FROM customers c, orders o WHERE c.customer_id(+) = o.customer_id(+);
--! 1719
SELECT 1 FROM customers c, orders o WHERE c.customer_id = o.customer_id(+) OR c.city = 'Oslo';
--! 1416
SELECT 1 FROM customers c, orders o WHERE c.customer_id = o.customer_id(+) AND c.name(+) = o.status;
--! 25156
SELECT 1 FROM customers c JOIN orders o ON o.customer_id = c.customer_id, lines l WHERE l.order_id(+) = o.order_id;
--! 30563
SELECT c.name(+) FROM customers c;
--! 1799
SELECT 1 FROM customers c, orders o WHERE c.customer_id = o.customer_id(+) AND o.placed(+) = (SELECT MAX(placed) FROM orders);
