-- +goose Up
-- An import that is being written, or was: its owner reads here how far it is and how it ended, whatever became of the
-- request that began it. id is also the row id of its lines in the operation log. outcome is the answer, gzip, base64.
CREATE TABLE import_run (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  name TEXT NOT NULL, person TEXT NOT NULL, state TEXT NOT NULL, moulds BIGINT NOT NULL, written BIGINT NOT NULL, logged BOOLEAN NOT NULL, beat_at TIMESTAMP NOT NULL, outcome TEXT NOT NULL, UNIQUE (tenant_id, id));
CREATE INDEX import_run_state ON import_run (state, beat_at);
CREATE INDEX import_run_person ON import_run (tenant_id, created_by, created_at);
