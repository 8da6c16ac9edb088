-- +goose Up
-- What people are changing of plans and have not kept yet. A person has one draft for a schedule. The plan that it is meant for may be
-- cleared away meanwhile: the draft keeps its id without a reference, and goes on to the newest plan.
CREATE TABLE plan_draft (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  account_id TEXT NOT NULL, person_name TEXT NOT NULL, schedule_id TEXT NOT NULL, plan_id TEXT NOT NULL, plan_number BIGINT NOT NULL, steps TEXT NOT NULL, done BIGINT NOT NULL, left_out TEXT NOT NULL, UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, schedule_id) REFERENCES schedule (tenant_id, id));
CREATE UNIQUE INDEX plan_draft_of ON plan_draft (tenant_id, factory_id, schedule_id, account_id);
