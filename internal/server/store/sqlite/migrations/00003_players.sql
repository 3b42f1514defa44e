-- +goose Up
-- Who has a game in his history.
CREATE TABLE players (
    token_hash BLOB    NOT NULL CHECK (length(token_hash) = 32),
    created_at INTEGER NOT NULL, -- that of the game
    game       TEXT    NOT NULL REFERENCES games (id),
    PRIMARY KEY (token_hash, created_at, game)
) STRICT, WITHOUT ROWID;

INSERT INTO players SELECT DISTINCT token_hash, created_at, game FROM seats JOIN games ON games.id = seats.game;

ALTER TABLE games ADD COLUMN waiting INTEGER NOT NULL DEFAULT 0; -- 0 or 1

CREATE INDEX games_waiting ON games (created_at, id) WHERE open = 1 AND waiting = 1;

-- A server closes what has not begun after a while, and goes on where a
-- computer player is to move.
UPDATE games SET waiting = 1 WHERE open = 1 AND mode IN ('link', 'tag');
UPDATE games SET timed = 1 WHERE open = 1 AND mode = 'computer';

-- +goose Down
DROP INDEX games_waiting;
ALTER TABLE games DROP COLUMN waiting;
DROP TABLE players;
