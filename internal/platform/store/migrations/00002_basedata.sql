-- +goose Up
-- Master data. What is physical belongs to a factory; the rest to the tenant.
-- Lines of a record (periods, holidays, IPs, attributes) are JSON: they are saved, versioned and logged with it.

CREATE TABLE section (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  name TEXT NOT NULL, chinese_name TEXT NOT NULL, unit_price BIGINT NOT NULL, capacity BIGINT NOT NULL, sort_order INTEGER NOT NULL, valid BOOLEAN NOT NULL,
  need_cam BOOLEAN NOT NULL, deduct_rest BOOLEAN NOT NULL, target_rate BIGINT NOT NULL, colour TEXT NOT NULL, UNIQUE (tenant_id, id));
CREATE UNIQUE INDEX section_name ON section (tenant_id, factory_id, name);

CREATE TABLE shift (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  name TEXT NOT NULL, english_name TEXT NOT NULL, shift_type INTEGER NOT NULL, effective BOOLEAN NOT NULL, periods TEXT NOT NULL, UNIQUE (tenant_id, id));
CREATE UNIQUE INDEX shift_name ON shift (tenant_id, factory_id, name);

CREATE TABLE calendar (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  name TEXT NOT NULL, is_default BOOLEAN NOT NULL, valid BOOLEAN NOT NULL, sort_order INTEGER NOT NULL, remark TEXT NOT NULL, holidays TEXT NOT NULL, UNIQUE (tenant_id, id));
CREATE UNIQUE INDEX calendar_name ON calendar (tenant_id, factory_id, name);
CREATE UNIQUE INDEX calendar_default ON calendar (tenant_id, factory_id) WHERE is_default;

CREATE TABLE resource_group (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  code TEXT NOT NULL, name TEXT NOT NULL, section_id TEXT, calendar_id TEXT NOT NULL, shift_id TEXT NOT NULL, kind INTEGER NOT NULL, capacity BIGINT NOT NULL, labour_rate BIGINT NOT NULL,
  members INTEGER NOT NULL, master BOOLEAN NOT NULL, report BOOLEAN NOT NULL, scheduled BOOLEAN NOT NULL, valid BOOLEAN NOT NULL, from_date TEXT, end_date TEXT, weight INTEGER NOT NULL, UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, section_id) REFERENCES section (tenant_id, id), FOREIGN KEY (tenant_id, calendar_id) REFERENCES calendar (tenant_id, id), FOREIGN KEY (tenant_id, shift_id) REFERENCES shift (tenant_id, id));
CREATE UNIQUE INDEX resource_group_code ON resource_group (tenant_id, factory_id, code);
CREATE UNIQUE INDEX resource_group_name ON resource_group (tenant_id, factory_id, name);
CREATE INDEX resource_group_calendar ON resource_group (tenant_id, calendar_id);

CREATE TABLE machine (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  name TEXT NOT NULL, alias TEXT NOT NULL, machine_type TEXT NOT NULL, group_id TEXT NOT NULL, section_id TEXT, serial_number TEXT NOT NULL, asset_name TEXT NOT NULL, asset_number TEXT NOT NULL,
  status INTEGER NOT NULL, scheduled BOOLEAN NOT NULL,
  ips TEXT NOT NULL, port INTEGER NOT NULL, login_user TEXT NOT NULL, login_password TEXT NOT NULL, program_format TEXT NOT NULL,
  automation BOOLEAN NOT NULL, c_axis BOOLEAN NOT NULL, chuck_count INTEGER NOT NULL, start_knife INTEGER NOT NULL, safe_modes TEXT NOT NULL, video_url TEXT NOT NULL, attributes TEXT NOT NULL,
  target_rate BIGINT NOT NULL, work_rate BIGINT NOT NULL, labour_rate BIGINT NOT NULL, worklog BOOLEAN NOT NULL, report BOOLEAN NOT NULL, UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, group_id) REFERENCES resource_group (tenant_id, id), FOREIGN KEY (tenant_id, section_id) REFERENCES section (tenant_id, id));
CREATE UNIQUE INDEX machine_name ON machine (tenant_id, factory_id, name);
CREATE INDEX machine_group ON machine (tenant_id, group_id);

CREATE TABLE customer (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  number TEXT NOT NULL, name TEXT NOT NULL, short_name TEXT NOT NULL, phone TEXT NOT NULL, email TEXT NOT NULL, valid BOOLEAN NOT NULL, UNIQUE (tenant_id, id));
CREATE UNIQUE INDEX customer_number ON customer (tenant_id, number);
CREATE UNIQUE INDEX customer_name ON customer (tenant_id, name);

CREATE TABLE supplier (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  code TEXT NOT NULL, name TEXT NOT NULL, short_name TEXT NOT NULL, contact TEXT NOT NULL, telephone TEXT NOT NULL, email TEXT NOT NULL, lead_days BIGINT NOT NULL, valid BOOLEAN NOT NULL, UNIQUE (tenant_id, id));
CREATE UNIQUE INDEX supplier_code ON supplier (tenant_id, code);
CREATE UNIQUE INDEX supplier_name ON supplier (tenant_id, name);

-- The default group of a process is found by its code in the factory where the process is used: tenant rows never
-- refer to rows of a factory.
CREATE TABLE process (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  code TEXT NOT NULL, name TEXT NOT NULL, content TEXT NOT NULL, class INTEGER NOT NULL, default_minutes BIGINT NOT NULL, time_source INTEGER NOT NULL,
  pre_process_id TEXT, post_process_id TEXT, default_group TEXT NOT NULL, unattended BOOLEAN NOT NULL, valid BOOLEAN NOT NULL, UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, pre_process_id) REFERENCES process (tenant_id, id), FOREIGN KEY (tenant_id, post_process_id) REFERENCES process (tenant_id, id));
CREATE UNIQUE INDEX process_code ON process (tenant_id, code);
CREATE UNIQUE INDEX process_name ON process (tenant_id, name);
