-- +goose Up
-- What the operation log does not say yet of an import that is being written: whoever finds it dead tells it.
ALTER TABLE import_run ADD COLUMN rest TEXT NOT NULL DEFAULT '{}';
