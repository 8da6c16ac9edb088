-- +goose Up
-- Folders in which a person keeps favourites. A favourite without a folder stands in the bar itself.
CREATE TABLE favourite_folder (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  account_id TEXT NOT NULL, name TEXT NOT NULL, UNIQUE (tenant_id, id));
CREATE INDEX favourite_folder_own ON favourite_folder (tenant_id, account_id);
ALTER TABLE favourite ADD COLUMN folder_id TEXT NOT NULL DEFAULT '';

-- Whether a factory hands programs over to its machines just now. Without a row it does.
CREATE TABLE machine_transfer (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  closed BOOLEAN NOT NULL, UNIQUE (tenant_id, id), UNIQUE (tenant_id, factory_id));
