-- +goose Up
-- The member as whom the person of a session views the company, and until when.
ALTER TABLE session ADD COLUMN view_as TEXT NOT NULL DEFAULT '';
ALTER TABLE session ADD COLUMN view_until TIMESTAMP;
