-- +goose Up
-- A plan is a version of its schedule: number (0 until it is whole), how it came about (run, hand), the number of the
-- version that it was made of (0: none), who made it, a note. A pinned one is never cleared away. replaced_at is set once
-- another plan has taken its place in force.
ALTER TABLE plan ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
ALTER TABLE plan ADD COLUMN origin TEXT NOT NULL DEFAULT 'run';
ALTER TABLE plan ADD COLUMN parent INTEGER NOT NULL DEFAULT 0;
ALTER TABLE plan ADD COLUMN author_name TEXT NOT NULL DEFAULT '';
ALTER TABLE plan ADD COLUMN note TEXT NOT NULL DEFAULT '';
ALTER TABLE plan ADD COLUMN pinned BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE plan ADD COLUMN published_at TIMESTAMP;
ALTER TABLE plan ADD COLUMN publisher_name TEXT NOT NULL DEFAULT '';
ALTER TABLE plan ADD COLUMN replaced_at TIMESTAMP;

-- The plans that are there are numbered in the order of their making. Of those of one run all but the first were made by hand.
UPDATE plan SET number = (SELECT COUNT(*) FROM plan AS p WHERE p.schedule_id = plan.schedule_id AND p.complete AND (p.created_at < plan.created_at OR p.created_at = plan.created_at AND p.id <= plan.id)) WHERE complete;
UPDATE plan SET parent = COALESCE((SELECT MAX(p.number) FROM plan AS p WHERE p.run_id = plan.run_id AND p.complete AND p.number < plan.number), 0) WHERE complete;
UPDATE plan SET origin = 'hand' WHERE parent > 0;
UPDATE plan SET author_name = COALESCE((SELECT m.real_name FROM member AS m WHERE m.account_id = plan.created_by AND m.tenant_id = plan.tenant_id), '') WHERE complete;
UPDATE plan SET published_at = (SELECT f.since FROM factory_plan AS f WHERE f.plan_id = plan.id), publisher_name = COALESCE((SELECT s.publisher_name FROM schedule AS s WHERE s.id = plan.schedule_id), '')
  WHERE id IN (SELECT plan_id FROM factory_plan);
UPDATE plan SET replaced_at = updated_at WHERE published AND id NOT IN (SELECT plan_id FROM factory_plan);
CREATE UNIQUE INDEX plan_number ON plan (tenant_id, schedule_id, number) WHERE number > 0;

-- A schedule is published while one of its plans is in force, whatever newer ones it has.
UPDATE schedule SET status = 3 WHERE status = 2 AND id IN (SELECT schedule_id FROM factory_plan);
ALTER TABLE schedule_run DROP COLUMN status_before;
