-- +goose Up
-- Roles become records of the administrator: those that stand here are the ones that every company begins with.
CREATE TABLE role_group (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  name TEXT NOT NULL, sort_order INTEGER NOT NULL, UNIQUE (tenant_id, id), UNIQUE (tenant_id, name));
ALTER TABLE role ADD COLUMN group_id TEXT;
ALTER TABLE role ADD COLUMN type INTEGER NOT NULL DEFAULT 2;
ALTER TABLE role ADD COLUMN sort_order INTEGER NOT NULL DEFAULT 0;
ALTER TABLE role ADD COLUMN valid BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE role ADD COLUMN remark TEXT NOT NULL DEFAULT '';
ALTER TABLE role ADD COLUMN app_menus TEXT NOT NULL DEFAULT '[]';
ALTER TABLE role ADD COLUMN sections TEXT NOT NULL DEFAULT '[]';
ALTER TABLE role ADD COLUMN files TEXT NOT NULL DEFAULT '[]';
ALTER TABLE role ADD COLUMN checks TEXT NOT NULL DEFAULT '[]';
UPDATE role SET sort_order = CASE code WHEN 'administrator' THEN 1 WHEN 'planner' THEN 2 WHEN 'scheduler' THEN 3 WHEN 'floor' THEN 4 ELSE 5 END;
-- Who works here and what they may is for administrators: the roles that may check everything else may not check this.
UPDATE role SET grants = substr(grants, 1, length(grants) - 1) || ',"!system.user.*","!system.role.*"]'
WHERE code IN ('planner', 'viewer') AND grants NOT LIKE '%!system.role.%' AND grants LIKE '[%"]';
