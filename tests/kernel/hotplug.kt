#!/bin/sh
# SPDX-License-Identifier: MIT
# cpus: 2
#
# CPUs that come and go while uet collects: what happens on them is recorded,
# also on one that comes back.
# shellcheck disable=SC2016 # sh -c expands them
# shellcheck disable=SC2094 # err is read while it grows
. "$srcdir/tests/kernel/lib.sh"

sequence=$builddir/tests/kernel/sequence
online=/sys/devices/system/cpu/cpu1/online
cd "$work" || exit 1

[ -w $online ] || {
	echo '1..0 # SKIP no CPU can be switched off'
	exit 0
}
uet register 'hot_a u32 thread; u64 number' 2>/dev/null &
holder=$!
until_true uet list hot_a >/dev/null 2>&1

# fds PID: how many perf events it has.
fds()
{
	# shellcheck disable=SC2010,SC2012 # the targets are wanted
	ls -l "/proc/$1/fd" | grep -c perf_event
}

echo 0 >$online
uet record -a -e hot_a 2>err &
recorder=$!
until_true sh -c 'uet status | grep -q "^hot_a .*perf"'
until_true [ "$(fds $recorder)" = 2 ]
check 'a CPU that is off has no events' "$(fds $recorder)" 2
echo 1 >$online
until_true sh -c '[ "$(ls -l /proc/$1/fd | grep -c perf_event)" = 4 ]' - \
	$recorder
ok $? 'one that comes has them'
"$sequence" hot_a 2 100 # a thread on each CPU
echo 0 >$online
sleep 0.3
echo 1 >$online
until_true sh -c '[ "$(ls -l /proc/$1/fd | grep -c perf_event)" = 6 ]' - \
	$recorder
ok $? 'and has them anew when it comes back'
"$sequence" hot_a 2 100
kill -INT $recorder
wait $recorder
check 'the recording succeeds' $? 0
check 'and has everything' \
	"$(awk '$2 == "user_events:hot_a" { print $1 }' err)" 400
run uet report
check 'the report reads it' "$status" 0
check 'without complaint' "$(cat err)" ''
check 'of both CPUs' "$(awk '{ n[$4]++ } END { print n["[000]"] + n["[0]"], \
	n["[001]"] + n["[1]"] }' out)" '200 200'
if command -v perf >/dev/null; then
	check 'perf counts the same' "$(perf script 2>/dev/null | wc -l)" 400
fi
kill $holder
finish
