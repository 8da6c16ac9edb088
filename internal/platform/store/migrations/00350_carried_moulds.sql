-- +goose Up
-- How many moulds of other schedules a plan carries over from the one in force, and how many of these are late: its own moulds are
-- counted apart.
ALTER TABLE plan ADD COLUMN carried_moulds INTEGER NOT NULL DEFAULT 0;
ALTER TABLE plan ADD COLUMN carried_late INTEGER NOT NULL DEFAULT 0;
UPDATE plan SET
  carried_moulds = (SELECT COUNT(DISTINCT t.mould_id) FROM plan_task t WHERE t.tenant_id = plan.tenant_id AND t.plan_id = plan.id AND t.carried),
  carried_late = (SELECT COUNT(DISTINCT t.mould_id) FROM plan_task t WHERE t.tenant_id = plan.tenant_id AND t.plan_id = plan.id AND t.carried AND t.mould_late);
