-- +goose Up
-- Rights in files that are bound to a role act from now on. A role to which none were bound keeps what it had by its grants: both are
-- asked for.
UPDATE role SET files = '["picture.replace","picture.see","program.download","program.replace","program.see"]' WHERE files = '[]';
-- To take users out of a role asks for a permission of its own: who could, still can.
UPDATE role SET grants = replace(grants, '"system.role.modify"', '"system.role.modify","system.role.remove"')
WHERE grants LIKE '%"system.role.modify"%' AND grants NOT LIKE '%"system.role.remove"%';
