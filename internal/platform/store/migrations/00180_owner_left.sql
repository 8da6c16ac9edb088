-- +goose Up
-- The owner of the token was disabled, or taken out of the company: it serves no more, also when they come back. The next sweep
-- ends it and writes it into the log.
ALTER TABLE api_token ADD COLUMN owner_left BOOLEAN NOT NULL DEFAULT FALSE;
