-- A small personnel schema in the manner of a vendor's sample: keys, checks, views, comments, code.
CREATE TABLE regions
    ( region_id      NUMBER
       CONSTRAINT region_id_nn NOT NULL
    , region_name    VARCHAR2(25)
    );

CREATE UNIQUE INDEX reg_id_pk ON regions (region_id);

ALTER TABLE regions ADD ( CONSTRAINT reg_id_pk PRIMARY KEY (region_id) ) ;

CREATE TABLE countries
    ( country_id CHAR(2) CONSTRAINT country_id_nn NOT NULL
    , country_name VARCHAR2(60)
    , region_id NUMBER
    , CONSTRAINT country_c_id_pk PRIMARY KEY (country_id)
    ) ORGANIZATION INDEX;

ALTER TABLE countries ADD ( CONSTRAINT countr_reg_fk FOREIGN KEY (region_id)
          	  REFERENCES regions(region_id) );

CREATE TABLE departments
    ( department_id    NUMBER(4)
    , department_name  VARCHAR2(30) CONSTRAINT dept_name_nn NOT NULL
    , manager_id       NUMBER(6)
    , country_id       CHAR(2)
    ) ;
ALTER TABLE departments ADD ( CONSTRAINT dept_id_pk PRIMARY KEY (department_id)
   , CONSTRAINT dept_co_fk FOREIGN KEY (country_id) REFERENCES countries (country_id) ) ;

CREATE SEQUENCE departments_seq START WITH 280 INCREMENT BY 10 MAXVALUE 9990 NOCACHE NOCYCLE;

CREATE TABLE employees
    ( employee_id    NUMBER(6)
    , first_name     VARCHAR2(20)
    , last_name      VARCHAR2(25) CONSTRAINT emp_last_name_nn NOT NULL
    , email          VARCHAR2(25) CONSTRAINT emp_email_nn NOT NULL
    , hire_date      DATE CONSTRAINT emp_hire_date_nn NOT NULL
    , salary         NUMBER(8,2)
    , commission_pct NUMBER(2,2)
    , manager_id     NUMBER(6)
    , department_id  NUMBER(4)
    , CONSTRAINT emp_salary_min CHECK (salary > 0)
    , CONSTRAINT emp_email_uk UNIQUE (email)
    ) ;
CREATE UNIQUE INDEX emp_emp_id_pk ON employees (employee_id) ;
ALTER TABLE employees ADD ( CONSTRAINT emp_emp_id_pk PRIMARY KEY (employee_id)
 , CONSTRAINT emp_dept_fk FOREIGN KEY (department_id) REFERENCES departments
 , CONSTRAINT emp_manager_fk FOREIGN KEY (manager_id) REFERENCES employees ) ;
ALTER TABLE departments ADD ( CONSTRAINT dept_mgr_fk FOREIGN KEY (manager_id) REFERENCES employees (employee_id) ) ;

CREATE INDEX emp_name_ix ON employees (last_name, first_name) NOLOGGING;

CREATE OR REPLACE VIEW emp_details_view
  (employee_id, full_name, department_name, country_name, region_name)
AS SELECT e.employee_id, e.first_name || ' ' || e.last_name, d.department_name, c.country_name, r.region_name
FROM employees e, departments d, countries c, regions r
WHERE e.department_id = d.department_id
  AND d.country_id = c.country_id
  AND c.region_id = r.region_id
WITH READ ONLY;

COMMENT ON TABLE employees IS 'employees table. References departments;
has a self reference';
COMMENT ON COLUMN employees.commission_pct IS 'Commission percentage of the employee; 0.2 is 20%';

INSERT INTO regions VALUES (1, 'Europe');
INSERT INTO regions VALUES (2, 'Americas');
INSERT INTO countries VALUES ('DE', 'Germany', 1);
INSERT INTO countries VALUES ('US', 'United States of America', 2);

ALTER TABLE departments DISABLE CONSTRAINT dept_mgr_fk;
INSERT INTO departments VALUES (10, 'Administration', 200, 'US');
INSERT INTO departments VALUES (20, 'Marketing', 201, 'DE');
INSERT INTO departments VALUES (departments_seq.NEXTVAL, q'[Who's Who]', NULL, 'DE');

INSERT INTO employees VALUES (200, 'Jennifer', 'Whale', 'JWHALE', TO_DATE('17-09-2013', 'dd-MM-yyyy'), 4400, NULL, NULL, 10);
INSERT INTO employees VALUES (201, 'Michael', 'Hart', 'MHART', TO_DATE('17-02-2014', 'dd-MM-yyyy'), 13000, .2, 200, 20);
INSERT INTO employees VALUES (202, 'Pat', 'Fay', 'PFAY', DATE '2015-08-17', 6000.5, NULL, 201, 20);
ALTER TABLE departments ENABLE CONSTRAINT dept_mgr_fk;
COMMIT;

CREATE OR REPLACE PROCEDURE secure_dml
IS
BEGIN
  IF TO_CHAR (SYSDATE, 'HH24:MI') NOT BETWEEN '08:00' AND '18:00' THEN
    RAISE_APPLICATION_ERROR (-20205, 'You may only make changes during normal office hours');
  END IF;
END secure_dml;
/

BEGIN
  FOR r IN (SELECT employee_id, salary FROM employees WHERE commission_pct IS NOT NULL) LOOP
    UPDATE employees SET salary = r.salary * 1.1 WHERE employee_id = r.employee_id;
  END LOOP;
  COMMIT;
END;
/
