#!/bin/sh
# SPDX-License-Identifier: MIT
# cpus: 2
#
# What limits a session: the right to use perf events, locked memory,
# descriptors, and CPUs that are not there.  Each is a smaller ring, which is
# said, or one clear line.
# shellcheck disable=SC2016 # sh -c expands them
. "$srcdir/tests/kernel/lib.sh"

sequence=$builddir/tests/kernel/sequence
cpu1=/sys/devices/system/cpu/cpu1/online
kernel=/proc/sys/kernel
cd "$work" || exit 1

uet register 'lim_a u32 thread; u64 number' 'lim_b u32 n' 'lim_c u32 n' 2>err &
holder=$!
until_true sh -c '[ "$(uet list "lim_*" 2>/dev/null | wc -l)" = 3 ]'

# A user who may read the events, and a copy of uet that he may run.
chmod 755 .
mkdir -m 755 bin
mkdir -m 777 his
cp "$(command -v uet)" bin/uet
for lib in "$builddir"/lib/*/.libs/lib*.so.*; do
	[ ! -e "$lib" ] || cp "$lib" bin/
done
paranoid=$(cat $kernel/perf_event_paranoid)
mlock=$(cat $kernel/perf_event_mlock_kb)
modes=$(cd "$tracefs" && stat -c 'chmod %a %n;' "$PWD" user_events_status \
	events events/user_events events/user_events/lim_*)
trap '(cd "$tracefs" && eval "$modes") 2>/dev/null
	echo "$paranoid" >$kernel/perf_event_paranoid
	echo "$mlock" >$kernel/perf_event_mlock_kb
	rm -rf "$work"' EXIT
chmod o+rx "$tracefs" "$tracefs/events" "$tracefs/events/user_events" \
	"$tracefs"/events/user_events/lim_*
chmod o+r "$tracefs/user_events_status" "$tracefs"/events/user_events/lim_*/*

# as_user CAPABILITIES COMMAND…: those alone, or "none".
as_user()
{
	caps=-all
	[ "$1" = none ] || caps=-all,$1
	shift
	(cd his && LD_LIBRARY_PATH=$work/bin PATH=$work/bin:$PATH \
		exec setpriv --reuid 65534 --regid 65534 --clear-groups \
		--inh-caps "$caps" --ambient-caps "$caps" "$@")
}

echo 2 >$kernel/perf_event_paranoid
run as_user none uet record -a -e lim_a --duration 0.1
check 'a user without the right' "$status" 1
check 'is told it in one line' "$(cat err)" 'uet record: no permission to record with perf events: run as root, give CAP_PERFMON, or set sysctl kernel.perf_event_paranoid=-1 (it is 2)'
run as_user +perfmon uet record -a -e lim_a --duration 0.1
check 'one with CAP_PERFMON may' "$status" 0
check_says 'and needs nothing more' err '^uet record: 0 events in perf.data'
check 'nor is anything else said' "$(grep -c '^uet record:' err)" 1

# Locked memory: 516 KiB for each CPU are one ring of 512 and its page.
echo 100 >$kernel/perf_event_mlock_kb
run as_user +perfmon prlimit --memlock=0 uet record -a -e lim_a --duration 0.1
check 'with less locked memory' "$status" 0
check_says 'the rings are smaller, which is said' err \
	'rings of 64 KiB instead of 512: more is over the limit of locked memory'
run as_user +perfmon prlimit --memlock=2097152 uet record -a -e lim_a \
	--duration 0.1
check 'RLIMIT_MEMLOCK is locked memory, too' "$(grep -c instead err)" 0
run as_user +perfmon prlimit --memlock=0 uet record -a -e lim_a -m 64 \
	--duration 0.1
check 'rings that were asked for are not made smaller' "$status" 1
check 'but refused in one line' "$(cat err)" 'uet record: rings of 64 pages for each CPU are over the limit of locked memory: take fewer pages (-m), raise sysctl kernel.perf_event_mlock_kb (it is 100) or RLIMIT_MEMLOCK (ulimit -l)'
echo 0 >$kernel/perf_event_mlock_kb
run as_user +perfmon prlimit --memlock=0 uet record -a -e lim_a --duration 0.1
check 'without any locked memory nothing can be recorded' "$status" 1
check_says 'and the smallest ring that was tried is told' err \
	'rings of 4 pages .*\(it is 0\)'
run as_user +perfmon prlimit --memlock=0 uet stat -a -e lim_a --duration 0.1
check 'counting needs none' "$status" 0
run prlimit --memlock=0 uet record -a -e lim_a -m 256 --duration 0.1
check 'root is not limited' "$status" 0
echo "$mlock" >$kernel/perf_event_mlock_kb

echo -1 >$kernel/perf_event_paranoid
run as_user none uet record -a -e lim_a --duration 0.1
check 'where everybody may, a user may' "$status" 0
sleep 60 &
sleeper=$!
run as_user none uet record -p $sleeper -e lim_a --duration 0.1
check 'but not record a process of root' "$status" 1
check_says 'which is told' err \
	'no permission to record this process: it belongs to somebody else'
kill $sleeper
echo "$paranoid" >$kernel/perf_event_paranoid

# Descriptors: (3 events and the dummy) x 2 CPUs, and some for uet itself.
run prlimit --nofile=10:10 uet record -a -e 'lim_*' --duration 0.1
check 'too few descriptors' "$status" 1
check 'are told with what is needed' "$(cat err)" 'uet record: too many descriptors: one is needed for each event (4), CPU (2) and thread (1), and the limit is 10; name fewer events (-e), or raise the limit (ulimit -n)'
run prlimit --nofile=7:7 uet record -a -e 'lim_*' --duration 0.1
check 'too few for the rings alone' "$status" 1
check 'is one line' "$(wc -l <err)" 1
run prlimit --nofile=10:4096 uet record -a -e 'lim_*' --duration 0.1
check 'the soft limit is raised' "$status" 0
run prlimit --nofile=10:4096 uet record -e 'lim_*' -- sh -c 'ulimit -n'
check 'but not that of a command' "$(cat out)" 10

# In the middle: what cannot be added is told once, the rest goes on.
descriptors()
{
	set -- /proc/$1/fd/*
	echo $#
}
uet record -a -e 'lim_*' -o late 2>late.err &
recorder=$!
until_true sh -c 'uet status | grep -q "^lim_c .*perf"'
until_true test -s late
n=$(descriptors $recorder)
prlimit --pid $recorder --nofile=$((n + 3)):$((n + 3))
uet register 'lim_d u32 n' 'lim_e u32 n' 2>/dev/null &
other=$!
until_true grep -q 'too many descriptors' late.err
check_says 'an event that comes later and has no descriptors is told' \
	late.err 'too many descriptors: .*event \(6\)'
prlimit --pid $recorder --nofile=$((n + 2)):$((n + 2))
until_true grep -q 'Too many open files' late.err
"$sequence" lim_a 2 50
kill -INT $recorder
wait $recorder
check 'and the recording goes on' $? 0
check 'with the others' "$(uet report late | grep -c lim_a)" 100
check 'what stays as it is is told once' \
	"$(grep -c 'user_events_status: Too many' late.err)" 1
kill -INT $other

# Rings of a size that is none.
run uet record -a -e lim_a -m 48 --duration 0.1
check 'pages that are no power of two' "$status" 2
check_says 'are told with what is near' err \
	'48 is not a power of two, such as 32 or 64'

# CPUs that are not there.
run uet record -a -e lim_a -C 0,99 --duration 0.1
check 'a CPU that there is not' "$status" 1
check_says 'is told with those that there are' err \
	'there is no CPU 99: this machine has 0-1$'
if [ -w $cpu1 ]; then
	echo 0 >$cpu1
	run uet record -a -e lim_a -C 1 --duration 0.1
	check 'only a CPU that is offline' "$status" 1
	check_says 'is told' err 'none of the CPUs asked for is online'
	uet record -a -e lim_a -C 0-1 -o cpus 2>err &
	recorder=$!
	until_true sh -c 'uet status | grep -q "^lim_a .*perf"'
	check_says 'one that is offline is told' err \
		'CPU 1 is offline: it is left out until it comes'
	echo 1 >$cpu1
	until_true sh -c '[ "$(ls -l /proc/$1/fd | grep -c perf_event)" = 4 ]' \
		- $recorder
	ok $? 'and collected from when it comes'
	"$sequence" lim_a 2 50
	kill -INT $recorder
	wait $recorder
	check 'its events are there' "$(uet report cpus | grep -c '\[1\]\|\[001\]')" 50
fi
kill $holder
finish
