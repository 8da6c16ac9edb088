-- +goose Up
-- What belongs to a person, whatever the tenants; only the person changes it.
ALTER TABLE account ADD COLUMN email TEXT NOT NULL DEFAULT '';
-- A recovery between the code and the new password. Only the hash of its ticket is kept.
CREATE TABLE password_recovery (
  ticket_hash TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES account (id), made_at TIMESTAMP NOT NULL);
-- How strict a tenant is with passwords; none = the platform's own measure.
CREATE TABLE security_policy (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  min_length INTEGER NOT NULL, max_failures INTEGER NOT NULL, lock_minutes INTEGER NOT NULL, UNIQUE (tenant_id, id), UNIQUE (tenant_id));
