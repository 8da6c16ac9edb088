-- +goose Up
-- The proof by SMS belongs to entering a company: a session may owe it, the long token carries it to the sessions that it
-- renews, and a ticket to the session at the other address.
ALTER TABLE session ADD COLUMN owes_proof BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE long_token ADD COLUMN verified_at TIMESTAMP;
ALTER TABLE sso_ticket ADD COLUMN verified_at TIMESTAMP;
-- A check of the password that opens no session is written down too, and marked.
ALTER TABLE login_log ADD COLUMN check_only BOOLEAN NOT NULL DEFAULT FALSE;
