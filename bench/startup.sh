#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Prints what the start of a program with many events costs, in instructions
# and memory, as Markdown; and what it would cost to spread the events over
# several descriptors, as a program without libuet does.  Boots the VM.
set -u

CC=${CC:-gcc}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
here=$srcdir/bench/startup
libuet=$builddir/lib/emit/.libs

die()
{
	echo "bench/startup: $*" >&2
	exit 1
}

compile()
{
	$CC -std=gnu11 -O2 -D_GNU_SOURCE -I"$srcdir/include" -I"$srcdir/lib" \
		"$@" || die "$* does not compile"
}

# events EVENTS GROUP…: an object of so many for each group.
events()
{
	size=$1
	shift
	for group; do
		compile -DEVENTS="$size" -DGROUP="$group" -c "$here/events.c" \
			-o "$work/$size-$group.o" || exit 1
	done
}

link()
{
	program=$1
	shift
	compile -o "$work/$program" "$here/started.c" "$@" -L"$libuet" \
		-Wl,-rpath,"$libuet" -luet || exit 1
}

# The work is done twice where it counts: the first time a program's file has
# to be read.
in_the_vm()
{
	cat <<-'END'
	sysctl -qw kernel.user_events_max=65535
	cd "$1" || exit 1
	for n in 0 100 1000 10000; do
		./launch ./started$n >/dev/null || exit 1
		echo "uet $n 1 $(./launch ./started$n)" || exit 1
	done
	./launch ./plain 1 1 >/dev/null || exit 1
	for what in 1:1 100:1 1000:1 1000:16 \
		10000:1 10000:4 10000:10 10000:16 10000:64 10000:256; do
		n=${what%:*} d=${what#*:}
		echo "plain $n $d $(./launch ./plain $n $d)" || exit 1
	done
	END
}

start=$(date +%s)
events 1000 10 11 12 13 14 &
first=$!
events 1000 15 16 17 18 19 && events 100 1 || exit 1
wait "$first" || exit 1
compiled=$(($(date +%s) - start))
link started0
link started100 "$work/100-1.o"
link started1000 "$work/1000-10.o"
link started10000 "$work"/1000-1?.o
compile -o "$work/launch" "$here/launch.c"
compile -o "$work/plain" "$here/plain.c"
in_the_vm >"$work/in_the_vm"
"$srcdir/tests/vm/run" --deterministic --memory 1536 --timeout 550 -- \
	sh "$work/in_the_vm" "$work" >"$work/figures" || die 'the VM failed'

# PROGRAM EVENTS DESCRIPTORS TOOK RSS USED-AT-ONCE SLAB CPU-TIME [WRITE]
# CPU-TIME-WHEN-GONE
awk -v compiled=$compiled '
function row() {
	printf "| %d | %d | %.1f | %.1f | %.1f | %.1f | %.1f |", $2, $3,
		$4 / 1e6, ($4 - none) / ($2 ? $2 : 1) / 1e3, $6 / 1024,
		$7 / 1024, $5 / 1024
}
function header(more) {
	printf "| events | descriptors | instructions (M) | for each event " \
		"(k) | MiB at once | slab later | RSS |%s |\n" \
		"|--:|--:|--:|--:|--:|--:|--:|--:|\n", more
}
BEGIN {
	print "A program with libuet, up to main():\n"
	header(" its end (M)")
}
NF < 9 { bad = 1 }
$1 == "uet" && $2 == 0 { none = $4 }
$1 == "uet" {
	row()
	printf " %.1f |\n", ($9 - $8) / 1e6
}
$1 == "plain" && !plain++ {
	none = 0
	print "\nRegistering alone, without libuet:\n"
	header(" a write")
}
$1 == "plain" {
	row()
	printf " %d |\n", $9
}
END {
	printf "\n(The 10,000 events compiled for %d s, ten files on two CPUs.)\n",
		compiled
	exit bad || plain < 2
}' "$work/figures" || die "figures are missing: $(cat "$work/figures")"
