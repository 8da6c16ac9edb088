-- +goose Up
-- When what a task makes leaves its machine, where nobody is there to take it at its end: moulds and parts end then.
ALTER TABLE plan_task ADD COLUMN handed_at TIMESTAMP;
