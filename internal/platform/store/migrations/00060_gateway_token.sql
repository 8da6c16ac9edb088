-- +goose Up
-- The public key of the gateway's process, as it has told over its line: a browser checks the gateway's answers with it.
ALTER TABLE gateway_server ADD COLUMN public_key TEXT NOT NULL DEFAULT '';
-- The short token that a browser shows a gateway in place of its session. It names its tenant in "home", like a session:
-- no policy hides it before the tenant is known. Only the hash of the token is stored.
CREATE TABLE gateway_token (
  token_hash TEXT PRIMARY KEY, session_id TEXT NOT NULL, gateway TEXT NOT NULL, home TEXT NOT NULL, factory TEXT NOT NULL, expires_at TIMESTAMP NOT NULL);
CREATE INDEX gateway_token_expires ON gateway_token (expires_at);
