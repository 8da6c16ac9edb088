-- +goose Up
-- What a company says of itself. Each tenant has one row, with the identity of the tenant.
CREATE TABLE company (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  name TEXT NOT NULL, english_name TEXT NOT NULL, tax_number TEXT NOT NULL, contact TEXT NOT NULL, phone TEXT NOT NULL, email TEXT NOT NULL, website TEXT NOT NULL,
  address TEXT NOT NULL, english_address TEXT NOT NULL, postcode TEXT NOT NULL, mobile_site TEXT NOT NULL, UNIQUE (tenant_id, id));
INSERT INTO company (id, tenant_id, version, created_at, created_by, updated_at, updated_by, name, english_name, tax_number, contact, phone, email, website, address, english_address, postcode, mobile_site)
  SELECT id, id, 1, created_at, '', created_at, '', name, '', '', '', '', '', '', '', '', '', '' FROM tenant;
