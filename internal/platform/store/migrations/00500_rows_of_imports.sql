-- +goose Up
-- Each import is one entry of the operation log, with its rows behind it. Lines of before stay entries of their own.
ALTER TABLE operation_log ADD COLUMN import_id TEXT;
CREATE INDEX operation_log_import ON operation_log (tenant_id, import_id, at, id) WHERE import_id IS NOT NULL;
-- The list of the operation log leaves the rows of imports out.
DROP INDEX operation_log_at;
CREATE INDEX operation_log_at ON operation_log (tenant_id, at, id, factory_id, entity, action, import_id);
DROP INDEX operation_log_person;
CREATE INDEX operation_log_person ON operation_log (tenant_id, by_name, at, id, factory_id, entity, action, import_id);
