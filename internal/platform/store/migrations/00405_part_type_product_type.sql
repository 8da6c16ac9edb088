-- +goose Up
-- The product type of a part type becomes a reference to the list of product types. A text that is the name or the code of one finds
-- it; any other becomes a product type of its company, once for all its part types. Its identity is that of the first of them.
ALTER TABLE part_type ADD COLUMN product_type_id TEXT REFERENCES product_type (id);

INSERT INTO product_type (id, tenant_id, version, created_at, created_by, updated_at, updated_by, name, code, parent_id, sort_order, remark, valid)
  SELECT MIN(p.id), p.tenant_id, 1, MIN(p.created_at), '', MIN(p.created_at), '', MIN(TRIM(p.product_type)), '', NULL, 0, '', TRUE FROM part_type p
  WHERE TRIM(p.product_type) <> '' AND NOT EXISTS (SELECT 1 FROM product_type x WHERE x.tenant_id = p.tenant_id
    AND (LOWER(x.name) = LOWER(TRIM(p.product_type)) OR LOWER(x.code) = LOWER(TRIM(p.product_type))))
  GROUP BY p.tenant_id, LOWER(TRIM(p.product_type));

UPDATE part_type SET product_type_id = COALESCE(
  (SELECT MIN(x.id) FROM product_type x WHERE x.tenant_id = part_type.tenant_id AND LOWER(x.name) = LOWER(TRIM(part_type.product_type))),
  (SELECT MIN(x.id) FROM product_type x WHERE x.tenant_id = part_type.tenant_id AND LOWER(x.code) = LOWER(TRIM(part_type.product_type))))
WHERE TRIM(product_type) <> '';

ALTER TABLE part_type DROP COLUMN product_type;
