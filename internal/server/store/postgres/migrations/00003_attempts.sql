-- +goose Up
-- What players have practised.
CREATE TABLE attempts (
    token_hash bytea   NOT NULL CHECK (length(token_hash) = 32),
    id         text    NOT NULL COLLATE "C", -- the client's
    variant    text    NOT NULL,
    ending     text    NOT NULL,
    role       text    NOT NULL,
    at         bigint  NOT NULL, -- when it ended
    won        boolean NOT NULL,
    used       integer NOT NULL,
    least      integer NOT NULL,
    hints      integer NOT NULL,
    PRIMARY KEY (token_hash, id)
);

CREATE INDEX attempts_at ON attempts (token_hash, at DESC, id);

-- +goose Down
DROP TABLE attempts;
