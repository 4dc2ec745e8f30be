# SPDX-License-Identifier: MIT
# Sourced by the scripts of tests/vm: where things are kept, how they speak.
# shellcheck shell=sh disable=SC2034

me=tests/vm/${0##*/}
cache=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/uet

# The rig's own failure is 125, whatever the command inside could return.
die() {
	printf '%s: %s\n' "$me" "$*" >&2
	exit 125
}

say() {
	printf '%s: %s\n' "$me" "$*" >&2
}

hash_of() {
	sha256sum | cut -c1-16
}

# need COMMAND PACKAGE …: one line that names all that is missing.
need() {
	need_missing=
	while [ $# -gt 1 ]; do
		command -v "$1" >/dev/null 2>&1 ||
			case " $need_missing " in
			*" $2 "*) ;;
			*) need_missing="$need_missing $2" ;;
			esac
		shift 2
	done
	[ -z "$need_missing" ] ||
		die "missing Debian packages:$need_missing (scripts/deps vm installs them)"
}

# lock NAME: one builder at a time; the lock goes with the process.
lock() {
	mkdir -p "$cache" || die "cannot create $cache"
	exec 9>"$cache/$1.lock" || die "cannot write to $cache"
	flock -n 9 && return
	say "waiting for another $1 to finish"
	flock 9
}

# Whoever holds the lock is alone: temporary folders of that name are left
# over from an interrupted run.
sweep() {
	rm -rf "$cache/$1".tmp.*
}

# Entries of the cache that nothing has used for a month go.
expire() {
	find "$cache" -mindepth 1 -maxdepth 1 -name "$1-*" -type d -mtime +30 \
		-exec rm -rf {} +
}
