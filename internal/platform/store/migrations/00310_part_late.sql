-- +goose Up
-- late holds for a task whose mould is late or whose part, with a due date of its own, is: which of the two stands beside it.
ALTER TABLE plan_task ADD COLUMN mould_late BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE plan_task ADD COLUMN part_late BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE plan_task SET mould_late = late;
