-- +goose Up
-- The open pages of a session that ended with its member have been closed.
ALTER TABLE session ADD COLUMN left_told BOOLEAN NOT NULL DEFAULT FALSE;
