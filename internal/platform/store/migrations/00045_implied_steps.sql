-- +goose Up
-- Assembly and try-out that a mould order implies are rows that can be reported on, with the part that holds them. The mark
-- says that they follow the order.
ALTER TABLE part ADD COLUMN implied BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE operation ADD COLUMN implied BOOLEAN NOT NULL DEFAULT FALSE;
