# SPDX-License-Identifier: MIT
#
# What kernel tests share; sourced.  They run as root on a kernel with
# user_events; srcdir and builddir are absolute.
# shellcheck shell=sh disable=SC2034 # variables for the test

set -u
LC_ALL=C.UTF-8
export LC_ALL
# The programs themselves: libtool's scripts around them take a second each
# under emulation.
if [ -x "$builddir/.libs/uet" ]; then
	PATH=$builddir/.libs:$PATH
	LD_LIBRARY_PATH=$builddir/lib/collect/.libs:$builddir/lib/emit/.libs
	export LD_LIBRARY_PATH
else
	PATH=$builddir:$PATH
fi
tracefs=/sys/kernel/tracing
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
test_number=0

# ok STATUS NAME: a line of TAP.
ok()
{
	test_number=$((test_number + 1))
	if [ "$1" = 0 ]; then
		echo "ok $test_number - $2"
	else
		echo "not ok $test_number - $2"
	fi
}

# check NAME GOT EXPECTED: equal, as strings.
check()
{
	if [ "$2" = "$3" ]; then
		ok 0 "$1"
	else
		printf '# got:      %s\n# expected: %s\n' "$2" "$3"
		ok 1 "$1"
	fi
}

# check_says NAME FILE REGEX: a line of the file matches.
check_says()
{
	if grep -qE -- "$3" "$2"; then
		ok 0 "$1"
	else
		sed 's/^/# /' "$2"
		echo "# has no line like: $3"
		ok 1 "$1"
	fi
}

# run COMMAND…: its outputs in $work/out and $work/err, its status in $status.
run()
{
	"$@" >"$work/out" 2>"$work/err"
	status=$?
}

# until_true COMMAND…: again and again, ten seconds at most.
until_true()
{
	tries=0
	until "$@"; do
		tries=$((tries + 1))
		if [ "$tries" = 100 ]; then
			echo "# in vain: $*"
			return 1
		fi
		sleep 0.1
	done
}

# need COMMAND: without it, the test is skipped.
need()
{
	command -v "$1" >/dev/null && return
	echo "1..0 # SKIP no $1"
	exit 0
}

finish()
{
	echo "1..$test_number"
}
