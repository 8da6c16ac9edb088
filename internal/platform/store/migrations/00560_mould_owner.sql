-- +goose Up
-- Who is responsible for a mould and which department makes it, both optional: the data scope of roles goes by them.
ALTER TABLE mould_order ADD COLUMN responsible_id TEXT;
ALTER TABLE mould_order ADD COLUMN department_id TEXT;
CREATE INDEX mould_order_responsible ON mould_order (tenant_id, responsible_id);
CREATE INDEX mould_order_department ON mould_order (tenant_id, department_id);
