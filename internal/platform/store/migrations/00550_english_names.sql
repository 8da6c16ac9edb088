-- +goose Up
-- What English screens call a row in place of the name that people type in Chinese, '' where nobody has given it one.
-- Shifts and surface requirements have had theirs from the beginning.
ALTER TABLE process ADD COLUMN english_name TEXT NOT NULL DEFAULT '';
ALTER TABLE part_type ADD COLUMN english_name TEXT NOT NULL DEFAULT '';
ALTER TABLE material ADD COLUMN english_name TEXT NOT NULL DEFAULT '';
ALTER TABLE resource_group ADD COLUMN english_name TEXT NOT NULL DEFAULT '';
ALTER TABLE customer ADD COLUMN english_name TEXT NOT NULL DEFAULT '';
ALTER TABLE supplier ADD COLUMN english_name TEXT NOT NULL DEFAULT '';
ALTER TABLE order_type ADD COLUMN english_name TEXT NOT NULL DEFAULT '';
ALTER TABLE product_type ADD COLUMN english_name TEXT NOT NULL DEFAULT '';
ALTER TABLE move_type ADD COLUMN english_name TEXT NOT NULL DEFAULT '';
ALTER TABLE skill_title ADD COLUMN english_name TEXT NOT NULL DEFAULT '';
ALTER TABLE unit ADD COLUMN english_name TEXT NOT NULL DEFAULT '';
ALTER TABLE currency ADD COLUMN english_name TEXT NOT NULL DEFAULT '';
ALTER TABLE alarm_rule ADD COLUMN english_name TEXT NOT NULL DEFAULT '';
ALTER TABLE checkout_tool ADD COLUMN english_name TEXT NOT NULL DEFAULT '';
ALTER TABLE checkout_template ADD COLUMN english_name TEXT NOT NULL DEFAULT '';
ALTER TABLE cost_centre ADD COLUMN english_name TEXT NOT NULL DEFAULT '';
ALTER TABLE calendar ADD COLUMN english_name TEXT NOT NULL DEFAULT '';
ALTER TABLE warehouse_shelf ADD COLUMN english_name TEXT NOT NULL DEFAULT '';
ALTER TABLE pdm_file_type ADD COLUMN english_name TEXT NOT NULL DEFAULT '';
ALTER TABLE formula ADD COLUMN english_name TEXT NOT NULL DEFAULT '';
ALTER TABLE delivery_address ADD COLUMN english_name TEXT NOT NULL DEFAULT '';
ALTER TABLE machine_attribute ADD COLUMN english_name TEXT NOT NULL DEFAULT '';
ALTER TABLE processing_material ADD COLUMN english_name TEXT NOT NULL DEFAULT '';
ALTER TABLE part_number_type ADD COLUMN english_name TEXT NOT NULL DEFAULT '';
ALTER TABLE part_number_rule ADD COLUMN english_name TEXT NOT NULL DEFAULT '';
ALTER TABLE part_number ADD COLUMN english_name TEXT NOT NULL DEFAULT '';
ALTER TABLE colour_standard ADD COLUMN english_name TEXT NOT NULL DEFAULT '';
ALTER TABLE department ADD COLUMN english_name TEXT NOT NULL DEFAULT '';
ALTER TABLE title ADD COLUMN english_name TEXT NOT NULL DEFAULT '';
-- The base currency that every company began with.
UPDATE currency SET english_name = 'Renminbi' WHERE name = '人民币';
