-- +goose Up
-- What a company calls things: in place of the product's own words.
CREATE TABLE wording (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  module INTEGER NOT NULL, word TEXT NOT NULL, zh TEXT NOT NULL, en TEXT NOT NULL, UNIQUE (tenant_id, id), UNIQUE (tenant_id, module, word));
-- A member who belongs to a supplier or a customer, not to the company.
ALTER TABLE member ADD COLUMN supplier_id TEXT NOT NULL DEFAULT '';
ALTER TABLE member ADD COLUMN customer_id TEXT NOT NULL DEFAULT '';
-- When a program last came with its token, to the minute.
ALTER TABLE api_token ADD COLUMN used_at TIMESTAMP;
