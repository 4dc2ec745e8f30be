#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Processes that make others: what a child may do with its parent's events,
# and what a new program must not have of them.
. "$srcdir/tests/kernel/process/ways.sh"

cd "$work" || exit 1
fork=$ways/fork
spawn=$ways/spawn
hold "$fork"
listen way_fork_child way_fork_parent

run timeout 60 "$fork"
says 'a child gives its events up, the parent keeps its own' 'child: 0' \
	'parent: registered' 'parent: emitted 3, lost 0+0+0+0'
grep -c ' way_fork_child: ' "$tracefs/trace" >child
check 'the child is heard until then' "$(cat child)" 2
check 'the parent all the time' "$(heard way_fork_parent)" 3

run timeout 60 "$fork" daemon
daemon_is_done()
{
	! pgrep -f "^$fork" >/dev/null
}
until_true daemon_is_done
check 'a daemon is heard' "$(heard way_fork_child)" 2

run timeout 120 "$fork" storm 200
# But for 4, what counts is whether they emitted.
check 'children of a process that registers meanwhile register and emit' \
	"$(awk '{ gsub(":", ""); n[$2 == 4 ? 0 : $2] += $3 }
		END { for (i in n) print i, n[i] }' out)" '0 200'
check 'none of them keeps the limit of descriptors that we raised' \
	"$(grep '^status 4' out)" ''
check 'and are heard' "$(heard way_fork_child)" 200
let_go

# Programs that know nothing of the events.
no_data_file='! ls -l /proc/self/fd | grep user_events'
hold "$spawn"
listen way_spawn
for how in vfork posix_spawn; do
	run timeout 60 "$spawn" $how sh -c "$no_data_file && echo clean"
	expected=2
	[ $how != vfork ] || expected=3
	says "$how: nothing is left open" clean 'after: registered' \
		"after: emitted $expected, lost 0+0+0+0" 'descriptors: +0'
	check 'and the parent is heard' "$(heard way_spawn)" $expected
done
run timeout 60 "$spawn" exec ls -l /proc/self/fd
check 'exec leaves the data file behind' "$(grep -c user_events out)" 0
check_says 'of all descriptors' out ' 1 -> '
let_go

gone()
{
	! grep -qE '^way_spawn' "$tracefs/user_events_status"
}

# An event of nobody goes by itself, a persistent one can be deleted.
"$spawn" exec sleep 100 &
sleeper=$!
became_sleep()
{
	grep -q '^sleep' /proc/$sleeper/comm
}
until_true became_sleep
until_true uet delete way_spawn_persist >out 2>err
ok $? 'after exec a persistent event can be deleted'
until_true gone
ok $? 'and others are gone'
kill -0 $sleeper
ok $? 'while the new program runs'
kill $sleeper
wait $sleeper 2>/dev/null
finish
