-- +goose Up
-- draft is the checked file that an import writes, '' for a file that nobody has checked: one checked file is written once at a time.
ALTER TABLE import_run ADD COLUMN draft TEXT NOT NULL DEFAULT '';
