-- +goose Up
-- A flow time is called by its ends: on English screens by their English names, where one of them has one. Stored, so that lists
-- are sorted and searched by what they show.
ALTER TABLE flow_time ADD COLUMN english_name TEXT NOT NULL DEFAULT '';
UPDATE flow_time SET english_name =
  COALESCE((SELECT COALESCE(NULLIF(g.english_name, ''), g.name) FROM resource_group g WHERE g.id = up_group_id), (SELECT m.name FROM machine m WHERE m.id = up_machine_id))
  || ' → ' ||
  COALESCE((SELECT COALESCE(NULLIF(g.english_name, ''), g.name) FROM resource_group g WHERE g.id = down_group_id), (SELECT m.name FROM machine m WHERE m.id = down_machine_id))
WHERE EXISTS (SELECT 1 FROM resource_group g WHERE g.id IN (up_group_id, down_group_id) AND g.english_name <> '');
