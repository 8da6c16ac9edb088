-- +goose Up
-- The rest of the planner's workbook: columns that were read but not kept, batches, outsourcing orders, and what a
-- tenant has taught the import about headers of its own.

ALTER TABLE mould_order ADD COLUMN order_type TEXT NOT NULL DEFAULT '';

ALTER TABLE part ADD COLUMN part_type TEXT NOT NULL DEFAULT '';
ALTER TABLE part ADD COLUMN material TEXT NOT NULL DEFAULT '';
ALTER TABLE part ADD COLUMN hardness BIGINT NOT NULL DEFAULT 0;
ALTER TABLE part ADD COLUMN accuracy_grade TEXT NOT NULL DEFAULT '';
ALTER TABLE part ADD COLUMN drawing_ready TIMESTAMP;

ALTER TABLE operation ADD COLUMN electrode_design_due TIMESTAMP;

-- A batch repeats the route of its part with its share of the quantity.
CREATE TABLE part_batch (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  mould_id TEXT NOT NULL, part_id TEXT NOT NULL, batch_no TEXT NOT NULL, qty INTEGER NOT NULL, state INTEGER NOT NULL, UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, mould_id) REFERENCES mould_order (tenant_id, id), FOREIGN KEY (tenant_id, part_id) REFERENCES part (tenant_id, id));
CREATE UNIQUE INDEX part_batch_no ON part_batch (tenant_id, part_id, batch_no);
CREATE INDEX part_batch_mould ON part_batch (tenant_id, mould_id);

-- A report may be about one batch; NULL is the quantity that is in no batch.
ALTER TABLE progress ADD COLUMN batch_id TEXT;

CREATE TABLE outsource_order (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  mould_id TEXT NOT NULL, operation_id TEXT NOT NULL, batch_id TEXT, supplier_id TEXT, ordered_at TIMESTAMP, promised TIMESTAMP, received TIMESTAMP, order_no TEXT NOT NULL, UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, mould_id) REFERENCES mould_order (tenant_id, id), FOREIGN KEY (tenant_id, operation_id) REFERENCES operation (tenant_id, id),
  FOREIGN KEY (tenant_id, batch_id) REFERENCES part_batch (tenant_id, id), FOREIGN KEY (tenant_id, supplier_id) REFERENCES supplier (tenant_id, id));
CREATE UNIQUE INDEX outsource_order_operation ON outsource_order (tenant_id, operation_id, COALESCE(batch_id, ''), order_no);
CREATE INDEX outsource_order_mould ON outsource_order (tenant_id, mould_id);

-- A tenant's own headers: sheet is the code of a sheet and meaning the code of a column, or sheet is '' where heading
-- is the name of a sheet and meaning its code. An empty meaning leaves the column or the sheet out.
CREATE TABLE import_heading (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  sheet TEXT NOT NULL, heading TEXT NOT NULL, meaning TEXT NOT NULL, UNIQUE (tenant_id, id), UNIQUE (tenant_id, sheet, heading));

-- Cells that were mended in the preview, and whether the moulds of the file are replaced.
ALTER TABLE import_draft ADD COLUMN edits TEXT NOT NULL DEFAULT '[]';
ALTER TABLE import_draft ADD COLUMN replaces BOOLEAN NOT NULL DEFAULT FALSE;

-- The picture of a mould, checked and encoded anew by the server; base64.
CREATE TABLE mould_picture (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), factory_id TEXT NOT NULL REFERENCES factory (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  mould_id TEXT NOT NULL, kind TEXT NOT NULL, content TEXT NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL, UNIQUE (tenant_id, id), UNIQUE (tenant_id, mould_id),
  FOREIGN KEY (tenant_id, mould_id) REFERENCES mould_order (tenant_id, id));
