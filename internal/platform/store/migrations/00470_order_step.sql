-- +goose Up
-- The step of its order that an operation stands for, 10 its assembly, 20 its try-out, also when somebody has taken it over: those
-- are the ones without a process in assemblies.
ALTER TABLE operation ADD COLUMN order_step INTEGER NOT NULL DEFAULT 0;
UPDATE operation SET order_step = op_no WHERE implied AND op_no IN (10, 20);
UPDATE operation SET order_step = op_no WHERE NOT implied AND process_id IS NULL AND op_no IN (10, 20) AND part_id IN (SELECT id FROM part WHERE kind = 3);
