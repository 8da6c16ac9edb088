-- +goose Up
-- What the shell keeps of a person: favourite menus and messages; and what a company tells all of its people.

CREATE TABLE favourite (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  account_id TEXT NOT NULL, menu_key TEXT NOT NULL, sort_order INTEGER NOT NULL, UNIQUE (tenant_id, id), UNIQUE (tenant_id, account_id, menu_key));

-- cause names what happened, so that two nodes that notice it write one message.
CREATE TABLE message (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  account_id TEXT NOT NULL, cause TEXT NOT NULL, title_zh TEXT NOT NULL, title_en TEXT NOT NULL, content_zh TEXT NOT NULL, content_en TEXT NOT NULL,
  path TEXT NOT NULL, sender TEXT NOT NULL, read_at TIMESTAMP, UNIQUE (tenant_id, id), UNIQUE (tenant_id, account_id, cause));

CREATE TABLE news (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  title TEXT NOT NULL, content TEXT NOT NULL, publisher TEXT NOT NULL, UNIQUE (tenant_id, id));
CREATE INDEX news_latest ON news (tenant_id, id);

-- A short address of a page inside the product; whoever opens it needs the page's own permission.
CREATE TABLE short_link (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  code TEXT NOT NULL, path TEXT NOT NULL, UNIQUE (tenant_id, id), UNIQUE (tenant_id, code), UNIQUE (tenant_id, path));
