-- +goose Up
-- What a person has arranged for themselves: layouts, views, favourites.
CREATE TABLE preference (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  account_id TEXT NOT NULL, preference_key TEXT NOT NULL, preference_value TEXT NOT NULL, UNIQUE (tenant_id, id), UNIQUE (tenant_id, account_id, preference_key));
