-- +goose Up
-- The session that the same browser had when this one was opened: it ends when this one is first used, '' when it has.
ALTER TABLE session ADD COLUMN replaces TEXT NOT NULL DEFAULT '';
