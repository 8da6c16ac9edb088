-- +goose Up
-- Days whose plan is fixed: which plan was in force at 00:00, and the tasks that it meant to end on the day. They are written when another
-- plan takes its place and keep names and ids without references: plans, schedules and moulds may go, the day stays as it was.
CREATE TABLE plan_day (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  day TEXT NOT NULL, begins TIMESTAMP NOT NULL, ends TIMESTAMP NOT NULL, plan_id TEXT NOT NULL, plan_number BIGINT NOT NULL, schedule_name TEXT NOT NULL, UNIQUE (tenant_id, id));
CREATE UNIQUE INDEX plan_day_of ON plan_day (tenant_id, factory_id, day);

CREATE TABLE plan_day_task (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  day TEXT NOT NULL, task_id TEXT NOT NULL, mould_id TEXT NOT NULL, mould_no TEXT NOT NULL, part_no TEXT NOT NULL, part_name TEXT NOT NULL, batch_id TEXT NOT NULL, batch_no TEXT NOT NULL, qty BIGINT NOT NULL, op_no BIGINT NOT NULL, process_name TEXT NOT NULL,
  section_name TEXT NOT NULL, group_name TEXT NOT NULL, resource_id TEXT NOT NULL, resource_name TEXT NOT NULL, planned_end TIMESTAMP NOT NULL, minutes BIGINT NOT NULL, outsourced BOOLEAN NOT NULL, UNIQUE (tenant_id, id));
CREATE UNIQUE INDEX plan_day_task_of ON plan_day_task (tenant_id, factory_id, day, task_id);
