-- +goose Up
-- The log of the company says that the view of a session is over.
ALTER TABLE session ADD COLUMN view_over BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE session SET view_over = TRUE WHERE ended <> '';
