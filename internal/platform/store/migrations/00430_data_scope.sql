-- +goose Up
-- Whose records a role shows; 1 is everybody's, as it was before.
ALTER TABLE role ADD COLUMN data_scope INTEGER NOT NULL DEFAULT 1;
ALTER TABLE role ADD COLUMN departments TEXT NOT NULL DEFAULT '[]';
