-- +goose Up
-- Where a company enters a module that is somebody else's, and whether it is shown inside our pages or beside them.
CREATE TABLE module_setting (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  module TEXT NOT NULL, address TEXT NOT NULL, opens INTEGER NOT NULL, UNIQUE (tenant_id, id), UNIQUE (tenant_id, module));
