#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The clock of times: that of -k, in the samples, in the file's header, and put
# right by --clock wall.
. "$srcdir/tests/kernel/lib.sh"

shop=$builddir/samples/shop
cd "$work" || exit 1

# between NAME BEFORE AFTER: the times in the file times lie between them.
between()
{
	awk -v before="$2" -v after="$3" '
		$1 < before || $1 > after { bad = 1; print "# not in time: " $1 }
		END { exit bad || !NR }' times
	ok $? "$1"
}

# The seconds of the wall clock in the text of uet report --clock wall.
wall_seconds()
{
	sed 's/ .*//' out | date -u -f - +%s.%N
}

has_perf=$(command -v perf)
while read -r name number; do
	before=$(date +%s)
	run uet record -k "$name" -o "$name" -- "$shop" 3 1
	after=$(($(date +%s) + 1))
	check "a recording with the clock $name" "$status" 0
	run uet report --clock wall "$name"
	wall_seconds >times
	between 'its wall clock is that of now' "$before" "$after"
	uet report "$name" | sed 's/ .*//' >times
	between 'its own clock counts from the start' 0 "$before"
	if [ "$has_perf" ]; then
		perf report --header-only -i "$name" >header 2>/dev/null
		check_says 'perf reads which it is' header \
			"# clockid: $name \($number\)"
		perf evlist -v -i "$name" >events 2>/dev/null
		check_says 'and so in the attributes' events \
			"shop_request_done: .*use_clockid: 1,.* clockid: $number\$"
		check 'perf reads as many events' \
			"$(perf script -i "$name" 2>/dev/null | wc -l)" \
			"$(uet report "$name" | wc -l)"
	fi
done <<END
monotonic 1
monotonic_raw 4
END

run uet record -k 4 -o d -- "$shop" 3 1
check 'a number' "$status" 0
run uet record -k CLOCK_MONOTONIC_RAW -o d -- "$shop" 3 1
check 'the name of C' "$status" 0
run uet record -k sundial -o d -- "$shop" 3 1
check 'a clock that there is not' "$status" 2
check_says 'and those that there are' err "'sundial' is no clock: take monotonic"
# Those that cannot be read in an NMI, and those that are none for events.
for name in boottime realtime tai 2; do
	rm -f d
	run uet record -k $name -o d -- "$shop" 3 1
	check "the kernel refuses the clock $name" "$status" 1
	check_says 'which is told' err \
		'does not record these events with clock [0-9]*: take monotonic'
	check 'in one line' "$(wc -l <err)" 1
	test ! -e d
	ok $? 'and there is no file'
done
uet live -k raw -- "$shop" 3 1 2>/dev/null | grep user_events |
	sed 's/ .*//' >times
between 'uet live has it, too' 0 "$before"

finish
