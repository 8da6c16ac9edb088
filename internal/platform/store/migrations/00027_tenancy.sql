-- +goose Up
-- The operator (tenant 000000) owns the rows of tenants: it lists and changes them like rows of its own, under the same
-- two walls, and no other tenant sees any. Identity and licence read them by system transactions.
ALTER TABLE tenant ADD COLUMN tenant_id TEXT NOT NULL DEFAULT '000000';
ALTER TABLE tenant ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE tenant ADD COLUMN created_by TEXT NOT NULL DEFAULT '';
ALTER TABLE tenant ADD COLUMN updated_at TIMESTAMP;
ALTER TABLE tenant ADD COLUMN updated_by TEXT NOT NULL DEFAULT '';
UPDATE tenant SET updated_at = created_at;
-- Entering by switching asks for a code by SMS.
ALTER TABLE tenant ADD COLUMN verify_switch BOOLEAN NOT NULL DEFAULT FALSE;
-- The package whose modules the tenant follows; '' = modules of its own.
ALTER TABLE tenant ADD COLUMN package_id TEXT NOT NULL DEFAULT '';

CREATE TABLE tenant_package (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  name TEXT NOT NULL, modules TEXT NOT NULL, remarks TEXT NOT NULL, UNIQUE (tenant_id, id), UNIQUE (tenant_id, name));

-- Where people work next time, and when this session proved its phone (good for some hours).
ALTER TABLE account ADD COLUMN last_tenant TEXT NOT NULL DEFAULT '';
ALTER TABLE session ADD COLUMN verified_at TIMESTAMP;

-- +goose StatementBegin
-- The gateway that stands at a factory. A factory without one works in the cloud.
CREATE TABLE gateway_server (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  name TEXT NOT NULL, factory TEXT NOT NULL, inner_ip TEXT NOT NULL, outer_ip TEXT NOT NULL,
  http_port INTEGER NOT NULL, https_port INTEGER NOT NULL, http_outer_port INTEGER NOT NULL, https_outer_port INTEGER NOT NULL,
  linked_until TIMESTAMP, UNIQUE (tenant_id, id), UNIQUE (tenant_id, name), UNIQUE (tenant_id, factory),
  FOREIGN KEY (tenant_id, factory) REFERENCES factory (tenant_id, id));
-- +goose StatementEnd
