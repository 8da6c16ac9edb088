-- +goose Up
-- A task of a plan is an operation of a part, or of one batch of it.
ALTER TABLE plan_task ADD COLUMN batch_id TEXT NOT NULL DEFAULT '';
ALTER TABLE plan_task ADD COLUMN batch_no TEXT NOT NULL DEFAULT '';
