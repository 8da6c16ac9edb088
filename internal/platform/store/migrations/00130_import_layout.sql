-- +goose Up
-- What a tenant has taught the import about the sheets of one layout: a fingerprint of the sheet's name and its headings.
-- sheet is the code of what it means, '' where its name tells; columns is a JSON object of headings and codes of columns,
-- where an empty code leaves the column out.
CREATE TABLE import_layout (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  layout TEXT NOT NULL, name TEXT NOT NULL, sheet TEXT NOT NULL, left_out BOOLEAN NOT NULL, columns TEXT NOT NULL, UNIQUE (tenant_id, id), UNIQUE (tenant_id, layout));

-- What the preview changes about a file beside single cells: values replaced throughout a column, and records to be made.
ALTER TABLE import_draft ADD COLUMN replaced TEXT NOT NULL DEFAULT '[]';
ALTER TABLE import_draft ADD COLUMN made TEXT NOT NULL DEFAULT '[]';
