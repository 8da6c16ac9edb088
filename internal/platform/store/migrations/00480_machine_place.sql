-- +goose Up
-- The floor plans of sections: the grid of each, in cells, and where its machines stand on it. A plan's version is that of the whole
-- arrangement. x and y count from 1 at the left and at the top.
CREATE TABLE floor_plan (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  section_id TEXT NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL, UNIQUE (tenant_id, id), UNIQUE (tenant_id, section_id),
  FOREIGN KEY (tenant_id, section_id) REFERENCES section (tenant_id, id));

CREATE TABLE machine_place (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  machine_id TEXT NOT NULL, section_id TEXT NOT NULL, x INTEGER NOT NULL, y INTEGER NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL, UNIQUE (tenant_id, id), UNIQUE (tenant_id, machine_id),
  FOREIGN KEY (tenant_id, machine_id) REFERENCES machine (tenant_id, id),
  FOREIGN KEY (tenant_id, section_id) REFERENCES section (tenant_id, id));
CREATE INDEX machine_place_section ON machine_place (tenant_id, section_id);
