-- +goose Up
-- Steps of quality that are bound to a role act from now on: whoever could set an operation to checked, still can.
UPDATE role SET checks = '["cam"]'
WHERE checks = '[]' AND (grants LIKE '%"capp.*"%' OR grants LIKE '%"capp.operation.%' OR grants LIKE '%"*.*.modify"%');
UPDATE role SET checks = replace(checks, '[', '["cam",')
WHERE checks <> '[]' AND checks NOT LIKE '%"cam"%' AND (grants LIKE '%"capp.*"%' OR grants LIKE '%"capp.operation.%' OR grants LIKE '%"*.*.modify"%');
-- And so do pages of the app. The list of tasks stands below a schedule and is none; the roles of a new tenant begin with some.
UPDATE role SET app_menus = replace(replace(replace(app_menus, '"aps.task",', ''), ',"aps.task"', ''), '"aps.task"', '') WHERE app_menus LIKE '%"aps.task"%';
UPDATE role SET app_menus = '["aps.workshop","mf.progress","pm.mould"]' WHERE code = 'planner' AND app_menus = '[]';
UPDATE role SET app_menus = '["aps.workshop","mf.progress"]' WHERE code = 'scheduler' AND app_menus = '[]';
UPDATE role SET app_menus = '["aps.workshop","mf.program","mf.progress"]' WHERE code = 'floor' AND app_menus = '[]';
UPDATE role SET app_menus = '["aps.workshop","pm.mould"]' WHERE code = 'viewer' AND app_menus = '[]';
