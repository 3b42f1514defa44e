#!/usr/bin/env bash
# need.sh go|node|chromium|cc|xboard|Xvfb|fairymax|polyglot|import …: makes sure
# that a program is there and new enough. All but Go and Node are installed when
# missing, given root and apt; for anything else it says what to install. Exit code 1 if it is missing.
set -euo pipefail

# at_least HAVE WANT: compares versions.
at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }

fail() {
	echo "need.sh: $*" >&2
	exit 1
}

# install PACKAGE…: from Debian, if that is possible without asking.
install() {
	if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
		fail "$1 is missing; install it, on Debian with: sudo apt-get install $*"
	fi
	echo "installing $*" >&2
	export DEBIAN_FRONTEND=noninteractive
	apt-get install -y --no-install-recommends "$@" >/dev/null 2>&1 ||
		{ apt-get update >/dev/null && apt-get install -y --no-install-recommends "$@" >/dev/null; } ||
		fail "could not install $*"
}

for program in "$@"; do
	case $program in
	go)
		want=$(sed -n 's/^go //p' "$(dirname "$0")/../go.mod")
		command -v go >/dev/null || fail "Go $want or newer is missing: https://go.dev/dl/"
		have=$(go env GOVERSION)
		at_least "${have#go}" "${want%.0}" || fail "Go $want or newer is needed, this is $have: https://go.dev/dl/"
		;;
	node)
		want=20.19
		command -v node >/dev/null || fail "Node $want or newer is missing: https://nodejs.org/"
		command -v npm >/dev/null || fail "npm, which comes with Node, is missing"
		have=$(node --version)
		at_least "${have#v}" "$want" || fail "Node $want or newer is needed, this is $have: https://nodejs.org/"
		;;
	chromium)
		# CHROMIUM names another one.
		command -v "${CHROMIUM:-/usr/bin/chromium}" >/dev/null || install chromium
		;;
	cc)
		command -v "${CC:-gcc}" >/dev/null || install gcc libc6-dev
		;;
	xboard | fairymax | polyglot) # Debian keeps them off the path of root
		[ -x "/usr/games/$program" ] || command -v "$program" >/dev/null || install "$program"
		;;
	Xvfb)
		command -v Xvfb >/dev/null || install xvfb
		;;
	import)
		command -v import >/dev/null || install imagemagick
		;;
	*) fail "do not know $program" ;;
	esac
done
