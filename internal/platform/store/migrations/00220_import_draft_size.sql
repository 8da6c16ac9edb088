-- +goose Up
-- Of drafts that wait already nobody knows the size: they count as the largest.
ALTER TABLE import_draft ADD COLUMN size BIGINT NOT NULL DEFAULT 20971520;
