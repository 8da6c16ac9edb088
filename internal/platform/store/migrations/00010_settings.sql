-- +goose Up
-- Scheduling settings: a tenant's global set and a factory's default set, each with a mock one that shadows it in
-- simulations. A schedule's own settings stand in its row; a run freezes the whole set that it used.
CREATE TABLE setting_global (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  mock BOOLEAN NOT NULL, set_values TEXT NOT NULL, UNIQUE (tenant_id, id), UNIQUE (tenant_id, mock));
CREATE TABLE setting_default (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  mock BOOLEAN NOT NULL, set_values TEXT NOT NULL, UNIQUE (tenant_id, id), UNIQUE (tenant_id, factory_id, mock));
