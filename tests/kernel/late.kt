#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Events that are registered while a recording runs: they are recorded, and the
# file describes them, for us and for perf.
# shellcheck disable=SC2016 # sh -c expands them
# shellcheck disable=SC2094 # err is read while it grows
. "$srcdir/tests/kernel/lib.sh"

sequence=$builddir/tests/kernel/sequence
cd "$work" || exit 1

counted()
{
	awk -v name="$1" '$2 == name { print $1 }' err
}

# waits COMMAND...: it runs in the background until the events are waited for.
waits()
{
	: >err
	"$@" 2>err &
	recorder=$!
	until_true grep -q waiting err
}

# emits NAME OPTION...: sequence, when all CPUs listen to it.
emits()
{
	emits_name=$1
	shift
	rm -f go
	"$sequence" -w go "$@" &
	until_true grep -q "also recording .*$emits_name" err && : >go
	wait $!
}

waits uet record -a -e 'late_*'
emits late_a late_a 2 100
ok $? 'an event that comes later is listened to'
emits late_m -m late_m 1 50
ok $? 'and a multi-format one'
kill -INT $recorder
wait $recorder
check 'recording it succeeds' $? 0
check 'all of it is counted' "$(counted user_events:late_a)" 200
cp err summary
uet report >report 2>said
check 'the report reads it without complaint' "$(cat said)" ''
check 'event by event' "$(grep -c ' user_events:late_a thread=[01] number=' report)" 200
check 'in order' "$(sed -n 's/.* user_events:late_a .*number=//p' report)" \
	"$(seq 0 199)"
check 'the multi-format one too' "$(grep -c \
	' user_events_multi:late_m\.[0-9a-f]* thread=0 number=' report)" 50
# Children that were there before the event was.
rm go
waits uet record -o c -e 'late_*' -- sh -c '"$1" -w go late_b 4 25; true' - "$sequence"
until_true grep -q 'also recording .*late_b' err && : >go
wait $recorder
check 'a command whose child registers an event' $? 0
check 'is recorded with it' "$(counted user_events:late_b)" 100
check 'and so it is reported' "$(uet report -i c | wc -l)" 100

if command -v perf >/dev/null; then
	run perf script -i c
	check 'perf script reads it' "$status" 0
	check 'without complaint' "$(grep -v '^\[ perf' err)" ''
	check 'with the numbers' \
		"$(grep -c 'late_b: thread=[0-3] number=' out)" 100
fi

# Not of others.
rm go
waits uet record -o c -e 'late_c*' -- sh -c '"$1" -w go late_c 1 10' - "$sequence"
until_true grep -q 'also recording .*late_c' err
"$sequence" -n late_c 1 1
: >go
wait $recorder
check 'what others register is not counted' "$(counted user_events:late_c)" 10

# One that goes and comes back.
waits uet record -a -o twice -e 'late_*'
emits late_d late_d 1 10
"$sequence" late_d 1 10 # the recording has kept it
kill -INT $recorder
wait $recorder
check 'an event that is registered again' "$(uet report -i twice | wc -l)" 20

# A filter is for late events, too; one that it does not fit is not collected.
waits uet record -a -o filtered -e 'flt_*' --filter 'number < 5'
uet register 'flt_bad u32 other' 'flt_bad_2 u32 number; u32 n' 2>/dev/null &
holder=$!
until_true grep -q "filter 'number < 5' for user_events:flt_bad:" err
ok $? 'a late event without the field is told'
until_true sh -c 'uet status | grep -q "^flt_bad_2 .*perf"'
ok $? 'others that came with it are listened to'
emits flt_good flt_good 1 20
kill -INT $recorder $holder
wait $recorder
check 'the recording goes on' $? 0
check 'and filters' "$(uet report filtered | grep -c flt_good)" 5

waits uet record -a -o refused -e 'rfs_*' --filter 'color == 7'
emits rfs_a rfs_a 1 10
kill -INT $recorder
wait $recorder
check 'nothing comes unfiltered instead' \
	"$(uet report refused | grep -c rfs_a)" 0

run uet record -a -e late_typo -o t
check 'an exact name that is not there' "$status" 1
check_says 'is a mistake' err "no event matches 'late_typo': 'uet list'"
finish
