#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The cost of a probe that is off, executed: each leaf function is
# single-stepped with the probe and without, as each compiler makes it, in the
# program and in a shared object.  Arguments must not be evaluated.  TAP.
set -u

# limit_for LEAF: the most instructions that a probe may add, for any compiler:
# its own two and one that the compiler chooses differently.  Where a function
# is called among the arguments, registers are saved for that; and a loop
# executes its probe ten times and counts for it.
limit_for()
{
	case $1 in
	calls) echo 10 ;;
	loop) echo 61 ;;
	*) echo 3 ;;
	esac
}

srcdir=${srcdir:-.}
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
here=$srcdir/tests/hot
n=0

if [ "$(uname -m)" != x86_64 ]; then
	echo '1..0 # SKIP the budget is for x86-64'
	exit 0
fi

# verdict STATUS NAME: one line of TAP.
verdict()
{
	n=$((n + 1))
	if [ "$1" = 0 ]; then
		echo "ok $n - $2"
	else
		echo "not ok $n - $2"
	fi
}

# try COMMAND…: what it says is shown when it fails.
try()
{
	"$@" >"$work/said" 2>&1 && return
	sed 's/^/# /' "$work/said"
	return 1
}

# Our own build of the library, since a sanitizer's would come with all its
# runtime; and the program around the leaves, the same for all compilers.
prepare()
{
	try gcc -std=gnu11 -D_GNU_SOURCE -O2 -fPIC -shared -fvisibility=hidden \
		-I"$srcdir/include" -I"$srcdir/lib" \
		-mgeneral-regs-only "$srcdir"/lib/common/*.c \
		"$srcdir"/lib/emit/*.c "$srcdir"/lib/emit/*.S \
		-o "$work/libuet.so" &&
	for part in executed step; do
		try gcc -std=gnu11 -D_GNU_SOURCE -O2 -I"$srcdir/include" \
			-c "$here/$part.c" -o "$work/$part.o" || return 1
	done
}

# build COMPILER FLAGS… KIND: the program, with the leaves in it (-fPIE) or in a
# shared object (-fPIC).
build()
{
	leaves=$work/leaves.o
	try "$@" -I"$srcdir/include" -c "$here/leaves.c" -o "$leaves" ||
		return 1
	case $* in
	*-fPIC)
		leaves=$work/leaves.so
		try "$1" -shared "$work/leaves.o" "$work/libuet.so" \
			-o "$leaves" || return 1
		;;
	esac
	try "$1" -pie "$work/executed.o" "$work/step.o" "$leaves" \
		"$work/libuet.so" -Wl,-rpath,"$work" -o "$work/executed"
}

# judge WHAT: the program's lines, in two of TAP.
judge()
{
	dear='' added_all='' evaluated=''
	while read -r name with bare off on expected; do
		added=$((with - bare))
		most=$(limit_for "$name")
		[ "$bare" -ge 2 ] && [ "$added" -ge 1 ] &&
			[ "$added" -le "$most" ] || dear="$dear $name"
		[ "$off" = 0 ] && [ "$on" = "$expected" ] ||
			evaluated="$evaluated $name ($off off, $on on)"
		added_all="$added_all, $name $added"
	done <"$work/out"
	[ -z "$dear" ] || echo "# over the limit:$dear"
	[ -n "$added_all" ] && [ -z "$dear" ]
	verdict $? "$1: more instructions:${added_all#,}"
	[ -z "$evaluated" ] || echo "# evaluated:$evaluated"
	[ -n "$added_all" ] && [ -z "$evaluated" ]
	verdict $? "$1: arguments are evaluated only while it is on"
}

check()
{
	what=$*
	if ! command -v "$1" >/dev/null; then
		verdict 0 "$what # SKIP $1 is not installed"
		return
	fi
	if build "$@" && "$work/executed" >"$work/out" 2>"$work/err"; then
		judge "$what"
	else
		sed 's/^/# /' "$work/err"
		verdict 1 "$what runs"
	fi
}

: >"$work/err"
if ! prepare || ! build gcc -std=c11 -O2 -fPIE; then
	verdict 1 'the program compiles'
	echo '1..1'
	exit 0
fi
if ! "$work/executed" >"$work/out" 2>"$work/err"; then
	echo "1..0 # SKIP cannot single-step a child: $(cat "$work/err")"
	exit 0
fi
for pic in -fPIE -fPIC; do
	for level in -O2 -Os; do
		check gcc -std=c11 $level $pic
		check g++ -x c++ -std=c++17 $level $pic
		check clang -std=c11 $level $pic
		check clang++ -x c++ -std=c++17 $level $pic
	done
done
echo "1..$n"
