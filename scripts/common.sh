# SPDX-License-Identifier: MIT
# Sourced by scripts/check and scripts/demo, in the source's top folder: how a
# build is made and how long work shows itself.
# shellcheck shell=sh disable=SC3013,SC2119,SC2120,SC2016

root=$(pwd -P)
build=${UET_BUILD_DIR:-$root/build}
case $build in
/*) ;;
*) build=$root/$build ;;
esac
logs=$build/logs
jobs=$(nproc 2>/dev/null || echo 2)
stage_pid=

# A signal to a script ends what it has started.
trap '[ -z "$stage_pid" ] || kill "$stage_pid" 2>/dev/null; exit 130' INT
trap '[ -z "$stage_pid" ] || kill "$stage_pid" 2>/dev/null; exit 143' TERM HUP

note() {
	printf '%s\n' "$*" >&2
}

# The last line of a stage's log.
stage_last() {
	tail -n 1 "$stage_log" | tr -cd '[:print:]' | cut -c1-"$stage_width"
}

# stage NAME COMMAND...: runs a command, its output in logs/NAME.log; shows that
# it runs and how it went.  Whoever calls it shows what is of interest in the log.
stage() {
	stage_name=$1
	stage_log=$logs/$1.log
	shift
	mkdir -p "$logs" || exit 1
	stage_start=$(date +%s)
	[ -t 2 ] || note "$stage_name ..."
	"$@" >"$stage_log" 2>&1 </dev/null &
	stage_pid=$!
	# On a terminal the seconds and the last line of what is going on, elsewhere
	# each minute.
	if [ -t 2 ]; then
		stage_width=$(($(stty size 2>/dev/null </dev/tty | cut -d' ' -f2 || echo 80) - 24))
		[ "$stage_width" -gt 10 ] || stage_width=56
		while kill -0 "$stage_pid" 2>/dev/null; do
			printf '\r\033[K%s %s s: %s' "$stage_name" \
				$(($(date +%s) - stage_start)) "$(stage_last)" >&2
			sleep 1
		done
		printf '\r\033[K' >&2
	else
		stage_width=100
		stage_told=$stage_start
		while kill -0 "$stage_pid" 2>/dev/null; do
			if [ $(($(date +%s) - stage_told)) -ge 60 ]; then
				stage_told=$(date +%s)
				note "$stage_name: $((stage_told - stage_start)) s: $(stage_last)"
			fi
			sleep 0.5
		done
	fi
	wait "$stage_pid"
	stage_rc=$?
	stage_pid=
	stage_end=$(($(date +%s) - stage_start))
	if [ $stage_rc = 0 ]; then
		note "$stage_name: ok ($stage_end s)"
	else
		note "$stage_name: FAILED ($stage_end s), the whole log is $stage_log"
	fi
	return $stage_rc
}

show_tail() {
	tail -n "${1:-40}" "$stage_log" | sed 's/^/  | /' >&2
}

# The generated parts of the build system, when they are older than what they
# are made from.
generate() {
	if [ -f configure ] && [ -f Makefile.in ] &&
		[ -z "$(find configure.ac Makefile.am m4 . -maxdepth 4 \
			\( -name module.am -o -name configure.ac -o -name Makefile.am \) \
			-newer Makefile.in -not -path './build*' -print -quit)" ]; then
		return
	fi
	stage autoreconf autoreconf -fi || { show_tail; return 1; }
	# Untouched output keeps its date: say that it is up to date.
	touch aclocal.m4 configure config.h.in Makefile.in 2>/dev/null
	:
}

configure_out_of_tree() {
	if [ -f config.status ]; then
		note "the source folder itself is configured: 'make distclean' there first"
		return 1
	fi
	mkdir -p "$build" || return 1
	# Not what was found before packages came or went: the demonstration
	# needs fewer than the tests.
	[ -f "$build/config.status" ] && [ "$build/config.status" -nt configure ] &&
		[ ! /var/lib/dpkg/status -nt "$build/config.status" ] && return
	# shellcheck disable=SC2086
	stage configure sh -c 'cd "$1" && shift && "$@"' - "$build" \
		"$root/configure" ${UET_CONFIGURE_FLAGS-} || { show_tail; return 1; }
}

compile() {
	stage make make -C "$build" -j"$jobs" || { show_tail; return 1; }
}
