-- +goose Up
-- A flow time is called by the names of its ends. Groups stood in it by their codes; every other list calls them by their names.
UPDATE flow_time SET name =
  COALESCE((SELECT g.name FROM resource_group g WHERE g.tenant_id = flow_time.tenant_id AND g.id = flow_time.up_group_id),
    (SELECT m.name FROM machine m WHERE m.tenant_id = flow_time.tenant_id AND m.id = flow_time.up_machine_id), '') || ' → ' ||
  COALESCE((SELECT g.name FROM resource_group g WHERE g.tenant_id = flow_time.tenant_id AND g.id = flow_time.down_group_id),
    (SELECT m.name FROM machine m WHERE m.tenant_id = flow_time.tenant_id AND m.id = flow_time.down_machine_id), '');
