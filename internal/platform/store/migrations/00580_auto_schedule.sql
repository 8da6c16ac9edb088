-- +goose Up
-- Auto-schedules of a factory, and what they have done. The runs keep the name of their schedule and ids without references: they
-- tell what happened, also of a schedule that is gone.
CREATE TABLE auto_schedule (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  name TEXT NOT NULL, schedule_id TEXT, expression TEXT NOT NULL, enabled BOOLEAN NOT NULL, publish BOOLEAN NOT NULL, next_at TIMESTAMP, zone TEXT NOT NULL DEFAULT '', owner TEXT NOT NULL, creator_name TEXT NOT NULL, UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, schedule_id) REFERENCES schedule (tenant_id, id));
CREATE INDEX auto_schedule_due ON auto_schedule (next_at);

CREATE TABLE auto_schedule_run (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  auto_schedule_id TEXT NOT NULL, due_at TIMESTAMP NOT NULL, began_at TIMESTAMP NOT NULL, ended_at TIMESTAMP, outcome TEXT NOT NULL, caught_up BOOLEAN NOT NULL, missed BIGINT NOT NULL, schedule_id TEXT NOT NULL, schedule_name TEXT NOT NULL,
  run_id TEXT NOT NULL, plan_number BIGINT NOT NULL, publish BOOLEAN NOT NULL, published BOOLEAN NOT NULL, reason TEXT NOT NULL, names_moulds BOOLEAN NOT NULL, moulds BIGINT NOT NULL, on_time BIGINT NOT NULL, on_time_before BIGINT, owner TEXT NOT NULL, UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, auto_schedule_id) REFERENCES auto_schedule (tenant_id, id));
CREATE INDEX auto_schedule_run_of ON auto_schedule_run (tenant_id, auto_schedule_id, due_at);
CREATE INDEX auto_schedule_run_open ON auto_schedule_run (outcome);
