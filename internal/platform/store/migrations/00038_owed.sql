-- +goose Up
-- What a person owes before going on: a password of one's own in place of one that somebody else has made, and the
-- consent to the agreement in force. A session carries it, so that no request has to ask.
ALTER TABLE account ADD COLUMN password_given BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE account ADD COLUMN agreement TEXT NOT NULL DEFAULT '';
ALTER TABLE session ADD COLUMN owes_password BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE session ADD COLUMN owes_agreement BOOLEAN NOT NULL DEFAULT FALSE;
