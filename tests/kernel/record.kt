#!/bin/sh
# SPDX-License-Identifier: MIT
#
# uet record on the real kernel: what is recorded, what is lost, how it ends.
. "$srcdir/tests/kernel/lib.sh"

shop=$builddir/samples/shop
cd "$work" || exit 1

# How many events of a name the summary in err has.
counted()
{
	awk -v name="$1" '$2 == name { print $1 }' err
}

run uet record -- "$shop" 1000 2
check 'a command is recorded without -e' "$status" 0
check 'every start of a request' \
	"$(counted user_events:shop_request_start)" 1000
check 'and every end' "$(counted user_events:shop_request_done)" 1000
check_says 'nothing was lost' err ', 0 lost'
uet report >report
check 'the report has as many lines as there are events' \
	"$(wc -l <report)" "$(sed -n 's/^uet record: \([0-9]*\) events.*/\1/p' err)"
check 'every event has the name of its process' \
	"$(awk '$2 == "shop"' report | wc -l)" "$(wc -l <report)"
check 'the file is for nobody else' "$(stat -c %a perf.data)" 600

run uet record -e 'shop_*_done,*miss' -- "$shop" 100 1
check 'patterns choose' "$status" 0
check 'what was asked for' "$(counted user_events:shop_request_done)" 100
check 'and nothing else' "$(counted user_events:shop_request_start)" ''
test -s perf.data.old
ok $? 'the file before is kept'

run uet record -- "$shop" 0
check 'the status of the command is passed on' "$status" 2
run uet record -e sched:sched_process_exec -- sh -c 'kill $$'
check 'also that of a signal' "$status" 143
run uet record -- kt-no-such-command
check 'a command that is not there' "$status" 127
run uet record -e shop_typo -- "$shop"
check 'an event that is not there' "$status" 1
check_says 'is named, with a hint' \
	err "no event matches 'shop_typo': 'uet list'"
run uet record -- true
check 'a command without events' "$status" 1
check_says 'wants -e' err 'has no events compiled in'
run uet record -a -o whole -- true
check 'but for the whole system it only says how long' "$status" 0

# One page for each CPU cannot hold it all.
run uet record -m 1 -- "$shop" 20000 2
check 'small rings lose' "$status" 0
lost=$(sed -n 's/.*, \([0-9]*\) lost$/\1/p' err)
test "$lost" -gt 0
ok $? 'and tell it'
check 'kept and lost are all' \
	"$(awk '
	$2 == "user_events:shop_request_done" {
		gsub(/[^0-9]/, "", $3); print $1 + $3 }' err)" 20000
check 'of each event' \
	"$(awk '
	$2 == "user_events:shop_request_start" {
		gsub(/[^0-9]/, "", $3); print $1 + $3 }' err)" 20000
run uet record -m 1 --fail-on-loss -o lossy -- "$shop" 20000 2
check 'which --fail-on-loss makes a failure' "$status" 3
run uet record --fail-on-loss -o lossless -- "$shop" 10 1
check 'if something was lost' "$status" 0
run uet report
check_says 'the report tells it too' err "$lost events were lost"

# A shop that opens again and again, so that its events come slowly; they are
# kept registered in between.
decl=$(uet list --elf "$shop" shop_request_done)
uet register "$decl" 'kt_r u32 a' 2>/dev/null &
holder=$!
until_true uet list kt_r >/dev/null 2>&1
sh -c 'while :; do "$1" 10 1 >/dev/null; done' - "$shop" &
other=$!

# Does a recording run?
perf_listens()
{
	uet status | grep -q '^shop_request_done .*perf'
}

# start_recording OPTION...: in the background; $recorder, and err.
start_recording()
{
	uet record "$@" 2>err &
	recorder=$!
	until_true perf_listens
	sleep 1
}

run uet record -e shop_request_done -- "$shop" 50 1
check 'another process is not recorded with a command' "$status" 0
check 'only its own events' "$(counted user_events:shop_request_done)" 50
start_recording -e shop_request_done -p $other
kill -INT $recorder
wait $recorder
check 'a process and its children are recorded until SIGINT' $? 0
test "$(counted user_events:shop_request_done)" -gt 0
ok $? 'with events'
start_recording -a
kill -TERM $recorder
wait $recorder
check 'the whole system is recorded until SIGTERM' $? 0
test "$(counted user_events:shop_request_done)" -gt 0
ok $? 'what speaks'
check 'and what does not' "$(counted user_events:kt_r)" 0

# What the recorder could not finish is still worth reading.
start_recording -e shop_request_done -p $other -o killed
sleep 1 # until something is written
kill -KILL $recorder
wait $recorder
run uet report -i killed
check 'a recording that was killed is damaged' "$status" 1
check_says 'which is told' err 'truncated at byte .*killed before its end'
check_says 'after its events' out \
	'^[0-9.]+ shop [0-9/]+ \[[0-9]+\] user_events:shop_request_done request=[0-9]+ status='
uet report --clock wall -i killed 2>/dev/null >out
check_says 'and even that has dates' out '^20[0-9-]+T[0-9:.]+Z shop '
uet record -o whole -- "$shop" 1000 2 2>/dev/null
head -c $(($(stat -c %s whole) / 2)) whole >half
run uet report -i half
check 'a file that lost its end is damaged' "$status" 1
check 'which is told in one line' "$(wc -l <err)" 1
check_says 'namely' err 'half: truncated at byte'
check 'its events are those of the whole' \
	"$(cat out)" "$(uet report -i whole | head -n "$(wc -l <out)")"
test "$(wc -l <out)" -gt 500
ok $? 'and more than a few'

start_recording -e shop_request_done -p $other
kill $other
wait $recorder
check 'a process is recorded until it ends' $? 0
run uet record -e 'kt_*' -p 999999
check 'a process that is not there' "$status" 1

# One thread of several that run already.
"$builddir/tests/kernel/sequence" -t -w go kt_threads 4 10 &
speaker=$!
until_true uet list kt_threads >/dev/null
until_true test -d "/proc/$speaker/task"
has_threads() { [ "$(ls "/proc/$speaker/task" | wc -l)" = 5 ]; }
until_true has_threads
third=$(ls "/proc/$speaker/task" | sed -n 4p)
uet record -e kt_threads -t "$third" -o one 2>err &
recorder=$!
kt_listens() { uet status | grep -q '^kt_threads .*perf'; }
until_true kt_listens
until_true grep -q sequence one # its name is told once events are on
touch go
wait $recorder
check 'a thread is recorded until it ends' $? 0
check 'it alone' "$(uet report -i one | grep -c " sequence $speaker/$third .* thread=2 ")" 10
check 'and no other' "$(uet report -i one | wc -l)" 10
wait $speaker
run uet record -e 'kt_*' -t 999999
check 'a thread that is not there' "$status" 1
check_says 'is named' err 'there is no thread 999999'
run uet record -e 'kt_*' -t 1 -a
check 'a thread and the whole system' "$status" 2
check_says 'exclude each other' err '-a and -t exclude each other'

# Some CPUs, and some time.
run uet record -C 99 -e shop_request_done -o w -- "$shop" 1
check 'CPUs that are not there' "$status" 1
check_says 'are named as the reason' err 'there is no CPU 99'
run uet record -C 0- -- "$shop" 1
check 'what is no list of CPUs' "$status" 2
run uet record -C 0 -o w -- "$shop" 100 1
check 'a list of CPUs' "$status" 0
check 'as it is when there is but one' \
	"$(counted user_events:shop_request_done)" 100
run uet record --duration 0.3 -a -o w -e shop_request_done
check 'a recording of some time' "$status" 0
run uet record --duration 0.3 -o w -e shop_request_done -- sleep 60
check 'the command ends with it' "$status" 143
run uet record --duration 0 -a
check 'no time at all' "$status" 2

# Programs behind scripts, and objects that are loaded later.
printf '#!/bin/sh\n"%s" 20 1\n' "$shop" >wrapper
chmod +x wrapper
run uet record -o w -- ./wrapper
check 'a script has no events' "$status" 1
check_says 'and the way out is told' err 'name the file that has them with --elf, .* with --register, .* with -e'
run uet record --elf "$shop" -o w -- ./wrapper
check '--elf names their file' "$status" 0
check 'and they are recorded' "$(counted user_events:shop_request_done)" 20
run uet record --elf /etc/passwd -o w -- ./wrapper
check '--elf wants a program' "$status" 1
run uet record -o '' -- "$shop"
check 'a file without a name' "$status" 2
run uet record --
check 'no command after --' "$status" 2
run uet record -o 'two
lines' -- "$shop" 1 1
check 'a name of two lines does not make two' "$(grep -c ' in two?lines ' err)" 1

# A command that does not listen to Ctrl-C.
cat >stubborn <<'END'
#!/bin/sh
trap '' INT
echo $$ >stubborn.pid
exec sleep 60
END
chmod +x stubborn
start_recording -e shop_request_done -- ./stubborn
kill -INT $recorder
sleep 0.5
kill -INT $recorder
wait $recorder
check 'a second signal ends the recording' $? 130
check_says 'which tells that the command still runs' err \
	"still runs, as process $(cat stubborn.pid)"
kill "$(cat stubborn.pid)"
ok $? 'as it does'
kill $holder

# A disk of one megabyte.
mkdir small
mount -t tmpfs -o size=1m none small
run uet record -o small/d -- "$shop" 20000 2
check 'a full disk is a failure' "$status" 1
check_says 'which is told' err 'no space left'
run uet report -i small/d
test "$(wc -l <out)" -gt 1000
ok $? 'and what was saved can be read'
umount small
mkdir tiny
mount -t tmpfs -o size=40k none tiny
run uet record -o tiny/d -- "$shop" 1000 2
check 'a tiny disk is a failure' "$status" 1
run uet report -i tiny/d
test "$(wc -l <out)" -gt 20
ok $? 'and most of what fits on it can be read'
umount tiny
(
	ulimit -f 100
	run uet record -o limited -- "$shop" 3000 2
	check_says 'a limit of the file size ends it' err 'may not become larger'
	echo "$status" >limited.status
	exit "$test_number"
)
test_number=$?
check 'with a failure' "$(cat limited.status)" 1
# A declaration of our own, whatever else is asked for.
run uet record -o d --register 'kt_declared u32 a' -e 'shop_request_*' -- \
	"$builddir/samples/shop" 5 1
check 'recording with --register' "$status" 0
check_says 'the declared event is recorded' err '^ +0  user_events:kt_declared'
check_says 'and what was asked for' err '^ +5  user_events:shop_request_done'
run uet record -o d --register 'kt_declared u32' -- true
check 'a bad declaration' "$status" 1
check_says 'is explained' err "'kt_declared u32'"

# What a program wants to stay stays, though we had it first.
run uet record -o d -- "$builddir/tests/kernel/process/spawn" vfork true
check 'a program with a persistent event' "$status" 0
run uet list way_spawn_persist
check 'the event stays' "$status" 0
uet delete way_spawn_persist >out 2>&1

finish
