-- +goose Up
-- Where and how a session began, and the long token that came with it, so that ending one ends the other.
ALTER TABLE session ADD COLUMN way TEXT NOT NULL DEFAULT 'password';
ALTER TABLE session ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE session ADD COLUMN agent TEXT NOT NULL DEFAULT '';
ALTER TABLE session ADD COLUMN long_id TEXT NOT NULL DEFAULT '';
ALTER TABLE long_token ADD COLUMN way TEXT NOT NULL DEFAULT 'password';
CREATE INDEX session_home ON session (home, seen_at);

-- When the owner of the account last proved to hold its phone; only then do other systems hear that it is verified.
ALTER TABLE account ADD COLUMN phone_proved_at TIMESTAMP;
-- A company that signs in at an address of its own is sent there.
ALTER TABLE tenant ADD COLUMN login_domain TEXT NOT NULL DEFAULT '';

-- Who tried to sign in, and how it ended: one row in each company that the person belongs to. No passwords.
CREATE TABLE login_log (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  at TIMESTAMP NOT NULL, account_id TEXT NOT NULL, user_name TEXT NOT NULL, real_name TEXT NOT NULL, phone TEXT NOT NULL, way INTEGER NOT NULL, outcome INTEGER NOT NULL,
  address TEXT NOT NULL, declared_address TEXT NOT NULL, device TEXT NOT NULL, agent TEXT NOT NULL, UNIQUE (tenant_id, id));
CREATE INDEX login_log_at ON login_log (tenant_id, at);

-- A sign-in that waits for a phone. The phone reads the code, the browser keeps the random code; both are kept hashed.
CREATE TABLE qr_login (
  id TEXT PRIMARY KEY, code_hash TEXT NOT NULL UNIQUE, random_hash TEXT NOT NULL UNIQUE, state TEXT NOT NULL, account_id TEXT NOT NULL,
  address TEXT NOT NULL, agent TEXT NOT NULL, created_at TIMESTAMP NOT NULL, expires_at TIMESTAMP NOT NULL);
CREATE INDEX qr_login_expiry ON qr_login (expires_at);
