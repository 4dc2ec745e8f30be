#!/bin/sh
# SPDX-License-Identifier: MIT
#
# uet report --print-fmt prints what perf script prints, for the kernel's own
# events and for those of programs.
. "$srcdir/tests/kernel/lib.sh"

shop=$builddir/samples/shop
cd "$work" || exit 1

need perf

# What perf script has behind "SYSTEM:EVENT:", and uet behind "SYSTEM:EVENT".
print()
{
	perf script -i "$1" --ns -F event,trace 2>/dev/null |
		sed 's/^ *//; s/^\([^ ]*\): */\1 /; s/ *$//' >"$1.perf"
	uet report --print-fmt -i "$1" |
		sed 's/^.*\] \([a-z_]*:[^ ]*\) */\1 /; s/ *$//' >"$1.uet"
}

# same NAME FILE EVENT: not a line differs, and there is one.
same()
{
	grep "^$3 " "$2.perf" >perf.lines
	grep "^$3 " "$2.uet" >uet.lines
	if ! [ -s uet.lines ] || ! cmp -s perf.lines uet.lines; then
		diff perf.lines uet.lines | head -n 6 | sed 's/^/# /'
		ok 1 "$1"
	else
		ok 0 "$1"
	fi
}

# The kernel's log, a scheduler's flags, a system call's numbers, a string that
# the record only points to, lists of numbers.
events='sched:sched_switch sched:sched_process_exec syscalls:sys_enter_openat
	syscalls:sys_exit_openat printk:console rcu:rcu_utilization
	signal:signal_generate timer:timer_start raw_syscalls:sys_enter'
set --
for event in $events; do
	uet list "$event" >/dev/null 2>&1 && set -- "$@" -e "$event"
done
cat >busy <<'END'
echo 'a "quoted" line' >/dev/kmsg
cat /etc/passwd >/dev/null
kill -0 $$
sleep 0.1
kill -USR1 $$
END
for recorder in perf uet; do
	if [ $recorder = perf ]; then
		perf record -q -a -o perf.file "$@" sh busy >/dev/null 2>err
	else
		uet record -a -o uet.file "$@" -- sh busy >/dev/null 2>err
	fi
	sed 's/^/# /' err
	print $recorder.file
	for event in sched:sched_switch sched:sched_process_exec \
		syscalls:sys_enter_openat syscalls:sys_exit_openat \
		printk:console signal:signal_generate raw_syscalls:sys_enter \
		rcu:rcu_utilization; do
		same "$event of $recorder record" $recorder.file "$event"
	done
done
check_says 'a task'\''s state is a letter' uet.file.uet \
	'^sched:sched_switch prev_comm=.* prev_state=S ==> next_comm='
check_says 'a string that the record only points to' uet.file.uet \
	'^rcu:rcu_utilization (Start|End) (context switch|scheduler-tick)$'
check_says 'the log is not quoted' uet.file.uet '^printk:console a "quoted" line$'

uet record -o ours -- "$shop" 100 2 >/dev/null 2>&1
print ours
for event in request_start request_error queue_depth; do
	same "user_events:shop_$event" ours "user_events:shop_$event"
done
run uet report --print-fmt --json -i ours
check 'JSON has both' "$(grep -c '"fields":{.*},"print":".*"}$' out)" \
	"$(uet report -i ours | wc -l)"

# The same while it happens.
uet live --print-fmt -e printk:console -e 'sched:sched_process_exec' -- \
	sh -c 'echo hello there >/dev/kmsg; exec true' >live 2>err
check_says 'uet live prints the log' live ' printk:console hello there$'
check_says 'and what was executed' live \
	' sched:sched_process_exec filename=[^ ]* pid=[0-9]+ old_pid=[0-9]+$'
finish
