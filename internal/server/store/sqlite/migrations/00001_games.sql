-- +goose Up
CREATE TABLE games (
    id         TEXT    NOT NULL PRIMARY KEY,
    variant    TEXT    NOT NULL,
    mode       TEXT    NOT NULL,
    created_at INTEGER NOT NULL, -- microseconds since 1970, as all times here
    timed      INTEGER NOT NULL, -- 0 or 1
    open       INTEGER NOT NULL  -- 0 or 1
) STRICT, WITHOUT ROWID;

CREATE INDEX games_timed ON games (created_at, id) WHERE open = 1 AND timed = 1;

CREATE TABLE events (
    game    TEXT    NOT NULL REFERENCES games (id),
    seq     INTEGER NOT NULL CHECK (seq > 0),
    kind    TEXT    NOT NULL,
    payload TEXT    NOT NULL CHECK (json_valid(payload)),
    at      INTEGER NOT NULL,
    seat    TEXT    NOT NULL DEFAULT '',
    command TEXT    NOT NULL DEFAULT '',
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;

-- A command that is sent twice happens once.
CREATE UNIQUE INDEX events_command ON events (game, seat, command) WHERE command <> '';

CREATE TABLE seats (
    game       TEXT NOT NULL REFERENCES games (id),
    name       TEXT NOT NULL,
    token_hash BLOB NOT NULL CHECK (length(token_hash) = 32),
    PRIMARY KEY (game, name)
) STRICT, WITHOUT ROWID;

-- +goose Down
DROP TABLE seats;
DROP TABLE events;
DROP TABLE games;
