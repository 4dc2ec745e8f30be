#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Users without a right to emit, those who get it, and those who give it up;
# and the limit of events in the whole system.
. "$srcdir/tests/kernel/process/ways.sh"

for_anybody puppet
hold "$program"
listen way_puppet
modes=$(cd "$tracefs" && stat -c 'chown %u:%g %n; chmod %a %n;' "$PWD" \
	user_events_data)
max=$(cat /proc/sys/kernel/user_events_max)
trap '(cd "$tracefs" && eval "$modes")
	echo "$max" >/proc/sys/kernel/user_events_max
	let_go
	rm -rf "$work"' EXIT
nobody='timeout 60 setpriv --reuid 65534 --regid 65534'
refused='say: way_puppet: not registered: this user may not write to user_events_data (needs x on /sys/kernel/tracing and w on the file)'

run $nobody --clear-groups "$program" state say emit register counts
says 'a user without the right lives, and is told what is missing' \
	'state: failed EACCES' "$refused" 'register: EACCES' \
	'counts: emitted 0, lost 0+0+0+0'

# Half of what is needed is told the same.
chmod o+x "$tracefs"
run $nobody --clear-groups "$program" state say
says 'so is one who may only enter the folder' 'state: failed EACCES' "$refused"
chmod o-x "$tracefs"

# The right comes while the program runs.
$nobody --groups 1234 "$program" state wait="$work/granted" register state \
	emit=3 counts >"$work/out" 2>"$work/err" &
pid=$!
until_true grep -q EACCES "$work/out"
chgrp 1234 "$tracefs" "$tracefs/user_events_data"
chmod g+x "$tracefs"
chmod g+w "$tracefs/user_events_data"
: >"$work/granted"
wait $pid
says 'a group that gets the right is asked for again' 'state: failed EACCES' \
	'register: ok' 'state: registered' 'counts: emitted 3, lost 0+0+0+0'
check 'and is heard' "$(heard way_puppet)" 3
run $nobody --groups 1234 "$program" state emit=2
says 'a member registers at once' 'state: registered'
check 'and is heard' "$(heard way_puppet)" 2
(cd "$tracefs" && eval "$modes")

run timeout 60 "$program" uid=65534 emit=4 register state unregister register \
	emit state
says 'who gives the right up keeps what is registered, not more' \
	'register: ok' 'state: registered' 'register: EACCES' \
	'state: failed EACCES'
check 'and is heard until then' "$(heard way_puppet)" 4

# The system's limit: room for one event more.
now=$(sed -n 's/^Active: //p' "$tracefs/user_events_status")
raise="sh=echo $max >/proc/sys/kernel/user_events_max"
echo $((now + 1)) >/proc/sys/kernel/user_events_max
run timeout 60 "$program" 'new=way_limit_1 u32 a' state 'new=way_limit_2' \
	state say first state emit=2 "$raise" register counts
says 'an event over the limit is refused, others go on' \
	'state: registered' 'state: failed EMFILE' \
	'say: way_limit_2: not registered: the system has its maximum of user events: raise kernel.user_events_max' \
	'state: registered' 'register: ok' 'counts: emitted 2, lost 0+0+0+0'
check 'and are heard' "$(heard way_puppet)" 2

# The limit is for what is made, not for what exists.
echo 0 >/proc/sys/kernel/user_events_max
run timeout 60 "$program" state emit 'new=way_limit_3' state "$raise" \
	register state
says 'what exists is not over the limit' 'state: registered' \
	'state: failed EMFILE' 'register: ok' 'state: registered'
check 'and is heard' "$(heard way_puppet)" 1
finish
