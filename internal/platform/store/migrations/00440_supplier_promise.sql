-- +goose Up
-- What a supplier's person says of an order: when and by whom its promised date was confirmed, for which supplier, and a remark.
ALTER TABLE outsource_order ADD COLUMN confirmed_at TIMESTAMP;
ALTER TABLE outsource_order ADD COLUMN confirmed_by TEXT NOT NULL DEFAULT '';
ALTER TABLE outsource_order ADD COLUMN confirmed_for TEXT NOT NULL DEFAULT '';
ALTER TABLE outsource_order ADD COLUMN supplier_remark TEXT NOT NULL DEFAULT '';
