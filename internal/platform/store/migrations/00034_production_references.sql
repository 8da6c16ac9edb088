-- +goose Up
-- Order type, part type, material and accuracy grade of production rows become references to the basic data, as the
-- customer is one. A text that is the code or the name of a row finds it, the code first; any other is nobody's name.

ALTER TABLE mould_order ADD COLUMN order_type_id TEXT;
UPDATE mould_order SET order_type_id = (SELECT m.id FROM order_type m WHERE m.tenant_id = mould_order.tenant_id AND m.name = mould_order.order_type)
WHERE order_type <> '';
ALTER TABLE mould_order DROP COLUMN order_type;

ALTER TABLE part ADD COLUMN part_type_id TEXT;
UPDATE part SET part_type_id = COALESCE(
  (SELECT m.id FROM part_type m WHERE m.tenant_id = part.tenant_id AND m.code = part.part_type),
  (SELECT m.id FROM part_type m WHERE m.tenant_id = part.tenant_id AND m.name = part.part_type))
WHERE part_type <> '';
ALTER TABLE part DROP COLUMN part_type;

ALTER TABLE part ADD COLUMN material_id TEXT;
UPDATE part SET material_id = COALESCE(
  (SELECT m.id FROM material m WHERE m.tenant_id = part.tenant_id AND m.code = part.material),
  (SELECT m.id FROM material m WHERE m.tenant_id = part.tenant_id AND m.name = part.material))
WHERE material <> '';
ALTER TABLE part DROP COLUMN material;

ALTER TABLE part ADD COLUMN accuracy_grade_id TEXT;
UPDATE part SET accuracy_grade_id = (SELECT m.id FROM accuracy_grade m WHERE m.tenant_id = part.tenant_id AND m.grade = part.accuracy_grade)
WHERE accuracy_grade <> '';
ALTER TABLE part DROP COLUMN accuracy_grade;
