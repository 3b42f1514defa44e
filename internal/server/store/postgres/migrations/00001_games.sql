-- +goose Up
CREATE TABLE games (
    id         text    NOT NULL PRIMARY KEY,
    variant    text    NOT NULL,
    mode       text    NOT NULL,
    created_at bigint  NOT NULL, -- microseconds since 1970, as all times here
    timed      boolean NOT NULL,
    open       boolean NOT NULL,
    listed     boolean NOT NULL
);

CREATE INDEX games_timed ON games (created_at, id) WHERE open AND timed;
CREATE INDEX games_listed ON games (created_at, id) WHERE open AND listed;

CREATE TABLE events (
    game    text   NOT NULL REFERENCES games (id),
    seq     bigint NOT NULL CHECK (seq > 0),
    kind    text   NOT NULL,
    payload json   NOT NULL, -- json keeps the text as it is, jsonb would not
    at      bigint NOT NULL,
    seat    text   NOT NULL DEFAULT '',
    command text   NOT NULL DEFAULT '',
    PRIMARY KEY (game, seq)
);

-- A command that is sent twice happens once.
CREATE UNIQUE INDEX events_command ON events (game, seat, command) WHERE command <> '';

CREATE TABLE seats (
    game       text  NOT NULL REFERENCES games (id),
    name       text  NOT NULL,
    token_hash bytea NOT NULL CHECK (length(token_hash) = 32),
    PRIMARY KEY (game, name)
);

-- +goose Down
DROP TABLE seats;
DROP TABLE events;
DROP TABLE games;
