-- +goose Up
-- A task of a plan is an operation of a part, or of one batch of it.
ALTER TABLE plan_task ADD COLUMN batch_id TEXT NOT NULL DEFAULT '';
ALTER TABLE plan_task ADD COLUMN batch_no TEXT NOT NULL DEFAULT '';
-- Of a task that was cut: 1, 2 ...; 0 = in one go.
ALTER TABLE plan_task ADD COLUMN segment INTEGER NOT NULL DEFAULT 0;

-- A simulation plans with the mock settings before the others and is never published.
ALTER TABLE schedule ADD COLUMN simulation BOOLEAN NOT NULL DEFAULT FALSE;
