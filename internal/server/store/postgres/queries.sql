-- name: AddGame :exec
INSERT INTO games (id, variant, mode, created_at, timed, open, listed, waiting) VALUES ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: AddSeat :exec
INSERT INTO seats (game, name, token_hash) VALUES ($1, $2, $3);

-- A game that is in the player's history already stays there once.
-- name: AddPlayer :exec
INSERT INTO players (token_hash, created_at, game)
SELECT sqlc.arg(token_hash)::bytea, created_at, id FROM games WHERE id = sqlc.arg(game)
ON CONFLICT DO NOTHING;

-- name: AddFirstEvent :exec
INSERT INTO events (game, seq, kind, payload, at, seat, command) VALUES ($1, 1, $2, $3, $4, $5, $6);

-- Adds the event if it is the next one and its command is new.
-- name: AddEvent :execrows
INSERT INTO events (game, seq, kind, payload, at, seat, command)
SELECT sqlc.arg(game)::text, sqlc.arg(seq)::bigint, sqlc.arg(kind)::text, sqlc.arg(payload)::json, sqlc.arg(at)::bigint,
    sqlc.arg(seat)::text, sqlc.arg(command)::text
WHERE (SELECT max(e.seq) FROM events AS e WHERE e.game = sqlc.arg(game)) = sqlc.arg(seq) - 1
AND (sqlc.arg(command) = '' OR NOT EXISTS (
    SELECT FROM events AS e WHERE e.game = sqlc.arg(game) AND e.seat = sqlc.arg(seat) AND e.command = sqlc.arg(command)));

-- Why an event was not added.
-- name: WhyNot :one
SELECT EXISTS (SELECT FROM games WHERE id = sqlc.arg(game)) AS found,
    (sqlc.arg(command)::text <> '' AND EXISTS (
        SELECT FROM events AS e WHERE e.game = sqlc.arg(game) AND e.seat = sqlc.arg(seat) AND e.command = sqlc.arg(command)))::boolean AS repeated;

-- name: Finish :execrows
UPDATE games SET open = false WHERE id = $1;

-- name: List :execrows
UPDATE games SET listed = $2 WHERE id = $1;

-- name: Begin :execrows
UPDATE games SET waiting = false WHERE id = $1;

-- name: Game :one
SELECT * FROM games WHERE id = $1;

-- name: TimedGames :many
SELECT * FROM games WHERE open AND timed ORDER BY created_at, id;

-- name: Listed :many
SELECT * FROM games WHERE open AND listed AND created_at > sqlc.arg(after) ORDER BY created_at DESC, id LIMIT sqlc.arg(most);

-- name: Waiting :many
SELECT * FROM games WHERE open AND waiting AND created_at < sqlc.arg(before) ORDER BY created_at, id LIMIT sqlc.arg(most);

-- name: History :many
SELECT games.* FROM players JOIN games ON games.id = players.game
WHERE players.token_hash = $1 AND players.created_at < sqlc.arg(before)
ORDER BY players.created_at DESC, players.game LIMIT sqlc.arg(most);

-- name: Events :many
SELECT seq, kind, payload::text AS payload, at, seat, command FROM events WHERE game = $1 AND seq > sqlc.arg(after) ORDER BY seq;

-- name: Seats :many
SELECT name, token_hash FROM seats WHERE game = $1 ORDER BY name COLLATE "C";

-- An attempt that is kept already stays as it is.
-- name: AddAttempt :execrows
INSERT INTO attempts (token_hash, id, variant, ending, role, at, won, used, least, hints) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
ON CONFLICT DO NOTHING;

-- name: DropAttempts :exec
DELETE FROM attempts WHERE attempts.token_hash = sqlc.arg(token_hash) AND attempts.id IN (
    SELECT a.id FROM attempts AS a WHERE a.token_hash = sqlc.arg(token_hash) ORDER BY a.at DESC, a.id OFFSET sqlc.arg(most));

-- name: Attempts :many
SELECT * FROM attempts WHERE token_hash = $1 ORDER BY at DESC, id;
