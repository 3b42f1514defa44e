-- +goose Up
-- Who has a game in his history.
CREATE TABLE players (
    token_hash bytea  NOT NULL CHECK (length(token_hash) = 32),
    created_at bigint NOT NULL, -- that of the game
    game       text   NOT NULL REFERENCES games (id),
    PRIMARY KEY (token_hash, created_at, game)
);

INSERT INTO players SELECT DISTINCT token_hash, created_at, game FROM seats JOIN games ON games.id = seats.game;

ALTER TABLE games ADD COLUMN waiting boolean NOT NULL DEFAULT false;

CREATE INDEX games_waiting ON games (created_at, id) WHERE open AND waiting;

-- A server closes what has not begun after a while, and goes on where a
-- computer player is to move.
UPDATE games SET waiting = true WHERE open AND mode IN ('link', 'tag');
UPDATE games SET timed = true WHERE open AND mode = 'computer';

-- +goose Down
DROP INDEX games_waiting;
ALTER TABLE games DROP COLUMN waiting;
DROP TABLE players;
