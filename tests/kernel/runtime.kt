#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Events that are defined while a program runs, by a program in Python.
. "$srcdir/tests/kernel/lib.sh"

cd "$work" || exit 1
LIBUET=$builddir/lib/emit/.libs/libuet.so
export LIBUET
declaration='py_greeting u32 number; __rel_loc char[] whom'

command -v python3 >/dev/null || {
	echo '1..0 # SKIP no python3'
	exit 0
}
run python3 "$srcdir/samples/emit.py" 3
check 'nobody listens: it runs all the same' "$status" 0
check 'without a word' "$(cat out err)" ''
run uet record --register "$declaration" -- \
	python3 "$srcdir/samples/emit.py" 3
check 'it is recorded' "$status" 0
check 'with its fields' \
	"$(uet report --json | sed 's/.*"fields"://; s/}$//' | tr '\n' ' ')" \
	'{"number":0,"whom":"world"} {"number":1,"whom":"world"} {"number":2,"whom":"world"} '
finish
