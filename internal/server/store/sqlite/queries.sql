-- name: AddGame :exec
INSERT INTO games (id, variant, mode, created_at, timed, open, listed, waiting) VALUES (?, ?, ?, ?, ?, ?, ?, ?);

-- name: AddSeat :exec
INSERT INTO seats (game, name, token_hash) VALUES (?, ?, ?);

-- A game that is in the player's history already stays there once.
-- name: AddPlayer :exec
INSERT OR IGNORE INTO players (token_hash, created_at, game)
SELECT CAST(sqlc.arg(token_hash) AS BLOB), created_at, id FROM games WHERE id = sqlc.arg(game);

-- name: AddEvent :exec
INSERT INTO events (game, seq, kind, payload, at, seat, command) VALUES (?, ?, ?, ?, ?, ?, ?);

-- 0 for a game that does not exist.
-- name: LastSeq :one
SELECT CAST(coalesce(max(seq), 0) AS INTEGER) FROM events WHERE game = ?;

-- name: CountCommand :one
SELECT count(*) FROM events WHERE game = ? AND seat = ? AND command = ? AND command <> '';

-- name: Finish :execrows
UPDATE games SET open = 0 WHERE id = ?;

-- name: List :execrows
UPDATE games SET listed = ? WHERE id = ?;

-- name: Begin :execrows
UPDATE games SET waiting = 0 WHERE id = ?;

-- name: Game :one
SELECT * FROM games WHERE id = ?;

-- name: TimedGames :many
SELECT * FROM games WHERE open = 1 AND timed = 1 ORDER BY created_at, id;

-- name: Listed :many
SELECT * FROM games WHERE open = 1 AND listed = 1 AND created_at > sqlc.arg(after) ORDER BY created_at DESC, id LIMIT sqlc.arg(most);

-- name: Waiting :many
SELECT * FROM games WHERE open = 1 AND waiting = 1 AND created_at < sqlc.arg(before) ORDER BY created_at, id LIMIT sqlc.arg(most);

-- name: History :many
SELECT games.* FROM players JOIN games ON games.id = players.game
WHERE players.token_hash = ? AND players.created_at < sqlc.arg(before)
ORDER BY players.created_at DESC, players.game LIMIT sqlc.arg(most);

-- name: Events :many
SELECT seq, kind, payload, at, seat, command FROM events WHERE game = ? AND seq > sqlc.arg(after) ORDER BY seq;

-- name: Seats :many
SELECT name, token_hash FROM seats WHERE game = ? ORDER BY name;

-- An attempt that is kept already stays as it is.
-- name: AddAttempt :execrows
INSERT OR IGNORE INTO attempts (token_hash, id, variant, ending, role, at, won, used, least, hints) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: DropAttempts :exec
DELETE FROM attempts WHERE attempts.token_hash = sqlc.arg(token_hash) AND attempts.id IN (
    SELECT a.id FROM attempts AS a WHERE a.token_hash = sqlc.arg(token_hash) ORDER BY a.at DESC, a.id LIMIT -1 OFFSET sqlc.arg(most));

-- name: Attempts :many
SELECT * FROM attempts WHERE token_hash = ? ORDER BY at DESC, id;
