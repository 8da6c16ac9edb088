-- +goose Up
-- Rights in files that are bound to a role act from now on. A role to which none were bound that act keeps what it had by its grants:
-- both are asked for. Kinds that hold no files are gone.
UPDATE role SET files = '["picture.replace","picture.see","program.download","program.replace","program.see"]'
WHERE files NOT LIKE '%"program.%' AND files NOT LIKE '%"picture.%';
UPDATE role SET files = replace(replace(files, ',"drawing.see"', ''), '"drawing.see",', '') WHERE files LIKE '%"drawing.see"%';
UPDATE role SET files = replace(replace(files, ',"drawing.download"', ''), '"drawing.download",', '') WHERE files LIKE '%"drawing.download"%';
UPDATE role SET files = replace(replace(files, ',"drawing.replace"', ''), '"drawing.replace",', '') WHERE files LIKE '%"drawing.replace"%';
UPDATE role SET files = replace(replace(files, ',"document.see"', ''), '"document.see",', '') WHERE files LIKE '%"document.see"%';
UPDATE role SET files = replace(replace(files, ',"document.download"', ''), '"document.download",', '') WHERE files LIKE '%"document.download"%';
UPDATE role SET files = replace(replace(files, ',"document.replace"', ''), '"document.replace",', '') WHERE files LIKE '%"document.replace"%';
UPDATE role SET files = replace(replace(files, ',"picture.download"', ''), '"picture.download",', '') WHERE files LIKE '%"picture.download"%';
-- To take users out of a role asks for a permission of its own: who could, still can, and so can their programs.
UPDATE role SET grants = replace(grants, '"system.role.modify"', '"system.role.modify","system.role.remove"')
WHERE grants LIKE '%"system.role.modify"%' AND grants NOT LIKE '%"system.role.remove"%';
UPDATE api_token SET scopes = replace(scopes, '"system.role.modify"', '"system.role.modify","system.role.remove"')
WHERE scopes LIKE '%"system.role.modify"%' AND scopes NOT LIKE '%"system.role.remove"%';
