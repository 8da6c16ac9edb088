-- +goose Up
-- Parts say nothing that chucks or a program format could be held against: such attributes describe a machine and decide
-- nothing.
UPDATE machine_attribute SET compares = 0 WHERE compares IN (7, 8);
