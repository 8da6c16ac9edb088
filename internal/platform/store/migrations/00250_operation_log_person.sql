-- +goose Up
-- Who changed what: the lines of one person, newest first, and the names of all who stand in the log.
CREATE INDEX operation_log_person ON operation_log (tenant_id, by_name, at, id, factory_id, entity, action);
