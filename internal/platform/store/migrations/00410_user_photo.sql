-- +goose Up
-- The photo that a company keeps of a person; content is a JPEG in base64.
CREATE TABLE user_photo (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES member (id), content TEXT NOT NULL, UNIQUE (tenant_id, id), UNIQUE (user_id));
