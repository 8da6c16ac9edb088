-- +goose Up
-- What a plan has done against a preference, so that people see it: a coarser machine, a broken specification, a change of
-- the machine.
ALTER TABLE plan_task ADD COLUMN marks INTEGER NOT NULL DEFAULT 0;
-- The moulds of a schedule with the delivery that the planner has given them, and which of them its delivery pulls in.
ALTER TABLE schedule ADD COLUMN mould_rows TEXT NOT NULL DEFAULT '[]';
