-- +goose Up
-- Basic data of everyday life: money, units, tolerances, addresses, part numbers and what is lent.
CREATE TABLE product_type (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  name TEXT NOT NULL, code TEXT NOT NULL, parent_id TEXT, sort_order INTEGER NOT NULL, remark TEXT NOT NULL, valid BOOLEAN NOT NULL, UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, parent_id) REFERENCES product_type (tenant_id, id));
CREATE UNIQUE INDEX product_type_name ON product_type (tenant_id, name);
CREATE UNIQUE INDEX product_type_code ON product_type (tenant_id, code) WHERE code <> '';

CREATE TABLE unit (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  code TEXT NOT NULL, name TEXT NOT NULL, kind INTEGER NOT NULL, places INTEGER NOT NULL, sort_order INTEGER NOT NULL, valid BOOLEAN NOT NULL, UNIQUE (tenant_id, id));
CREATE UNIQUE INDEX unit_code ON unit (tenant_id, code);
CREATE UNIQUE INDEX unit_name ON unit (tenant_id, name);

CREATE TABLE currency (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  code TEXT NOT NULL, name TEXT NOT NULL, rate BIGINT NOT NULL, is_base BOOLEAN NOT NULL, valid BOOLEAN NOT NULL, UNIQUE (tenant_id, id));
CREATE UNIQUE INDEX currency_code ON currency (tenant_id, code);
CREATE UNIQUE INDEX currency_name ON currency (tenant_id, name);
CREATE UNIQUE INDEX currency_base ON currency (tenant_id) WHERE is_base;

CREATE TABLE exchange_rate (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  currency TEXT NOT NULL, rate BIGINT NOT NULL, base_code TEXT NOT NULL, begins_at TIMESTAMP NOT NULL, person TEXT NOT NULL, UNIQUE (tenant_id, id));
CREATE INDEX exchange_rate_currency ON exchange_rate (tenant_id, currency, begins_at);

CREATE TABLE tolerance (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  name TEXT NOT NULL, type INTEGER NOT NULL, max_tolerance BIGINT NOT NULL, min_tolerance BIGINT NOT NULL, accuracy_grade_id TEXT, deal_rule INTEGER NOT NULL, electrode INTEGER NOT NULL, part_type_id TEXT, valid BOOLEAN NOT NULL, UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, accuracy_grade_id) REFERENCES accuracy_grade (tenant_id, id),
  FOREIGN KEY (tenant_id, part_type_id) REFERENCES part_type (tenant_id, id));
CREATE UNIQUE INDEX tolerance_name ON tolerance (tenant_id, name);

CREATE TABLE tolerance_option (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  name TEXT NOT NULL, class INTEGER NOT NULL, is_current BOOLEAN NOT NULL, remark TEXT NOT NULL, UNIQUE (tenant_id, id));
CREATE UNIQUE INDEX tolerance_option_name ON tolerance_option (tenant_id, name);
CREATE UNIQUE INDEX tolerance_option_current ON tolerance_option (tenant_id) WHERE is_current;

CREATE TABLE colour_standard (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  name TEXT NOT NULL, colour_id INTEGER NOT NULL, rgb TEXT NOT NULL, nx_colour_id INTEGER NOT NULL, auto_program BOOLEAN NOT NULL, simulation BOOLEAN NOT NULL, resubmit BOOLEAN NOT NULL, UNIQUE (tenant_id, id));
CREATE UNIQUE INDEX colour_standard_name ON colour_standard (tenant_id, name);
CREATE UNIQUE INDEX colour_standard_colour ON colour_standard (tenant_id, colour_id);

CREATE TABLE surface_requirement (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  level TEXT NOT NULL, treatment TEXT NOT NULL, alias TEXT NOT NULL, english_name TEXT NOT NULL, implementation TEXT NOT NULL, roughness TEXT NOT NULL, remark TEXT NOT NULL, UNIQUE (tenant_id, id));
CREATE UNIQUE INDEX surface_requirement_treatment ON surface_requirement (tenant_id, level, treatment);

CREATE TABLE delivery_address (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  name TEXT NOT NULL, detail TEXT NOT NULL, UNIQUE (tenant_id, id));
CREATE UNIQUE INDEX delivery_address_name ON delivery_address (tenant_id, name);

CREATE TABLE cost_centre (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  code TEXT NOT NULL, name TEXT NOT NULL, type INTEGER NOT NULL, customer_id TEXT NOT NULL, group_id TEXT NOT NULL, data_type INTEGER NOT NULL, valid BOOLEAN NOT NULL, UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customer (tenant_id, id),
  FOREIGN KEY (tenant_id, group_id) REFERENCES resource_group (tenant_id, id));
CREATE UNIQUE INDEX cost_centre_code ON cost_centre (tenant_id, factory_id, code);
CREATE UNIQUE INDEX cost_centre_name ON cost_centre (tenant_id, factory_id, name);

CREATE TABLE move_type (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  code TEXT NOT NULL, name TEXT NOT NULL, data_type INTEGER NOT NULL, apply_data_type INTEGER NOT NULL, production_order BOOLEAN NOT NULL, valid BOOLEAN NOT NULL, UNIQUE (tenant_id, id));
CREATE UNIQUE INDEX move_type_code ON move_type (tenant_id, code);
CREATE UNIQUE INDEX move_type_name ON move_type (tenant_id, name);

CREATE TABLE pdm_file_type (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  name TEXT NOT NULL, extension TEXT NOT NULL, system_type INTEGER NOT NULL, storage INTEGER NOT NULL, security INTEGER NOT NULL, sync BOOLEAN NOT NULL, UNIQUE (tenant_id, id));
CREATE UNIQUE INDEX pdm_file_type_name ON pdm_file_type (tenant_id, name);
CREATE UNIQUE INDEX pdm_file_type_extension ON pdm_file_type (tenant_id, extension);

CREATE TABLE formula (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  code TEXT NOT NULL, name TEXT NOT NULL, expression TEXT NOT NULL, unit_id TEXT, variables TEXT NOT NULL, remark TEXT NOT NULL, valid BOOLEAN NOT NULL, UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, unit_id) REFERENCES unit (tenant_id, id));
CREATE UNIQUE INDEX formula_code ON formula (tenant_id, code);
CREATE UNIQUE INDEX formula_name ON formula (tenant_id, name);

CREATE TABLE skill_title (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  name TEXT NOT NULL, level INTEGER NOT NULL, remark TEXT NOT NULL, valid BOOLEAN NOT NULL, UNIQUE (tenant_id, id));
CREATE UNIQUE INDEX skill_title_name ON skill_title (tenant_id, name);

CREATE TABLE warehouse_shelf (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  code TEXT NOT NULL, name TEXT NOT NULL, warehouse TEXT NOT NULL, layers INTEGER NOT NULL, positions INTEGER NOT NULL, valid BOOLEAN NOT NULL, UNIQUE (tenant_id, id));
CREATE UNIQUE INDEX warehouse_shelf_code ON warehouse_shelf (tenant_id, factory_id, code);
CREATE UNIQUE INDEX warehouse_shelf_name ON warehouse_shelf (tenant_id, factory_id, name);

CREATE TABLE alarm_rule (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  name TEXT NOT NULL, machine_id TEXT, section_id TEXT, shift_id TEXT, warn_code TEXT NOT NULL, user_ids TEXT NOT NULL, notify_way INTEGER NOT NULL, valid BOOLEAN NOT NULL, UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, machine_id) REFERENCES machine (tenant_id, id),
  FOREIGN KEY (tenant_id, section_id) REFERENCES section (tenant_id, id),
  FOREIGN KEY (tenant_id, shift_id) REFERENCES shift (tenant_id, id));
CREATE UNIQUE INDEX alarm_rule_name ON alarm_rule (tenant_id, factory_id, name);

CREATE TABLE part_number_type (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  code TEXT NOT NULL, name TEXT NOT NULL, remark TEXT NOT NULL, valid BOOLEAN NOT NULL, UNIQUE (tenant_id, id));
CREATE UNIQUE INDEX part_number_type_code ON part_number_type (tenant_id, code);
CREATE UNIQUE INDEX part_number_type_name ON part_number_type (tenant_id, name);

CREATE TABLE part_number_rule (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  name TEXT NOT NULL, type_id TEXT NOT NULL, prefix TEXT NOT NULL, date_part INTEGER NOT NULL, digits INTEGER NOT NULL, begins_at INTEGER NOT NULL, separator INTEGER NOT NULL, valid BOOLEAN NOT NULL, UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, type_id) REFERENCES part_number_type (tenant_id, id));
CREATE UNIQUE INDEX part_number_rule_name ON part_number_rule (tenant_id, name);
CREATE UNIQUE INDEX part_number_rule_type ON part_number_rule (tenant_id, type_id);

CREATE TABLE part_number (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  number TEXT NOT NULL, name TEXT NOT NULL, type_id TEXT NOT NULL, specification TEXT NOT NULL, unit_id TEXT, remark TEXT NOT NULL, valid BOOLEAN NOT NULL, UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, type_id) REFERENCES part_number_type (tenant_id, id),
  FOREIGN KEY (tenant_id, unit_id) REFERENCES unit (tenant_id, id));
CREATE UNIQUE INDEX part_number_number ON part_number (tenant_id, number);

CREATE TABLE checkout_tool (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  name TEXT NOT NULL, note TEXT NOT NULL, valid BOOLEAN NOT NULL, UNIQUE (tenant_id, id));
CREATE UNIQUE INDEX checkout_tool_name ON checkout_tool (tenant_id, factory_id, name);

CREATE TABLE checkout_template (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  name TEXT NOT NULL, tools TEXT NOT NULL, valid BOOLEAN NOT NULL, UNIQUE (tenant_id, id));
CREATE UNIQUE INDEX checkout_template_name ON checkout_template (tenant_id, factory_id, name);

-- Every company has a base currency. Its first one has the identity of the company.
INSERT INTO currency (id, tenant_id, version, created_at, created_by, updated_at, updated_by, code, name, rate, is_base, valid)
  SELECT id, id, 1, created_at, '', created_at, '', 'RMB', '人民币', 1000000, TRUE, TRUE FROM tenant;
INSERT INTO exchange_rate (id, tenant_id, version, created_at, created_by, updated_at, updated_by, currency, rate, base_code, begins_at, person)
  SELECT id, id, 1, created_at, '', created_at, '', 'RMB', 1000000, 'RMB', created_at, '' FROM tenant;
