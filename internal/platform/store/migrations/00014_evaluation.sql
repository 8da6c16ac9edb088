-- +goose Up
-- What a plan is worth, measured when it is made; by which rules its fixed tasks break; how it differs from the plan
-- that it replaced when it was published.
ALTER TABLE plan ADD COLUMN evaluation TEXT;
ALTER TABLE plan ADD COLUMN difference TEXT;
ALTER TABLE plan_task ADD COLUMN conflict INTEGER NOT NULL DEFAULT 0;
ALTER TABLE plan_task ADD COLUMN conflict_with TEXT NOT NULL DEFAULT '';
ALTER TABLE plan_task ADD COLUMN conflict_minutes BIGINT NOT NULL DEFAULT 0;
-- Where a task comes from (0 normal, 1 copy, 2 forced delivery, 3 outsourced, 4 PLM), and what of it was reported.
ALTER TABLE plan_task ADD COLUMN source_flag INTEGER NOT NULL DEFAULT 0;
ALTER TABLE plan_task ADD COLUMN reported_minutes BIGINT NOT NULL DEFAULT 0;
