-- +goose Up
-- One file serves SQLite and PostgreSQL: TEXT identities (UUIDv7), TIMESTAMP in UTC, dates as TEXT 2026-03-20,
-- fixed-point numbers (six decimals) and minutes as BIGINT, lists as JSON in TEXT.
-- Tables without tenant_id stand above tenants and are reached by system transactions only.

CREATE TABLE tenant (
  id TEXT PRIMARY KEY, code TEXT NOT NULL UNIQUE, name TEXT NOT NULL, tenant_type INTEGER NOT NULL,
  expire_date TEXT, max_overdue_days INTEGER NOT NULL, login_delay_seconds INTEGER NOT NULL, hasp_expire_switch INTEGER NOT NULL,
  zone TEXT NOT NULL, modules TEXT NOT NULL, created_at TIMESTAMP NOT NULL);

CREATE TABLE account (
  id TEXT PRIMARY KEY, phone TEXT NOT NULL UNIQUE, password_hash TEXT NOT NULL, language TEXT NOT NULL, head_image TEXT NOT NULL,
  created_at TIMESTAMP NOT NULL);
-- Wrong passwords, counted by account and address, so that nobody can lock out another.
CREATE TABLE login_failure (who TEXT PRIMARY KEY, failures INTEGER NOT NULL, last_at TIMESTAMP NOT NULL);

-- A session and the tokens name their tenant in "home", so that no policy hides them before the tenant is known.
CREATE TABLE session (
  id TEXT PRIMARY KEY, token_hash TEXT NOT NULL UNIQUE, account_id TEXT NOT NULL REFERENCES account (id), home TEXT NOT NULL, factory TEXT NOT NULL,
  created_at TIMESTAMP NOT NULL, seen_at TIMESTAMP NOT NULL, ended TEXT NOT NULL);
CREATE INDEX session_account ON session (account_id);
CREATE TABLE long_token (
  id TEXT PRIMARY KEY, token_hash TEXT NOT NULL UNIQUE, account_id TEXT NOT NULL REFERENCES account (id), expires_at TIMESTAMP NOT NULL, ended TEXT NOT NULL);
CREATE TABLE api_token (
  id TEXT PRIMARY KEY, token_hash TEXT NOT NULL UNIQUE, account_id TEXT NOT NULL REFERENCES account (id), home TEXT NOT NULL, factory TEXT NOT NULL,
  name TEXT NOT NULL, scopes TEXT NOT NULL, created_at TIMESTAMP NOT NULL, expires_at TIMESTAMP NOT NULL, revoked_at TIMESTAMP);
CREATE TABLE login_key (id TEXT PRIMARY KEY, private_key TEXT NOT NULL, created_at TIMESTAMP NOT NULL);

CREATE TABLE operation_log (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL, factory_id TEXT, at TIMESTAMP NOT NULL, account_id TEXT NOT NULL, by_name TEXT NOT NULL, through TEXT NOT NULL,
  entity TEXT NOT NULL, row_id TEXT NOT NULL, title TEXT NOT NULL, action TEXT NOT NULL, changes TEXT NOT NULL);
CREATE INDEX operation_log_row ON operation_log (tenant_id, entity, row_id, at);

CREATE TABLE factory (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  code TEXT NOT NULL, name TEXT NOT NULL, zone TEXT NOT NULL, UNIQUE (tenant_id, id), UNIQUE (tenant_id, code));

CREATE TABLE role (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  code TEXT NOT NULL, name_zh TEXT NOT NULL, name_en TEXT NOT NULL, grants TEXT NOT NULL, UNIQUE (tenant_id, id), UNIQUE (tenant_id, code));

CREATE TABLE member (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  account_id TEXT NOT NULL REFERENCES account (id), user_name TEXT NOT NULL, real_name TEXT NOT NULL, roles TEXT NOT NULL, factories TEXT NOT NULL,
  enabled BOOLEAN NOT NULL, expire_date TEXT, page_size INTEGER NOT NULL, last_factory TEXT NOT NULL,
  UNIQUE (tenant_id, id), UNIQUE (tenant_id, user_name), UNIQUE (tenant_id, account_id));
CREATE INDEX member_account ON member (account_id);
