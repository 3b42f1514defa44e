#!/usr/bin/env bash
# postgres-test.sh DIR: makes a PostgreSQL in an empty directory and runs it
# until it is interrupted. It listens on a socket in DIR only. Debian's package
# is installed when it is missing, given root and apt; exit code 3 if that is
# not possible.
set -euo pipefail
dir=$1

find_bin() {
	local b
	for b in $(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -rV) "$(pg_config --bindir 2>/dev/null || true)"; do
		[ -x "$b/initdb" ] && [ -x "$b/postgres" ] && { echo "$b"; return; }
	done
	b=$(command -v initdb 2>/dev/null) && [ -x "$(dirname "$b")/postgres" ] && dirname "$b"
}

if ! bin=$(find_bin); then
	if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
		echo "PostgreSQL is missing; on Debian: sudo apt-get install postgresql" >&2
		exit 3
	fi
	export DEBIAN_FRONTEND=noninteractive
	apt-get install -y --no-install-recommends postgresql >/dev/null 2>&1 ||
		{ apt-get update >/dev/null 2>&1 && apt-get install -y --no-install-recommends postgresql >/dev/null 2>&1; } ||
		{ echo "could not install PostgreSQL" >&2; exit 3; }
	bin=$(find_bin)
fi

# PostgreSQL does not run as root.
as=()
if [ "$(id -u)" = 0 ]; then
	id postgres >/dev/null 2>&1 || useradd --system --no-create-home postgres
	chown postgres "$dir"
	as=(setpriv --reuid=postgres --regid="$(id -g postgres)" --clear-groups)
fi
cd "$dir"
"${as[@]}" "$bin/initdb" -D "$dir/data" -U postgres -A trust -E UTF8 --locale=C --no-sync >/dev/null
# The tests are about what is kept, not about power failures: no fsync.
exec "${as[@]}" "$bin/postgres" -D "$dir/data" -k "$dir" -c listen_addresses= -c fsync=off -c max_connections=200 -c lc_messages=C
