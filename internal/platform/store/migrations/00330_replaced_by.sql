-- +goose Up
-- The plan that took a plan's place in force; empty while none has, and where that is not known any more.
ALTER TABLE plan ADD COLUMN replaced_by TEXT NOT NULL DEFAULT '';
UPDATE plan SET replaced_by = COALESCE((SELECT MIN(p.id) FROM plan AS p WHERE p.tenant_id = plan.tenant_id AND p.factory_id = plan.factory_id AND p.published_at = plan.replaced_at), '') WHERE replaced_at IS NOT NULL;
