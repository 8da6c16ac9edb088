-- +goose Up
-- How often something was done in the window that began at since: guesses from a network, puzzles, codes. Every node counts here.
CREATE TABLE throttle (name TEXT PRIMARY KEY, used INTEGER NOT NULL, since TIMESTAMP NOT NULL);
CREATE INDEX throttle_since ON throttle (since);
-- Browsers in which an account has signed in: their wrong passwords are counted apart, so that strangers lock nobody out of
-- a browser of one's own. Only the hash of the browser's mark is kept.
CREATE TABLE known_browser (
  mark_hash TEXT NOT NULL, account_id TEXT NOT NULL REFERENCES account (id), seen_at TIMESTAMP NOT NULL, PRIMARY KEY (mark_hash, account_id));
CREATE INDEX known_browser_account ON known_browser (account_id);
CREATE INDEX known_browser_seen ON known_browser (seen_at);
-- Failures were counted by account and address; by account now.
DELETE FROM login_failure;
