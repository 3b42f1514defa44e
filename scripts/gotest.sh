#!/usr/bin/env bash
# gotest.sh NAME FLAGS… PACKAGES…: go test, told package by package, with the
# whole output of tests that failed. The counts are kept for summary.sh.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
name=$1
shift
mkdir -p bin/test
rm -f "bin/test/$name"
go test -json "$@" | go run ./scripts/gotest "bin/test/$name"
status=("${PIPESTATUS[@]}")
[ "${status[0]}" = 0 ] && [ "${status[1]}" = 0 ]
