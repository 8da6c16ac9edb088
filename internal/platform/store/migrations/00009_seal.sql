-- +goose Up
-- Seals of the operation log: a chain of hashes per tenant. seal is the number of the seal that covers a line.
ALTER TABLE operation_log ADD COLUMN seal BIGINT;
CREATE INDEX operation_log_unsealed ON operation_log (tenant_id, at) WHERE seal IS NULL;
CREATE INDEX operation_log_sealed ON operation_log (tenant_id, seal);
CREATE TABLE operation_seal (
  tenant_id TEXT NOT NULL REFERENCES tenant (id), number BIGINT NOT NULL, sealed_at TIMESTAMP NOT NULL, lines INTEGER NOT NULL, hash TEXT NOT NULL,
  PRIMARY KEY (tenant_id, number));
