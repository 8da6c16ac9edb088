-- +goose Up
-- What the check of a file was about to write, so that its commit writes nothing else: a JSON object of fingerprints, ''
-- for a file that an earlier version has checked.
ALTER TABLE import_draft ADD COLUMN seen TEXT NOT NULL DEFAULT '';
