-- +goose Up
ALTER TABLE games ADD COLUMN listed INTEGER NOT NULL DEFAULT 0; -- 0 or 1

CREATE INDEX games_listed ON games (created_at, id) WHERE open = 1 AND listed = 1;

-- +goose Down
DROP INDEX games_listed;
ALTER TABLE games DROP COLUMN listed;
