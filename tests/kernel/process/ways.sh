# SPDX-License-Identifier: MIT
#
# What the scripts of this folder share; sourced.  Events are kept registered
# by another process, so that ftrace listens before a program starts and still
# knows them when it has ended.
# shellcheck shell=sh disable=SC2034,SC2154 # variables for, and of, the test
. "$srcdir/tests/kernel/lib.sh"

ways=$builddir/tests/kernel/process
events=$tracefs/events/user_events
holders=

# hold PROGRAM: keeps its events registered.
hold()
{
	uet register --elf "$1" 2>"$work/hold.err" &
	holders="$holders $!"
	until_true grep -q registered "$work/hold.err"
}

# listen NAME…: ftrace does, from here on.
listen()
{
	for name in "$@"; do
		echo 1 >"$events/$name/enable"
	done
}

# deafen NAME…: no more.
deafen()
{
	for name in "$@"; do
		echo 0 >"$events/$name/enable"
	done
}

# heard NAME: how often since it was last asked for any.
heard()
{
	grep -c " $1: " "$tracefs/trace"
	: >"$tracefs/trace"
}

let_go()
{
	echo 0 >"$events/enable"
	# shellcheck disable=SC2086 # words
	[ -z "$holders" ] || kill $holders
	wait
	holders=
} 2>/dev/null
trap 'let_go; rm -rf "$work"' EXIT

# for_anybody PROGRAM: a copy that every user and every root folder can run;
# its name in $program.
for_anybody()
{
	mkdir -p "$work/bin"
	chmod 755 "$work" "$work/bin"
	cp "$ways/$1" "$builddir"/lib/emit/.libs/libuet.so.? "$work/bin"
	LD_LIBRARY_PATH=$work/bin${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
	export LD_LIBRARY_PATH
	program=$work/bin/$1
}

# says NAME EXPECTED…: the lines of $work/out.
says()
{
	name=$1
	shift
	check "$name" "$(cat "$work/out" "$work/err")" "$(printf '%s\n' "$@")"
}
