-- +goose Up
-- What a gateway proves itself with, and what it has said of itself. It names its tenant in "home", like a session: no
-- policy hides it before the tenant is known. Only the hash of the key is stored.
CREATE TABLE gateway_key (
  gateway TEXT PRIMARY KEY, home TEXT NOT NULL, factory TEXT NOT NULL, key_hash TEXT NOT NULL UNIQUE, created_at TIMESTAMP NOT NULL,
  version TEXT NOT NULL, platform TEXT NOT NULL, seen_at TIMESTAMP,
  upgrade_version TEXT NOT NULL, upgrade_asked_by TEXT NOT NULL, upgrade_asked_at TIMESTAMP);
