-- +goose Up
-- Outsourcing that somebody has applied for at a batch: the work leaves the shop's load before anything is ordered. An application
-- that is taken back goes with its row; one that was written by hand has no moment here and stays.
ALTER TABLE outsource_order ADD COLUMN applied_at TIMESTAMP;
ALTER TABLE outsource_order ADD COLUMN applied_by TEXT NOT NULL DEFAULT '';
