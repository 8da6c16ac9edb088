-- +goose Up
-- Runs wait in their own table. Tenants take turns, then the factories of a tenant: what counts is when each last began
-- a run. A run that a stopping node hands over goes on from the best plan that it had, for the time that is left.
ALTER TABLE schedule_run ADD COLUMN spent_millis BIGINT NOT NULL DEFAULT 0;

CREATE TABLE run_turn (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  began_at TIMESTAMP, UNIQUE (tenant_id, id), UNIQUE (tenant_id, factory_id));

CREATE TABLE run_best (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  run_id TEXT NOT NULL, tasks TEXT NOT NULL, UNIQUE (tenant_id, id), UNIQUE (tenant_id, run_id));
