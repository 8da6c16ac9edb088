-- +goose Up
-- The logos of a tenant, one of each kind; content is base64.
CREATE TABLE logo (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  logo_type INTEGER NOT NULL, mime TEXT NOT NULL, content TEXT NOT NULL, UNIQUE (tenant_id, id), UNIQUE (tenant_id, logo_type));
