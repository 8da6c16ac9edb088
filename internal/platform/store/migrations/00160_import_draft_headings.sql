-- +goose Up
-- What the preview has been told about headings waits with the file: it is remembered only once the file is taken in.
ALTER TABLE import_draft ADD COLUMN headings TEXT NOT NULL DEFAULT '{}';
