-- +goose Up
-- Who changed what: the lines of one person, newest first, and the names of all who stand in the log.
CREATE INDEX operation_log_person ON operation_log (tenant_id, by_name, at, id, factory_id, entity, action);
-- The newest lines of one kind: the index by record has them in another order, and SQLite sorted them all.
CREATE INDEX operation_log_kind ON operation_log (tenant_id, entity, at, id, factory_id, action);
