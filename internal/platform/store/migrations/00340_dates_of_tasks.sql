-- +goose Up
-- The dates that a task was planned for, where they are not just the mould's own: the earlier one to which the schedule holds its
-- mould, and that of its part. Work that is carried over is held to them.
ALTER TABLE plan_task ADD COLUMN held_due TIMESTAMP;
ALTER TABLE plan_task ADD COLUMN part_due TIMESTAMP;
