-- +goose Up
-- What the run of a plan has seen of its shop, as numbers by id: gzip in base64. Empty for plans made before: publishing
-- them asks nothing.
ALTER TABLE plan ADD COLUMN fingerprint TEXT NOT NULL DEFAULT '';
