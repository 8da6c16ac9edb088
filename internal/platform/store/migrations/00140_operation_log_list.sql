-- +goose Up
-- The list of the operation log, newest first; with the columns that narrow every question, so that a count needs no row.
CREATE INDEX operation_log_at ON operation_log (tenant_id, at, id, factory_id, entity, action);
-- Who changed what is for administrators: the roles that may check everything else may not check this.
UPDATE role SET grants = substr(grants, 1, length(grants) - 1) || ',"!common.operationLog.*"]'
WHERE code IN ('planner', 'viewer') AND grants NOT LIKE '%common.operationLog%' AND grants LIKE '[%"]';
