#!/usr/bin/env bash
# generate.sh: writes the stores' typed queries anew from queries.sql and the
# migrations, and notes of what they were made; a test compares that. Without
# cgo, sqlc has its PostgreSQL parser as WebAssembly and needs no C compiler.
set -euo pipefail
cd "$(dirname "$0")/.."
CGO_ENABLED=0 go tool -modfile=go.tool.mod sqlc generate
for store in sqlite postgres; do
	go tool -modfile=go.tool.mod gofumpt -w internal/server/store/$store/queries
done
cd internal/server/store
sha256sum ../../../sqlc.yaml ./*/queries.sql ./*/migrations/*.sql ./*/queries/*.go >generated.sum
