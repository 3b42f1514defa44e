-- +goose Up
-- What players have practised.
CREATE TABLE attempts (
    token_hash BLOB    NOT NULL CHECK (length(token_hash) = 32),
    id         TEXT    NOT NULL, -- the client's
    variant    TEXT    NOT NULL,
    ending     TEXT    NOT NULL,
    role       TEXT    NOT NULL,
    at         INTEGER NOT NULL, -- when it ended
    won        INTEGER NOT NULL, -- 0 or 1
    used       INTEGER NOT NULL,
    least      INTEGER NOT NULL,
    hints      INTEGER NOT NULL,
    PRIMARY KEY (token_hash, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX attempts_at ON attempts (token_hash, at DESC, id);

-- +goose Down
DROP TABLE attempts;
