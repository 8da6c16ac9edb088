-- +goose Up
-- A lock that only a tenant's own measure asks for lasts by itself: the count goes on beside it as it does for a phone
-- that nobody has, so that the answers do not tell one from the other.
ALTER TABLE login_failure ADD COLUMN locked_until TIMESTAMP;
-- The sessions of a long token end with it.
CREATE INDEX session_long ON session (long_id);
