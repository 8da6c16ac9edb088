-- +goose Up
-- Companies that want to join, and the agreements that people accept. Both are the operator's rows.
CREATE TABLE registration (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  company TEXT NOT NULL, contact TEXT NOT NULL, phone TEXT NOT NULL, password_hash TEXT NOT NULL, agreement TEXT NOT NULL, applied_at TIMESTAMP NOT NULL, address TEXT NOT NULL,
  state INTEGER NOT NULL, reason TEXT NOT NULL, audited_at TIMESTAMP, audited_by TEXT NOT NULL, notice INTEGER NOT NULL, opened TEXT NOT NULL, UNIQUE (tenant_id, id));
-- One form of a number waits at a time; a later one takes its place.
CREATE UNIQUE INDEX registration_waiting ON registration (tenant_id, phone) WHERE state = 1;
CREATE INDEX registration_phone ON registration (phone, state);
CREATE TABLE agreement (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  edition TEXT NOT NULL, text_zh TEXT NOT NULL, text_en TEXT NOT NULL, published BOOLEAN NOT NULL, published_at TIMESTAMP, UNIQUE (tenant_id, id), UNIQUE (tenant_id, edition));
CREATE INDEX agreement_published ON agreement (published, published_at);
