-- +goose Up
-- Every rule that a fixed task breaks, as JSON; the columns conflict, conflict_with and conflict_minutes keep the first.
ALTER TABLE plan_task ADD COLUMN broken TEXT;
