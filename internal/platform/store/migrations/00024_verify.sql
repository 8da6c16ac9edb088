-- +goose Up
-- Puzzles, the passes that they earn, and codes by SMS. They stand above tenants: whoever recovers a password is nobody yet.
CREATE TABLE puzzle (
  ticket_hash TEXT PRIMARY KEY, phone TEXT NOT NULL, purpose INTEGER NOT NULL, holder TEXT NOT NULL, address TEXT NOT NULL, gap INTEGER NOT NULL, made_at TIMESTAMP NOT NULL);
CREATE INDEX puzzle_address ON puzzle (address, made_at);
CREATE TABLE puzzle_pass (
  id TEXT PRIMARY KEY, phone TEXT NOT NULL, purpose INTEGER NOT NULL, holder TEXT NOT NULL, made_at TIMESTAMP NOT NULL);
CREATE INDEX puzzle_pass_phone ON puzzle_pass (phone);
-- One row a number: whoever sends holds it, so that two at once cannot both pass the limits.
CREATE TABLE sms_number (phone TEXT PRIMARY KEY, last_at TIMESTAMP NOT NULL);
CREATE TABLE sms_code (
  phone TEXT NOT NULL, purpose INTEGER NOT NULL, salt TEXT NOT NULL, code_hash TEXT NOT NULL, tries INTEGER NOT NULL, made_at TIMESTAMP NOT NULL, PRIMARY KEY (phone, purpose));
-- What was sent, without the code; the limits count its rows.
CREATE TABLE sms_log (
  id TEXT PRIMARY KEY, sent_at TIMESTAMP NOT NULL, phone TEXT NOT NULL, purpose INTEGER NOT NULL, address TEXT NOT NULL, home TEXT NOT NULL, account_id TEXT NOT NULL,
  outcome TEXT NOT NULL, receipt TEXT NOT NULL);
CREATE INDEX sms_log_phone ON sms_log (phone, sent_at);
CREATE INDEX sms_log_address ON sms_log (address, sent_at);
CREATE INDEX sms_log_home ON sms_log (home, sent_at);
