#!/usr/bin/env bash
# nodetest.sh NAME COMMAND…: runs client tests in web/ and keeps their counts
# for summary.sh. It reads the closing lines of Vitest and of node --test.
set -uo pipefail
cd "$(dirname "$0")/../web" || exit 1
name=$1
shift
mkdir -p ../bin/test
log=$(mktemp)
trap 'rm -f "$log"' EXIT
"$@" 2>&1 | tee "$log"
status=${PIPESTATUS[0]}
plain=$(sed 's/\x1b\[[0-9;]*m//g' "$log")
# count WORD WORD: "ℹ pass 3" and "# pass 3"; "Tests  1 failed | 3 passed (4)".
count() {
	sed -n -e "s/^[ℹ#] $1 \([0-9]*\)\$/\1/p" -e "/^ *Tests /s/.*[^0-9]\([0-9]*\) $2.*/\1/p" <<<"$plain" | tail -n 1
}
passed=$(count pass passed)
failed=$(count fail failed)
[ "$status" = 0 ] || [ "${failed:-0}" != 0 ] || failed=1
echo "${passed:-0} ${failed:-0}" >"../bin/test/$name"
exit "$status"
