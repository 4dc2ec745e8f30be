#!/bin/sh
# SPDX-License-Identifier: MIT
# cpus: 2
#
# uet record --overwrite: the latest events, at the end and on SIGUSR2.
# shellcheck disable=SC2016 # sh -c expands them
# shellcheck disable=SC2094 # err is read while it grows
. "$srcdir/tests/kernel/lib.sh"

sequence=$builddir/tests/kernel/sequence
cd "$work" || exit 1

uet register 'flight_a u32 thread; u64 number' 2>/dev/null &
holder=$!
until_true uet list flight_a >/dev/null 2>&1

numbers()
{
	sed -n 's/.* user_events:flight_a .*number=//p' out
}

run uet record --overwrite -m 4 -e flight_a -- "$sequence" flight_a 1 2000
check 'a flight recorder' "$status" 0
run uet report
check 'its file can be read' "$status" 0
check 'without complaint' "$(cat err)" ''
n=$(numbers | wc -l)
test "$n" -gt 50 && test "$n" -lt 2000
ok $? 'it holds some of the events'
check 'the latest, in order' "$(numbers)" "$(seq $((2000 - n)) 1999)"
if command -v perf >/dev/null; then
	check 'perf reads as many' "$(perf script 2>/dev/null | wc -l)" "$n"
fi

run uet record --overwrite -e flight_a -- "$sequence" flight_a 2 100
uet report >out
check 'if there is room, all' "$(numbers)" "$(seq 0 199)"
check 'with the name of their thread' \
	"$(awk '$2 == "sequence"' out | wc -l)" 200

uet record --overwrite -a -o f -e flight_a 2>err &
recorder=$!
until_true sh -c 'uet status | grep -q "^flight_a .*perf"'
until_true sh -c '[ "$(ls -l /proc/$1/fd | grep -c signalfd)" = 1 ]' - $recorder
"$sequence" flight_a 1 0
run_dump()
{
	kill -USR2 $recorder
	until_true sh -c '[ "$(grep -c " in f\.[0-9]* " err)" = "$1" ]' - "$1"
}
run_dump 1
ok $? 'SIGUSR2 makes a file'
"$sequence" flight_a 1 30
run_dump 2
ok $? 'and another one'
# shellcheck disable=SC2012 # names of digits
uet report -i "$(ls f.* | tail -n 1)" >out
check 'with what there was' "$(numbers)" "$(seq 0 29)"
"$sequence" flight_a 1 10
kill -INT $recorder
wait $recorder
check 'SIGINT ends it' $? 0
uet report -i f >out
check 'with what came since, too' "$(numbers | wc -l)" 40

# A child whose COMM record is overwritten long before the end: it speaks much,
# and lives on.
uet record --overwrite -m 1 -o c -e flight_a,sched:sched_switch -- sh -c \
	'sh -c "for i in \$(seq 100); do sleep 0.001; done; echo \$\$ >spoken; while [ ! -e go2 ]; do sleep 0.01; done"; :' \
	2>err &
recorder=$!
until_true test -s spoken || ok 1 'the child has spoken'
kill -USR2 $recorder
until_true grep -q ' in c\.[0-9]* ' err
: >go2
wait $recorder
# shellcheck disable=SC2012 # names of digits
uet report -e sched:sched_switch "$(ls c.*)" >out
check 'a child that lives has its name, though nothing tells it' \
	"$(grep " prev_pid=$(cat spoken) " out | awk '$2 != "sh"' | wc -l)" 0
test "$(grep -c " prev_pid=$(cat spoken) " out)" -gt 0
ok $? 'as often as it is there'

# A full disk: what is good stays.
mkdir small
mount -t tmpfs -o size=300k none small
uet record --overwrite -a -m 8 --switch-output --switch-max-files 2 -o small/f \
	-e flight_a 2>err &
recorder=$!
until_true sh -c 'uet status | grep -q "^flight_a .*perf"'
until_true sh -c '[ "$(ls -l /proc/$1/fd | grep -c signalfd)" = 1 ]' - $recorder
"$sequence" flight_a 1 10
run_small()
{
	kill -USR2 $recorder
	until_true sh -c '[ "$(grep -cE " in small/f\.[0-9]* |no space left" err)" = "$1" ]' - "$1" ||
		ok 1 "dump $1 is told"
}
run_small 1
run_small 2
# shellcheck disable=SC2012 # names of digits
good=$(ls small/f.*)
dd if=/dev/zero of=small/filler bs=1k 2>/dev/null
run_small 3
run_small 4
check 'files that could not be written push no good one out' \
	"$(for file in $good; do test -s "$file" && echo "$file"; done)" "$good"
check_says 'the failure is told' err 'no space left'
rm small/filler
run_small 5
run_small 6
# shellcheck disable=SC2012
check 'good ones do, when there is room again' "$(ls small/f.* | wc -l)" 2
kill -INT $recorder
wait $recorder
umount small

run uet record --overwrite -o - -e flight_a -- true
check 'a stream takes no dumps' "$status" 2
check_says 'and that is said' err '^uet record: --overwrite makes files: it does not go with a stream'

# What appears later is told here, too.
uet record --overwrite -a -o g -e 'flight_l*' 2>err &
recorder=$!
until_true grep -q 'waiting' err
"$sequence" flight_late 1 3
until_true grep -q 'also recording user_events:flight_late' err
ok $? 'events that come later are told'
kill -INT $recorder
wait $recorder
kill $holder
finish
