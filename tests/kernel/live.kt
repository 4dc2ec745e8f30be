#!/bin/sh
# SPDX-License-Identifier: MIT
# cpus: 4
#
# uet live: what happens is printed, in order and soon.
# shellcheck disable=SC2016 # sh -c expands them
# shellcheck disable=SC2094 # err is read while it grows
. "$srcdir/tests/kernel/lib.sh"

shop=$builddir/samples/shop
sequence=$builddir/tests/kernel/sequence
cd "$work" || exit 1

run uet live -- "$shop" 100 2
check 'a command is shown without -e' "$status" 0
check 'every start of a request' \
	"$(grep -c ' user_events:shop_request_start request=' out)" 100
check 'with the name of its process' \
	"$(awk '$2 == "shop"' out | wc -l)" "$(grep -c user_events out)"
run uet live --json -e shop_request_done -- "$shop" 50 1
check 'as JSON' "$(grep -c '^{"time_ns":[0-9]*,"comm":"shop","pid":' out)" 50
run uet live -- "$shop" 0
check 'the status of the command is passed on' "$status" 2

# Threads on all CPUs take turns; their numbers tell the order.
uet register 'live_turn u32 thread; u64 number' 2>/dev/null &
holder=$!
until_true uet list live_turn >/dev/null 2>&1
run uet live -m 512 -e live_turn -- "$sequence" live_turn 8 2000
check 'eight threads' "$status" 0
check 'on as many CPUs as there are' \
	"$(grep -o '\[[0-9]*\]' out | sort -u | wc -l)" "$(nproc)"
sed -n 's/.* user_events:live_turn .*number=//p' out >numbers
seq 0 15999 >expected
cmp -s numbers expected
ok $? 'come in the order in which they happened'
check 'with nothing to complain of' "$(cat err)" ''

# A lone event: the time between it and its line.
# (The shell reads a line as soon as it is there; not every awk does.)
uet live -e live_turn -- sh -c 'for i in 1 2 3 4 5 6 7 8; do
		"$1" live_turn 1 1; sleep 0.$i; done' - "$sequence" 2>err |
	while read -r time rest; do
		read -r up rest </proc/uptime
		echo "$up $time"
	done >times
awk '{ if ($1 - $2 > worst) worst = $1 - $2 }
	END { print NR, worst < 0.1 ? "soon" : "late: " worst }' times >out
check 'a lone event is shown within 100 ms' "$(cat out)" '8 soon'
kill $holder

# "| head" ends it.
mkfifo pipe
head -n 3 <pipe >out &
uet live --elf "$shop" -e 'shop_*' -- sh -c \
	'while :; do "$1" 5 1 >&2; done' - "$shop" >pipe 2>err &
live=$!
until_true sh -c '! kill -0 "$1" 2>/dev/null' - $live
ok $? 'a reader that leaves ends it'
wait $live
check 'which is no failure' $? 0
check 'and is not complained of' "$(grep '^uet' err)" ''
check 'it has what it wanted' "$(wc -l <out)" 3

# Events that come and go.
uet live -a -e 'live_*' >out 2>err &
live=$!
until_true grep -q waiting err
for name in a b a; do
	rm -f go
	"$sequence" -w go live_$name 1 3 &
	until_true sh -c 'uet status | grep -q "^live_$1 .*perf"' - $name
	sleep 0.2 # all CPUs, not only the first
	: >go
	wait $!
done
until_true sh -c '[ "$(grep -c "live_a .*number=2" out)" = 2 ]'
ok $? 'events that come and go are shown'
check 'each of them' "$(grep -c 'live_[ab] thread=0 number=' out)" 9
kill -INT $live
wait $live
check 'until SIGINT' $? 0

run uet live -e live_typo
check 'an event that is not there' "$status" 1
run uet live -p 1 -a
check 'options that exclude each other' "$status" 2
finish
