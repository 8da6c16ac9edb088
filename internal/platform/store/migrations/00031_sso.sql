-- +goose Up
-- Single sign-on: our own OpenID provider, and what we remember as a client of one. Everything secret is kept hashed;
-- rows are short-lived and swept. None of it belongs to a tenant: people sign in before it is known which one.

-- Programs that may send their people to us.
CREATE TABLE sso_client (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, secret_hash TEXT NOT NULL, redirects TEXT NOT NULL, logout_redirects TEXT NOT NULL, created_at TIMESTAMP NOT NULL);
-- Keys that sign, and the one that seals codes and access tokens.
CREATE TABLE sso_key (id TEXT PRIMARY KEY, purpose TEXT NOT NULL, secret TEXT NOT NULL, created_at TIMESTAMP NOT NULL);
-- Who is signed in at the provider, by the hash of the browser's cookie.
CREATE TABLE sso_session (
  id TEXT PRIMARY KEY, token_hash TEXT NOT NULL UNIQUE, account_id TEXT NOT NULL REFERENCES account (id), hint TEXT NOT NULL, created_at TIMESTAMP NOT NULL, expires_at TIMESTAMP NOT NULL);
CREATE INDEX sso_session_account ON sso_session (account_id);
-- An authorization under way, bound to the browser that asked for it.
CREATE TABLE sso_request (
  id TEXT PRIMARY KEY, client_id TEXT NOT NULL, browser_hash TEXT NOT NULL, redirect_uri TEXT NOT NULL, scopes TEXT NOT NULL, state TEXT NOT NULL, nonce TEXT NOT NULL,
  challenge TEXT NOT NULL, prompt TEXT NOT NULL, max_age INTEGER NOT NULL, account_id TEXT NOT NULL, signed_in_at TIMESTAMP, code_hash TEXT NOT NULL, code_at TIMESTAMP,
  used_at TIMESTAMP, created_at TIMESTAMP NOT NULL);
CREATE INDEX sso_request_code ON sso_request (code_hash);
-- Access and refresh tokens; a family is everything that came from one authorization.
CREATE TABLE sso_token (
  id TEXT PRIMARY KEY, kind TEXT NOT NULL, token_hash TEXT NOT NULL, family TEXT NOT NULL, client_id TEXT NOT NULL, account_id TEXT NOT NULL REFERENCES account (id), scopes TEXT NOT NULL,
  signed_in_at TIMESTAMP NOT NULL, expires_at TIMESTAMP NOT NULL, used_at TIMESTAMP);
CREATE INDEX sso_token_hash ON sso_token (token_hash);
CREATE INDEX sso_token_family ON sso_token (family);

-- Our side as a client: what getLoginUrl remembers until the code comes back to the same browser.
CREATE TABLE sso_login (
  state_hash TEXT PRIMARY KEY, browser_hash TEXT NOT NULL, source TEXT NOT NULL, nonce TEXT NOT NULL, verifier TEXT NOT NULL, path TEXT NOT NULL, created_at TIMESTAMP NOT NULL);
-- Persons of another provider or of a work app, by its own name for them.
CREATE TABLE sso_link (
  source TEXT NOT NULL, subject TEXT NOT NULL, account_id TEXT NOT NULL REFERENCES account (id), created_at TIMESTAMP NOT NULL, PRIMARY KEY (source, subject));
-- A jump to another address: once, within a minute.
CREATE TABLE sso_ticket (
  ticket_hash TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES account (id), home TEXT NOT NULL, factory TEXT NOT NULL, way TEXT NOT NULL, path TEXT NOT NULL, created_at TIMESTAMP NOT NULL);
