#!/usr/bin/env bash
# Tells what the last test run counted, part by part and in all.
set -euo pipefail
cd "$(dirname "$0")/.."
passed=0 failed=0
for part in go go-race web browser clients fuzz; do
	[ -f "bin/test/$part" ] || continue
	read -r p f <"bin/test/$part"
	printf '%-8s %5d passed, %d failed\n' "$part" "$p" "$f"
	passed=$((passed + p)) failed=$((failed + f))
done
echo "$passed passed, $failed failed"
