-- +goose Up
-- Schedules of a factory, their runs, and the plans that runs leave. A plan is written in pieces under its own id and
-- becomes visible when the schedule points at it.

CREATE TABLE schedule (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  name TEXT NOT NULL, start_time TIMESTAMP NOT NULL, delivery_time TIMESTAMP, mould_ids TEXT NOT NULL, status INTEGER NOT NULL, run_status INTEGER NOT NULL, is_default BOOLEAN NOT NULL,
  creator_name TEXT NOT NULL, scheduler_name TEXT NOT NULL, publisher_name TEXT NOT NULL, publish_time TIMESTAMP, run_millis BIGINT NOT NULL, settings TEXT NOT NULL, plan_id TEXT NOT NULL, run_id TEXT NOT NULL, message TEXT NOT NULL, UNIQUE (tenant_id, id));
CREATE UNIQUE INDEX schedule_name ON schedule (tenant_id, factory_id, name);
CREATE UNIQUE INDEX schedule_default ON schedule (tenant_id, factory_id) WHERE is_default;

CREATE TABLE schedule_run (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  schedule_id TEXT NOT NULL, state TEXT NOT NULL, attempt INTEGER NOT NULL, heartbeat_at TIMESTAMP NOT NULL, started_at TIMESTAMP, ended_at TIMESTAMP, snapshot_at TIMESTAMP,
  phase TEXT NOT NULL, percent INTEGER NOT NULL, objective BIGINT NOT NULL, late INTEGER NOT NULL, cancel_requested BOOLEAN NOT NULL, keep_best BOOLEAN NOT NULL,
  settings TEXT NOT NULL, seed BIGINT NOT NULL, iterations BIGINT NOT NULL, engine TEXT NOT NULL, snapshot_hash TEXT NOT NULL, status_before INTEGER NOT NULL, message TEXT NOT NULL,
  actor TEXT NOT NULL, UNIQUE (tenant_id, id));
CREATE INDEX schedule_run_state ON schedule_run (state, heartbeat_at);
-- One run a factory at a time, whatever the nodes believe.
CREATE UNIQUE INDEX schedule_run_one ON schedule_run (tenant_id, factory_id) WHERE state = 'running';
CREATE INDEX schedule_run_schedule ON schedule_run (tenant_id, schedule_id);

CREATE TABLE plan (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  schedule_id TEXT NOT NULL, run_id TEXT NOT NULL, complete BOOLEAN NOT NULL, published BOOLEAN NOT NULL, start_used TIMESTAMP NOT NULL, snapshot_at TIMESTAMP NOT NULL,
  moulds INTEGER NOT NULL, tasks INTEGER NOT NULL, unscheduled INTEGER NOT NULL, late INTEGER NOT NULL, gantt TEXT NOT NULL, snapshot TEXT NOT NULL, UNIQUE (tenant_id, id));
CREATE INDEX plan_schedule ON plan (tenant_id, schedule_id, created_at);

CREATE TABLE plan_task (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  plan_id TEXT NOT NULL, task_id TEXT NOT NULL, mould_id TEXT NOT NULL, mould_no TEXT NOT NULL, part_no TEXT NOT NULL, part_name TEXT NOT NULL, kind INTEGER NOT NULL, op_no INTEGER NOT NULL, branch TEXT NOT NULL,
  process_name TEXT NOT NULL, section_name TEXT NOT NULL, group_name TEXT NOT NULL, resource_id TEXT NOT NULL, resource_name TEXT NOT NULL, planned_start TIMESTAMP, planned_end TIMESTAMP, latest_start TIMESTAMP, latest_end TIMESTAMP,
  real_start TIMESTAMP, real_end TIMESTAMP, minutes BIGINT NOT NULL, planned_minutes BIGINT NOT NULL, surplus_minutes BIGINT NOT NULL, qty INTEGER NOT NULL, priority INTEGER NOT NULL, status INTEGER NOT NULL, cam_status INTEGER NOT NULL,
  lock_status INTEGER NOT NULL, outsourced BOOLEAN NOT NULL, late BOOLEAN NOT NULL, assumed BOOLEAN NOT NULL, carried BOOLEAN NOT NULL, reason INTEGER NOT NULL, UNIQUE (tenant_id, id));
CREATE INDEX plan_task_plan ON plan_task (tenant_id, plan_id, planned_start);
CREATE INDEX plan_task_mould ON plan_task (tenant_id, plan_id, mould_no);

-- Which plan a factory works by: one row each.
CREATE TABLE factory_plan (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  plan_id TEXT NOT NULL, schedule_id TEXT NOT NULL, since TIMESTAMP NOT NULL, UNIQUE (tenant_id, id), UNIQUE (tenant_id, factory_id));
