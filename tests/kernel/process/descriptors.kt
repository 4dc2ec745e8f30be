#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Daemons that close all descriptors and open others: nothing of ours in their
# files, and events again after uet_register().  Few descriptors, and none.
. "$srcdir/tests/kernel/process/ways.sh"

for_anybody descriptors
daemon=$program
for_anybody puppet
puppet=$program
hold "$daemon"
hold "$puppet"
listen way_closing way_puppet

# closing NAME SOFT HARD ARGUMENTS…: as root, who may raise any limit, and as
# nobody, who may not.
closing()
{
	name=$1 soft=$2 hard=$3
	shift 3
	for user in 0 65534; do
		: >"$work/result"
		chmod 666 "$work/result"
		run timeout 60 setpriv --reuid $user --regid $user --clear-groups \
			prlimit --nofile="$soft:$hard" \
			"$daemon" "$work/result" "$@"
		check "$name, user $user: it lives" "$status" 0
		judge "$name, user $user"
		check "$name, user $user: what was emitted arrived" \
			"$(heard way_closing)" "$emitted"
	done
}

# Each file meant two events; each round has two before closing, after it and
# after the files are gone, and there are two at the end.
judge()
{
	emitted=$(sed -n 's/^after: emitted \([0-9]*\),.*/\1/p' "$work/result")
	before=$(sed -n 's/^before: emitted \([0-9]*\),.*/\1/p' "$work/result")
	lost=$(sed -n 's/^after: .*+//p' "$work/result")
	check_says "$1: none of its files is spoiled" "$work/result" \
		"^files: $files, spoiled: 0\$"
	check_says "$1: it registers again" "$work/result" '^register: ok$'
	check "$1: and emits" "$((emitted - before))" 2
	check "$1: every event is counted" "$((emitted + lost))" \
		"$((rounds * (2 * files + 6) + 2))"
	check "$1: those between as lost" "$emitted" "$kept"
}

# Nobody may write the file otherwise.
modes=$(cd "$tracefs" && stat -c 'chmod %a %n;' "$PWD" user_events_data)
trap '(cd "$tracefs" && eval "$modes"); let_go; rm -rf "$work"' EXIT
chmod o+x "$tracefs"
chmod o+w "$tracefs/user_events_data"

rounds=1 files=64 kept=4
closing 'close_range, a limit of 64 to be raised' 64 4096 range keep
closing 'close_range, a limit of 64 and no more' 64 64 range keep
files=1024
closing 'close_range, 1024 and no more' 1024 1024 range keep
files=256
closing 'close_range, the limit raised, and we are told' 64 256 range raise
rounds=2 files=64 kept=6
closing 'a loop up to a limit of 64, twice' 64 64 loop keep again
# Where a loop does not reach it, it is as good as before.
rounds=1 kept=$((2 * files + 8))
closing 'a loop up to a limit to be raised' 64 4096 loop keep

# As few descriptors as can be.
run timeout 60 prlimit --nofile=16:16 "$puppet" state emit=3 files=99 emit \
	counts
says 'with 16 descriptors in all it emits, also when all are taken' \
	'state: registered' 'files: failed' 'counts: emitted 4, lost 0+0+0+0'
check 'and is heard' "$(heard way_puppet)" 4

# None: until somebody else raises the limit.
run timeout 60 "$puppet" unregister nofile=3 emit register emit state say
says 'without any descriptor it lives and says why' 'register: EMFILE' \
	'state: failed EMFILE' 'say: way_puppet: not registered: no descriptor is left for user_events_data (ulimit -n)'
"$puppet" unregister nofile=3 register wait="$work/raised" register state \
	emit=2 >"$work/out" 2>"$work/err" &
pid=$!
until_true grep -q EMFILE "$work/out"
prlimit --pid $pid --nofile=4:
: >"$work/raised"
wait $pid
says 'from outside the limit is raised to one more, and it registers' \
	'register: EMFILE' 'register: ok' 'state: registered'
check 'and is heard' "$(heard way_puppet)" 2

# What limits files does not limit events.
run sh -c '"$1" fsize=0 emit=2 counts | cat' - "$puppet"
says 'RLIMIT_FSIZE is not for events' 'counts: emitted 2, lost 0+0+0+0'
check 'and they are heard' "$(heard way_puppet)" 2
finish
