-- +goose Up
-- A file that belongs to a record of a factory; its bytes lie in the blob store under tenant/factory/id.
CREATE TABLE file (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  entity TEXT NOT NULL, owner_id TEXT NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL, size BIGINT NOT NULL, sum TEXT NOT NULL, UNIQUE (tenant_id, id));
CREATE INDEX file_owner ON file (tenant_id, entity, owner_id);
