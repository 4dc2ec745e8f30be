#!/bin/sh
# SPDX-License-Identifier: MIT
# cpus: 2
#
# Events that are no tracepoints beside user events: counted and sampled, with
# what stands behind the colon honoured.  Those of the kernel are everywhere;
# those of a PMU are tried where there is one.
# shellcheck disable=SC2016 # sh -c expands them
. "$srcdir/tests/kernel/lib.sh"

sequence=$builddir/tests/kernel/sequence
cd "$work" || exit 1

uet register 'perf_a u32 thread; u64 number' 2>/dev/null &
holder=$!
until_true uet list perf_a >/dev/null 2>&1

# counted NAME: the total of the last stat.
counted()
{
	awk -v name="$1" '$2 == name { print $1 }' out
}

run uet stat -e page-faults,page-faults:u,page-faults:k,perf_a,cs:u -- \
	"$sequence" perf_a 1 7
check 'counting both kinds' "$status" 0
check 'the tracepoint' "$(counted user_events:perf_a)" 7
# While a thread begins and ends, its events do so one after the other.
missing=$(($(counted page-faults) - $(counted page-faults:u) - $(counted page-faults:k)))
test $missing -ge -3 && test $missing -le 3
ok $? "user space and the kernel are all ($missing)"
test "$(counted page-faults:u)" -gt 0
ok $? 'and there is something to count'
check 'no context is switched in user space' "$(counted cs:u)" 0

# What is counted is what there is, wherever the program runs.
cat >moves <<'END'
i=0
while [ $i -lt 100 ]; do
	taskset -c $((i % $(nproc))) true
	i=$((i + 1))
done
END
run uet stat -e page-faults,task-clock -- sh moves
check_says 'a program that moves is not estimated' out '[0-9]  page-faults$'
if command -v perf >/dev/null; then
	uet_counts=$(counted page-faults)
	perf stat -x ' ' -e page-faults -o perf.out sh moves
	perf_counts=$(awk '$2 == "page-faults" || $3 == "page-faults" { print $1 }' perf.out)
	test "$uet_counts" -gt $((perf_counts * 9 / 10)) &&
		test "$uet_counts" -lt $((perf_counts * 11 / 10))
	ok $? "and has as many as perf finds ($uet_counts, $perf_counts)"
fi
uet stat -I 20 --json -e task-clock,page-faults -- sh moves >out 2>err
check 'intervals are never negative' "$(grep -c ':[0-9]\{17,\}' out)" 0

rate=/proc/sys/kernel/perf_event_max_sample_rate
if [ -w $rate ]; then
	was=$(cat $rate)
	echo 1000 >$rate
	run uet record -o slow -e cpu-clock -- true
	check 'the usual rate is the highest allowed' "$status" 0
	run uet record -o slow -F 2000 -e cpu-clock -- true
	check 'a higher one is refused' "$status" 1
	check_says 'with the setting' err \
		'2000 samples a second are more than sysctl kernel.perf_event_max_sample_rate'
	echo "$was" >$rate
fi
run uet record -e page-faults,page-faults:u -- true
check 'the same event twice is refused' "$status" 1
run uet record -e '{page-faults,cs}' -- true
check 'so are groups' "$status" 2
check_says 'in words' err 'groups in braces are not taken'

run uet stat -a --json -e task-clock -- true
check_says 'as JSON' out '^\{"seconds":[0-9.]*,"event":"task-clock","total":[1-9][0-9]*\}$'

run uet record -c 1 -e page-faults:u,perf_a -o both -- "$sequence" perf_a 1 7
check 'sampling both kinds' "$status" 0
uet report both >out
check 'the tracepoint, with its fields' \
	"$(grep -c ' user_events:perf_a thread=0 number=[0-6]$' out)" 7
n=$(grep -c ' page-faults:u ip=0x' out)
test "$n" -gt 10
ok $? 'the other one, with its place'
check 'in the order of time' "$(sort -n -s -k 1,1 out | cmp - out && echo yes)" yes
if command -v perf >/dev/null; then
	check 'perf sees as many' "$(perf script -i both 2>/dev/null |
		grep -c ' page-faults:u: ')" "$n"
	perf evlist -v -i both >attrs 2>/dev/null
	check_says 'with the bits asked for' attrs \
		'^page-faults:u: .*sample_period, sample_freq \}: 1, .*exclude_kernel: 1, exclude_hv: 1'
	uet record -F 1234 -e cpu-clock:k -o freq -- true 2>/dev/null
	perf evlist -v -i freq >attrs 2>/dev/null
	check_says 'by frequency' attrs \
		'^cpu-clock:k: .*sample_freq \}: 1234, .*exclude_user: 1, .*freq: 1'
fi
run uet live -c 1 -e page-faults:u -- true
check 'live' "$status" 0
check_says 'shows them' out ' true [0-9]*/[0-9]* \[00[01]\] page-faults:u ip=0x'
uet report both --filter 'ip > 0 && ip < 0x1000000000000' >lines
check 'a place can be asked for' "$(grep -c page-faults:u lines)" "$n"
run uet record -o - -c 1 -e page-faults,perf_a -- "$sequence" perf_a 1 7
uet report -i - <out >lines
check 'a stream has both' "$(grep -c perf_a lines)" 7
test "$(grep -c page-faults lines)" -gt 10
ok $? 'the other one, too'

run uet record -e perf_a -c 5 -- true
check '-c without an event for it' "$status" 2
run uet stat -e no_such_pmu/x/ -- true
check 'a PMU that there is not' "$status" 1
check_says 'is named' err "no_such_pmu/x/: .*'no_such_pmu'"
run uet stat -e cycles:y -- true
check 'a modifier that there is not' "$status" 1
check 'is one line' "$(wc -l <err)" 1
check_says 'that names it' err "cycles:y: modifier 'y' \(character 8\)"
run uet record -e page-faults --filter 'x > 1' -- true
check 'a filter on what has no fields' "$status" 2

if [ -d /sys/bus/event_source/devices/cpu ] ||
	[ -d /sys/bus/event_source/devices/armv8_pmuv3 ] ||
	[ -d /sys/bus/event_source/devices/armv8_pmuv3_0 ]; then
	# Mostly system calls: what the kernel does is not user space's.
	run uet stat -e cycles:u,cycles:k,cycles -- \
		dd if=/dev/zero of=/dev/null bs=1 count=20000
	check 'a PMU counts' "$status" 0
	u=$(counted cycles:u) k=$(counted cycles:k) all=$(counted cycles)
	test "$u" -gt 10000 && test "$k" -gt 10000
	ok $? "the kernel apart from user space ($u, $k)"
	test $((u + k)) -gt $((all / 10 * 9)) && test $((u + k)) -lt $((all / 10 * 11))
	ok $? "which are all ($all)"
	run uet record -e cycles:u -c 100000 -o cycles -- \
		sh -c 'i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done'
	check 'cycles are sampled' "$status" 0
	uet report cycles >out
	test "$(grep -c ' cycles:u ip=0x' out)" -gt 10
	ok $? 'with their places'
	list=cycles:u
	for i in 1 2 3 4 5; do
		list=$list,$list
	done
	run uet stat -e $list -- \
		sh -c 'i=0; while [ $i -lt 30000 ]; do i=$((i + 1)); done'
	check_says 'more events than counters are estimated, and that is said' \
		out '[0-9]  cycles:u  \([0-9.]*% of the time\)'
else
	run uet stat -e cycles -- true
	check 'without a PMU' "$status" 1
	check_says 'that is said' err '^uet stat: cycles: no PMU here counts it'
	check 'in one line' "$(wc -l <err)" 1
fi
kill $holder
finish
