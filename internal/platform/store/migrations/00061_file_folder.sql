-- +goose Up
-- The folder in which all servers of this database keep the bytes of files, by the name that lies in the folder itself. One
-- row: a server that has another folder could not show what the others take in, and does not start.
CREATE TABLE file_folder (holds TEXT PRIMARY KEY, name TEXT NOT NULL, path TEXT NOT NULL, host TEXT NOT NULL, recorded_at TIMESTAMP NOT NULL);
