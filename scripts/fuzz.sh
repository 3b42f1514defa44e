#!/usr/bin/env bash
# fuzz.sh TIME: runs every fuzz target of the module for a time, such as 10s.
# An input that fails is kept by Go in testdata/fuzz: fix the fault and commit
# the file, it is a test from then on.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
time=${1:-10s}
passed=0 failed=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT
while read -r package dir; do
	for target in $(grep -hos '^func Fuzz[A-Za-z0-9_]*' "$dir"/*_test.go | sed 's/^func //' | sort -u); do
		printf '%-10s %s ' "$time" "$package $target"
		if go test -run '^$' -fuzz "^$target\$" -fuzztime "$time" "$package" >"$log" 2>&1; then
			echo ok
			passed=$((passed + 1))
		# Go below 1.27 may take the end of the time for a failure (golang/go#75804).
		elif grep -q '^ *context deadline exceeded$' "$log" && ! grep -q 'Failing input written' "$log"; then
			echo "ok (ended late)"
			passed=$((passed + 1))
		else
			echo FAILED
			cat "$log"
			failed=$((failed + 1))
		fi
	done
done < <(go list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}} {{.Dir}}{{end}}' ./...)
mkdir -p bin/test
echo "$passed $failed" >bin/test/fuzz
echo "$passed fuzz targets passed, $failed failed"
[ "$failed" = 0 ]
