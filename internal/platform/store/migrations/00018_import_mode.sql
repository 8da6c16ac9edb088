-- +goose Up
-- How a checked file is to be taken: one choice of three in place of a flag.
ALTER TABLE import_draft ADD COLUMN mode TEXT NOT NULL DEFAULT 'mould';
UPDATE import_draft SET mode = 'replace' WHERE replaces;
ALTER TABLE import_draft DROP COLUMN replaces;
