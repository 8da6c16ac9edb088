-- +goose Up
-- How many people a task of a plan takes: a plan that goes around it leaves that many out.
ALTER TABLE plan_task ADD COLUMN crew INTEGER NOT NULL DEFAULT 1;
