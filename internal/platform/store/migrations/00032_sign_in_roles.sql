-- +goose Up
-- Who signs in from where is for administrators: the roles that may check everything else may not check this.
UPDATE role SET grants = substr(grants, 1, length(grants) - 1) || ',"!system.loginLog.*","!common.onlineUser.*"]'
WHERE code IN ('planner', 'viewer') AND grants NOT LIKE '%system.loginLog%' AND grants LIKE '[%"]';
