-- +goose Up
-- What headings of files with one layout mean in the import of a list: the key of a field, or '' to leave the column out.
-- layout is the fingerprint of all headings of the file.
CREATE TABLE list_heading (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  entity TEXT NOT NULL, layout TEXT NOT NULL, heading TEXT NOT NULL, meaning TEXT NOT NULL, UNIQUE (tenant_id, id), UNIQUE (tenant_id, entity, layout, heading));
