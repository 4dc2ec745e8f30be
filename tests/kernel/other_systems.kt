#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Events of systems other than user_events that appear while uet collects:
# probes that are made meanwhile, as those of a module would be.
# shellcheck disable=SC2094 # err is read while it grows
. "$srcdir/tests/kernel/lib.sh"

cd "$work" || exit 1
for file in kprobe_events uprobe_events; do
	[ -w "$tracefs/$file" ] || {
		echo "1..0 # SKIP this kernel has no $file"
		exit 0
	}
done

counted()
{
	awk -v name="$1" '$2 == name { print $1 }' err
}

# probes FILE DEFINITION: made, and listened to.
probes()
{
	echo "$2" >>"$tracefs/$1"
	name=${2#p:}
	name=${name%% *}
	name=$(echo "$name" | tr / :)
	until_true grep -q "also recording $name" err
}

: >err
uet record -a -e 'kprobes:late_*,uprobes:late_*,syn*:late_*,late_*' 2>err &
recorder=$!
until_true grep -q "no event matches 'uprobes:late_\*' yet: waiting" err
ok $? 'systems that are not there yet are waited for'

probes kprobe_events 'p:kprobes/late_unlink do_unlinkat'
ok $? 'a kprobe that is made is listened to'
for i in 1 2 3 4 5; do
	: >"file$i"
	rm "file$i"
done
# The entry point of a program, which lies in its file where it lies in memory.
program=$builddir/tests/kernel/sequence
[ ! -x "$builddir/tests/kernel/.libs/sequence" ] ||
	program=$builddir/tests/kernel/.libs/sequence
entry=$(readelf -h "$program" | sed -n 's/.*Entry point address: *//p')
probes uprobe_events "p:uprobes/late_start $program:$entry"
ok $? 'a uprobe, too'
"$program" >usage 2>&1
"$program" >usage 2>&1
# Not meant by a pattern.
probes kprobe_events 'p:kprobes/other_unlink do_unlinkat' &
other=$!
"$program" late_user 1 3
ok $? 'beside events of user_events'
kill -INT $recorder
wait $recorder
check 'the recording succeeds' $? 0
check 'each unlink is counted' "$(counted kprobes:late_unlink)" 5
check 'each start, also that which emits' "$(counted uprobes:late_start)" 3
check 'each user event' "$(counted user_events:late_user)" 3
check 'and what no pattern means is not' "$(grep -c other_unlink err)" 0
kill $other 2>/dev/null
wait $other
run uet report
check 'the report reads it without complaint' "$(cat err)" ''
check 'by the fields of a probe' \
	"$(grep -c 'kprobes:late_unlink __probe_ip=' out)" 5
if command -v perf >/dev/null; then
	check 'perf too' "$(perf script 2>/dev/null |
		grep -c 'kprobes:late_unlink: (')" 5
fi
echo '-:kprobes/other_unlink' >>"$tracefs/kprobe_events"

# One that goes and comes back while live runs, and only that one.
echo '-:kprobes/late_unlink' >>"$tracefs/kprobe_events"
uet live -e 'kprobes:*' >lines 2>err &
live=$!
until_true grep -q waiting err
echo 'p:kprobes/live_a do_unlinkat' >>"$tracefs/kprobe_events"
seen()
{
	: >file
	rm file
	grep -q "$1" lines
}
until_true seen 'kprobes:live_a '
ok $? 'live shows a probe that is made'
kill -INT $live
wait $live
check 'and ends well' $? 0
echo '-:kprobes/live_a' >>"$tracefs/kprobe_events"

run uet record -a -e kprobes:late_gone --duration 0.1
check 'an exact name is not waited for' "$status" 1

# Events that the kernel lets nobody record.
if [ -d "$tracefs/events/irq_vectors/irq_work_exit" ]; then
	run uet record -o x -a -e 'irq_vectors:*,sched:sched_switch' -- true
	check 'a pattern leaves out what must not be recorded' "$status" 0
	check_says 'and tells' \
		err 'does not let irq_vectors:irq_work_exit be recorded, only counted \(uet stat\): left out'
	run uet record -o x -a -e 'irq_vectors:irq_work_exit' -- true
	check 'one that was named is a failure' "$status" 1
	check_says 'that names it' err 'does not let irq_vectors:irq_work_exit be recorded'
	check 'in one line' "$(wc -l <err)" 1
	run uet stat -a -e 'irq_vectors:irq_work_exit' -- true
	check 'counting it is allowed' "$status" 0
fi
finish
