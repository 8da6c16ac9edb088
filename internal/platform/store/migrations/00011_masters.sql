-- +goose Up
-- The rest of the master data. What the factories share (materials, grades, types) belongs to the tenant; what is
-- physical (exceptions, flow times) to a factory. Added columns carry a default for the rows that are there already.

CREATE TABLE machine_attribute (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  code TEXT NOT NULL, name TEXT NOT NULL, value_type INTEGER NOT NULL, unit TEXT NOT NULL, low BIGINT NOT NULL, high BIGINT NOT NULL, compares INTEGER NOT NULL, sort_order INTEGER NOT NULL, remark TEXT NOT NULL, valid BOOLEAN NOT NULL, UNIQUE (tenant_id, id));
CREATE UNIQUE INDEX machine_attribute_code ON machine_attribute (tenant_id, code);
CREATE UNIQUE INDEX machine_attribute_name ON machine_attribute (tenant_id, name);

CREATE TABLE accuracy_grade (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  grade TEXT NOT NULL, rank INTEGER NOT NULL, tolerance BIGINT NOT NULL, remark TEXT NOT NULL, valid BOOLEAN NOT NULL, UNIQUE (tenant_id, id));
CREATE UNIQUE INDEX accuracy_grade_grade ON accuracy_grade (tenant_id, grade);
CREATE UNIQUE INDEX accuracy_grade_rank ON accuracy_grade (tenant_id, rank);

CREATE TABLE material (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  code TEXT NOT NULL, name TEXT NOT NULL, abbreviation TEXT NOT NULL, material_type INTEGER NOT NULL, density BIGINT NOT NULL, rate BIGINT NOT NULL, recovery_price BIGINT NOT NULL, erp_number TEXT NOT NULL,
  heat_treatment TEXT NOT NULL, before_class TEXT NOT NULL, after_class TEXT NOT NULL, min_hardness BIGINT NOT NULL, max_hardness BIGINT NOT NULL, remark TEXT NOT NULL, valid BOOLEAN NOT NULL, UNIQUE (tenant_id, id));
CREATE UNIQUE INDEX material_code ON material (tenant_id, code);
CREATE UNIQUE INDEX material_name ON material (tenant_id, name);

CREATE TABLE processing_material (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  code TEXT NOT NULL, name TEXT NOT NULL, abbreviation TEXT NOT NULL, program_type INTEGER NOT NULL, min_hardness BIGINT NOT NULL, max_hardness BIGINT NOT NULL, sort_order INTEGER NOT NULL, valid BOOLEAN NOT NULL, UNIQUE (tenant_id, id));
CREATE UNIQUE INDEX processing_material_code ON processing_material (tenant_id, code);
CREATE UNIQUE INDEX processing_material_name ON processing_material (tenant_id, name);

-- A gap is a set of three; each material has it once.
CREATE TABLE electrode_gap (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  code TEXT NOT NULL, material_id TEXT NOT NULL, rough_count INTEGER NOT NULL, rough_gap BIGINT NOT NULL, semi_count INTEGER NOT NULL, semi_gap BIGINT NOT NULL, fine_count INTEGER NOT NULL, fine_gap BIGINT NOT NULL,
  remark TEXT NOT NULL, valid BOOLEAN NOT NULL, UNIQUE (tenant_id, id), FOREIGN KEY (tenant_id, material_id) REFERENCES material (tenant_id, id));
CREATE UNIQUE INDEX electrode_gap_code ON electrode_gap (tenant_id, code);
CREATE UNIQUE INDEX electrode_gap_gap ON electrode_gap (tenant_id, material_id, rough_gap, semi_gap, fine_gap);

CREATE TABLE part_type (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  name TEXT NOT NULL, code TEXT NOT NULL, prefix TEXT NOT NULL, parent_id TEXT, manufacturing_mode INTEGER NOT NULL, product_type TEXT NOT NULL, workpiece_type INTEGER NOT NULL, priority INTEGER NOT NULL, capp_minutes INTEGER NOT NULL,
  image_url TEXT NOT NULL, language_key TEXT NOT NULL, parameters TEXT NOT NULL, sort_order INTEGER NOT NULL, remark TEXT NOT NULL, valid BOOLEAN NOT NULL, UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, parent_id) REFERENCES part_type (tenant_id, id));
CREATE UNIQUE INDEX part_type_name ON part_type (tenant_id, name);
CREATE UNIQUE INDEX part_type_code ON part_type (tenant_id, code) WHERE code <> '';

CREATE TABLE order_type (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  name TEXT NOT NULL, is_default BOOLEAN NOT NULL, check_cad BOOLEAN NOT NULL, check_asm BOOLEAN NOT NULL, check_plan BOOLEAN NOT NULL, check_try BOOLEAN NOT NULL, assembly_minutes BIGINT NOT NULL, sort_order INTEGER NOT NULL, valid BOOLEAN NOT NULL, UNIQUE (tenant_id, id));
CREATE UNIQUE INDEX order_type_name ON order_type (tenant_id, name);
CREATE UNIQUE INDEX order_type_default ON order_type (tenant_id) WHERE is_default;

-- Of a group or of one machine: exactly one of the two is given.
CREATE TABLE resource_exception (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  group_id TEXT, machine_id TEXT, kind INTEGER NOT NULL, starts_at TIMESTAMP NOT NULL, ends_at TIMESTAMP NOT NULL, reason TEXT NOT NULL, UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, group_id) REFERENCES resource_group (tenant_id, id), FOREIGN KEY (tenant_id, machine_id) REFERENCES machine (tenant_id, id));
CREATE INDEX resource_exception_group ON resource_exception (tenant_id, group_id, ends_at);
CREATE INDEX resource_exception_machine ON resource_exception (tenant_id, machine_id, ends_at);

-- Either end is a group or a machine. name is "up → down", for lists and logs.
CREATE TABLE flow_time (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  name TEXT NOT NULL, up_group_id TEXT, up_machine_id TEXT, down_group_id TEXT, down_machine_id TEXT, minutes BIGINT NOT NULL, UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, up_group_id) REFERENCES resource_group (tenant_id, id), FOREIGN KEY (tenant_id, up_machine_id) REFERENCES machine (tenant_id, id),
  FOREIGN KEY (tenant_id, down_group_id) REFERENCES resource_group (tenant_id, id), FOREIGN KEY (tenant_id, down_machine_id) REFERENCES machine (tenant_id, id));
CREATE UNIQUE INDEX flow_time_pair ON flow_time (tenant_id, factory_id, COALESCE(up_group_id, up_machine_id), COALESCE(down_group_id, down_machine_id));

ALTER TABLE section ADD COLUMN section_type INTEGER NOT NULL DEFAULT 0;
ALTER TABLE section ADD COLUMN permission BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE section ADD COLUMN language_key TEXT NOT NULL DEFAULT '';
ALTER TABLE section ADD COLUMN need_cam_qc BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE section ADD COLUMN need_arrange BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE section ADD COLUMN need_phase BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE section ADD COLUMN tooling BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE section ADD COLUMN direct_finish BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE section ADD COLUMN commissioning BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE section ADD COLUMN operation_workpiece INTEGER NOT NULL DEFAULT 0;
ALTER TABLE section ADD COLUMN operation_electrode INTEGER NOT NULL DEFAULT 0;
ALTER TABLE section ADD COLUMN in_out_object INTEGER NOT NULL DEFAULT 0;
ALTER TABLE section ADD COLUMN cam_upload_type INTEGER NOT NULL DEFAULT 1;
ALTER TABLE section ADD COLUMN report_items TEXT NOT NULL DEFAULT '[]';

ALTER TABLE resource_group ADD COLUMN user_ids TEXT NOT NULL DEFAULT '[]';

-- Grades are shared by the factories of a tenant; the product checks that the grade is one of the tenant's.
ALTER TABLE machine ADD COLUMN department TEXT NOT NULL DEFAULT '';
ALTER TABLE machine ADD COLUMN accuracy_grade_id TEXT REFERENCES accuracy_grade (id);

ALTER TABLE customer ADD COLUMN area TEXT NOT NULL DEFAULT '';
ALTER TABLE customer ADD COLUMN fax TEXT NOT NULL DEFAULT '';
ALTER TABLE customer ADD COLUMN sporadic BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE customer ADD COLUMN sap_order_number TEXT NOT NULL DEFAULT '';
ALTER TABLE customer ADD COLUMN windows TEXT NOT NULL DEFAULT '[]';
ALTER TABLE customer ADD COLUMN addresses TEXT NOT NULL DEFAULT '[]';

ALTER TABLE supplier ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE supplier ADD COLUMN phone TEXT NOT NULL DEFAULT '';
ALTER TABLE supplier ADD COLUMN currency TEXT NOT NULL DEFAULT 'CNY';
ALTER TABLE supplier ADD COLUMN invoice_type INTEGER NOT NULL DEFAULT 0;
ALTER TABLE supplier ADD COLUMN payment_method INTEGER NOT NULL DEFAULT 0;
ALTER TABLE supplier ADD COLUMN account_period INTEGER NOT NULL DEFAULT 0;
ALTER TABLE supplier ADD COLUMN tax_included BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE supplier ADD COLUMN tax_rate BIGINT NOT NULL DEFAULT 0;
ALTER TABLE supplier ADD COLUMN out_minutes BIGINT NOT NULL DEFAULT 0;
ALTER TABLE supplier ADD COLUMN back_minutes BIGINT NOT NULL DEFAULT 0;
ALTER TABLE supplier ADD COLUMN processes TEXT NOT NULL DEFAULT '[]';

ALTER TABLE process ADD COLUMN cam_qc BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE process ADD COLUMN weight_main BOOLEAN NOT NULL DEFAULT FALSE;
