-- +goose Up
-- A group that people name as the bottleneck; without any the scheduler finds the one with the highest load.
ALTER TABLE resource_group ADD COLUMN bottleneck BOOLEAN NOT NULL DEFAULT FALSE;
