-- +goose Up
-- Names are unique in all their spellings by indexes that call a function of the program, see foldedName. A program of before
-- has no such function and must not write to this database.
SELECT 1;
