-- +goose Up
-- Mould orders and what they are made of. Every row repeats its factory; children go with their mould.

CREATE TABLE mould_order (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  mould_no TEXT NOT NULL, name TEXT NOT NULL, project_no TEXT NOT NULL, customer_id TEXT, delivery TIMESTAMP, release_at TIMESTAMP, priority INTEGER NOT NULL, status INTEGER NOT NULL,
  assembly_group_id TEXT, assembly_minutes BIGINT NOT NULL, tryout_group_id TEXT, tryout_minutes BIGINT NOT NULL, UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customer (tenant_id, id), FOREIGN KEY (tenant_id, assembly_group_id) REFERENCES resource_group (tenant_id, id), FOREIGN KEY (tenant_id, tryout_group_id) REFERENCES resource_group (tenant_id, id));
CREATE UNIQUE INDEX mould_order_no ON mould_order (tenant_id, factory_id, mould_no);

-- A part of kind 2 is an electrode; the columns from finish to design_ready are its detail.
CREATE TABLE part (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  mould_id TEXT NOT NULL, part_no TEXT NOT NULL, name TEXT NOT NULL, kind INTEGER NOT NULL, parent_part_no TEXT NOT NULL, needed_at_op INTEGER NOT NULL, qty INTEGER NOT NULL,
  length_mm BIGINT NOT NULL, width_mm BIGINT NOT NULL, height_mm BIGINT NOT NULL, weight_kg BIGINT NOT NULL, material_ready TIMESTAMP, due TIMESTAMP,
  finish INTEGER NOT NULL, gap BIGINT NOT NULL, pieces INTEGER NOT NULL, state INTEGER NOT NULL, design_ready TIMESTAMP, stock_position TEXT NOT NULL, UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, mould_id) REFERENCES mould_order (tenant_id, id));
CREATE UNIQUE INDEX part_no ON part (tenant_id, mould_id, part_no);

CREATE TABLE operation (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  mould_id TEXT NOT NULL, part_id TEXT NOT NULL, op_no INTEGER NOT NULL, branch TEXT NOT NULL, process_id TEXT, group_id TEXT,
  minutes BIGINT NOT NULL, setup_minutes BIGINT NOT NULL, piece_minutes BIGINT NOT NULL, pred TEXT NOT NULL, lag_minutes BIGINT NOT NULL, crew INTEGER NOT NULL, unattended BOOLEAN NOT NULL, pausable BOOLEAN NOT NULL,
  earliest TIMESTAMP, program_ready TIMESTAMP, cam_status INTEGER NOT NULL, electrodes_expected INTEGER NOT NULL, outsource INTEGER NOT NULL, supplier_id TEXT, lead_days BIGINT NOT NULL,
  lock_scope INTEGER NOT NULL, lock_machine_id TEXT, lock_start TIMESTAMP, UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, mould_id) REFERENCES mould_order (tenant_id, id), FOREIGN KEY (tenant_id, part_id) REFERENCES part (tenant_id, id), FOREIGN KEY (tenant_id, process_id) REFERENCES process (tenant_id, id),
  FOREIGN KEY (tenant_id, group_id) REFERENCES resource_group (tenant_id, id), FOREIGN KEY (tenant_id, supplier_id) REFERENCES supplier (tenant_id, id), FOREIGN KEY (tenant_id, lock_machine_id) REFERENCES machine (tenant_id, id));
CREATE UNIQUE INDEX operation_no ON operation (tenant_id, part_id, op_no, branch);
CREATE INDEX operation_mould ON operation (tenant_id, mould_id);

CREATE TABLE operation_resource (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  mould_id TEXT NOT NULL, operation_id TEXT NOT NULL, machine_id TEXT NOT NULL, rank INTEGER NOT NULL, minutes BIGINT NOT NULL, setup_minutes BIGINT NOT NULL, UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, operation_id) REFERENCES operation (tenant_id, id), FOREIGN KEY (tenant_id, machine_id) REFERENCES machine (tenant_id, id));
CREATE UNIQUE INDEX operation_resource_machine ON operation_resource (tenant_id, operation_id, machine_id);
CREATE INDEX operation_resource_mould ON operation_resource (tenant_id, mould_id);

CREATE TABLE edm_link (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  mould_id TEXT NOT NULL, operation_id TEXT NOT NULL, electrode_id TEXT NOT NULL, burn_seq INTEGER NOT NULL, burn_minutes BIGINT NOT NULL, pieces_used INTEGER NOT NULL, UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, operation_id) REFERENCES operation (tenant_id, id), FOREIGN KEY (tenant_id, electrode_id) REFERENCES part (tenant_id, id));
CREATE UNIQUE INDEX edm_link_pair ON edm_link (tenant_id, operation_id, electrode_id);
CREATE INDEX edm_link_mould ON edm_link (tenant_id, mould_id);

-- Reports are only ever added; the newest says how an operation stands.
CREATE TABLE progress (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  mould_id TEXT NOT NULL, operation_id TEXT NOT NULL, status INTEGER NOT NULL, machine_id TEXT, real_start TIMESTAMP, real_end TIMESTAMP, reported_minutes BIGINT NOT NULL, remaining_minutes BIGINT NOT NULL, has_remaining BOOLEAN NOT NULL,
  qty_done INTEGER NOT NULL, reported_at TIMESTAMP NOT NULL, UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, operation_id) REFERENCES operation (tenant_id, id), FOREIGN KEY (tenant_id, machine_id) REFERENCES machine (tenant_id, id));
CREATE INDEX progress_operation ON progress (tenant_id, operation_id, reported_at);
CREATE INDEX progress_mould ON progress (tenant_id, mould_id);

-- A checked file that waits for its commit; kept for an hour.
CREATE TABLE import_draft (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  name TEXT NOT NULL, content TEXT NOT NULL, UNIQUE (tenant_id, id));
