-- +goose Up
-- The machines that a process is narrowed to on parts of a type, for operations without machines of their own.
CREATE TABLE eligible_machine (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  name TEXT NOT NULL, process_id TEXT NOT NULL, part_type_id TEXT NOT NULL, machine_id TEXT NOT NULL, rank INTEGER NOT NULL, minutes BIGINT NOT NULL, setup_minutes BIGINT NOT NULL, UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, process_id) REFERENCES process (tenant_id, id), FOREIGN KEY (tenant_id, part_type_id) REFERENCES part_type (tenant_id, id), FOREIGN KEY (tenant_id, machine_id) REFERENCES machine (tenant_id, id));
CREATE UNIQUE INDEX eligible_machine_row ON eligible_machine (tenant_id, factory_id, process_id, part_type_id, machine_id);
