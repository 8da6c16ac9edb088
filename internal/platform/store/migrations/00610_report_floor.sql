-- +goose Up
-- Why work is paused, who has reported, and the name that a device gives its report: one that waited for the network and is sent twice
-- counts once. A report that takes another one back names it.
ALTER TABLE progress ADD COLUMN pause_reason INTEGER NOT NULL DEFAULT 0;
ALTER TABLE progress ADD COLUMN report_key TEXT NOT NULL DEFAULT '';
ALTER TABLE progress ADD COLUMN reporter_name TEXT NOT NULL DEFAULT '';
ALTER TABLE progress ADD COLUMN withdraws TEXT NOT NULL DEFAULT '';
CREATE UNIQUE INDEX progress_report_key ON progress (tenant_id, factory_id, report_key) WHERE report_key <> '';

-- Work that somebody cannot begin, until a planner answers or it begins.
CREATE TABLE blocked_start (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  mould_id TEXT NOT NULL, operation_id TEXT NOT NULL, batch_id TEXT, reason INTEGER NOT NULL, remark TEXT NOT NULL, report_key TEXT NOT NULL, reporter_name TEXT NOT NULL, told_at TIMESTAMP NOT NULL,
  answer TEXT NOT NULL, answered_by TEXT NOT NULL, answered_at TIMESTAMP, ended_at TIMESTAMP, UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, operation_id) REFERENCES operation (tenant_id, id), FOREIGN KEY (tenant_id, batch_id) REFERENCES part_batch (tenant_id, id));
CREATE INDEX blocked_start_operation ON blocked_start (tenant_id, operation_id);
CREATE UNIQUE INDEX blocked_start_key ON blocked_start (tenant_id, factory_id, report_key) WHERE report_key <> '';
