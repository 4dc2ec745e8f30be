#!/bin/sh
# SPDX-License-Identifier: MIT
# cpus: 2
#
# uet stat: exact counts, by interval and in total.
# shellcheck disable=SC2016 # sh -c expands them
# shellcheck disable=SC2094 # err is read while it grows
. "$srcdir/tests/kernel/lib.sh"

shop=$builddir/samples/shop
sequence=$builddir/tests/kernel/sequence
cd "$work" || exit 1

run uet stat -- "$shop" 1000 2
check 'a command is counted without -e' "$status" 0
check 'every start of a request' \
	"$(awk '$2 == "user_events:shop_request_start" { print $1 }' out)" 1000
check 'and every end' \
	"$(awk '$2 == "user_events:shop_request_done" { print $1 }' out)" 1000
check 'nothing else is said' "$(cat err)" ''
run uet stat --json -e shop_request_done -- "$shop" 10 1
check_says 'as JSON' out \
	'^\{"seconds":[0-9.]+,"event":"user_events:shop_request_done","total":10\}$'
run uet stat -- "$shop" 0
check 'the status of the command is passed on' "$status" 2

# More than any ring would take.
run uet stat -e 'shop_request_done' -- "$shop" 30000 4
check 'nothing is lost' \
	"$(awk '$2 == "user_events:shop_request_done" { print $1 }' out)" 30000

# Filters.
run uet stat -e shop_request_start,shop_request_done \
	--filter 'request < 10' -e shop_cache_miss -- "$shop" 100 2
check 'a filter lets through what matches' \
	"$(awk '$2 == "user_events:shop_request_start" { print $1 }' out)" 10
check 'for all events of its -e' \
	"$(awk '$2 == "user_events:shop_request_done" { print $1 }' out)" 10
check 'and no others' "$(awk '$2 == "user_events:shop_cache_miss" { print $1 }' \
	out)" "$(uet stat -e shop_cache_miss -- "$shop" 100 2 |
	awk '$2 == "user_events:shop_cache_miss" { print $1 }')"
run uet live -e shop_request_start --filter 'path == "/cart"' -- "$shop" 60 1
check 'of strings, too' "$(grep -c user_events out)" \
	"$(grep -c 'path=/cart$' out)"
test "$(grep -c 'path=/cart$' out)" -gt 0
ok $? 'of which there are some'
run uet stat -e shop_request_start --filter 'color == 7' -- "$shop" 10 1
check 'a filter of a field that is not there' "$status" 1
check_says "is refused with the kernel's complaint" err \
	"filter 'color == 7' for user_events:shop_request_start: .*[Ff]ield"
check 'in one line' "$(wc -l <err)" 1
check 'and nothing is left behind' \
	"$(ls /sys/kernel/tracing/instances)" ''
run uet stat --filter 'request < 10' -- "$shop" 10 1
check 'a filter without -e' "$status" 2

uet register 'stat_a u32 thread; u64 number' 2>/dev/null &
holder=$!
until_true uet list stat_a >/dev/null 2>&1
run uet stat -I 100 -e stat_a -- sh -c \
	'for i in 1 2 3; do "$1" stat_a 2 50; sleep 0.3; done' - "$sequence"
check 'intervals' "$status" 0
test "$(grep -c '^ *[0-9.]* *[0-9]* *user_events:stat_a' out)" -gt 5
ok $? 'are printed as they end'
check 'their sum is the total' "$(awk '
	$1 == "total" { after = 1; next }
	!after { sum += $2 }
	after { print sum, $1 }' out)" '300 300'

# The whole system, and what comes later.
uet stat -a -e stat_a -e 'stat_late*' >out 2>err &
stat=$!
until_true grep -q waiting err
until_true sh -c 'uet status | grep -q "^stat_a .*perf"'
"$sequence" stat_a 1 7
"$sequence" stat_late 1 0
kill -INT $stat
wait $stat
check 'the whole system is counted until SIGINT' $? 0
check 'exactly' "$(awk '$2 == "user_events:stat_a" { print $1 }' out)" 7
check_says 'and what is registered later' out '0  user_events:stat_late'
kill $holder

sleep 60 &
sleeper=$!
uet stat -e sched:sched_process_exit -p $sleeper >out 2>err &
stat=$!
until_true sh -c 'ls -l /proc/$1/fd | grep -q perf_event' - $stat
kill $sleeper
wait $stat
check 'a process is counted until it ends' $? 0

run uet stat -I 1 -e stat_a
check 'an interval too short' "$status" 2
run uet stat -e stat_typo
check 'an event that is not there' "$status" 1
finish
