#!/bin/sh
# SPDX-License-Identifier: MIT
# cpus: 2
#
# A reader that does not read does not keep uet from ending, and whoever wants
# a command to end gets that, also when nothing is recorded any more.
# shellcheck disable=SC2016 # sh -c expands them
. "$srcdir/tests/kernel/lib.sh"

sequence=$builddir/tests/kernel/sequence
cd "$work" || exit 1

uet register 'stall_a u32 thread; u64 number' 2>/dev/null &
holder=$!
until_true uet list stall_a >/dev/null 2>&1
mkfifo pipe

now_ms()
{
	echo $(($(date +%s%N) / 1000000))
}

# begin COMMAND…: with its output to a pipe whose reader only holds it open.
begin()
{
	exec 3<>pipe
	"$@" >pipe 2>err &
	recorder=$!
	until_true sh -c 'uet status | grep -q "^stall_a .*perf"'
	# More than a pipe takes.
	"$sequence" stall_a 4 5000
}

# ends NAME: within some seconds, with a line that says why and what.
ends()
{
	start=$(now_ms)
	wait $recorder
	got=$?
	took=$(($(now_ms) - start))
	exec 3>&-
	check "$1: fails" "$got" 1
	test $took -lt 9000
	ok $? "$1: ends soon ($took ms)"
	check_says "$1: tells why" err 'its reader does not read; what it did not take is given up'
}

begin uet live -a -e stall_a
kill -TERM $recorder
ends 'uet live at SIGTERM'

begin uet record -o - -m 512 -a -e stall_a
kill -INT $recorder
ends 'uet record -o - at SIGINT'

begin uet record -o - -m 512 -a -e stall_a --duration 2
ends 'uet record -o - --duration'

# The second signal does not wait for the first one's time.
begin uet live -a -e stall_a
kill -INT $recorder
sleep 0.3
kill -INT $recorder
ends 'uet live at the second signal'

# A terminal that is stopped.
cat >terminal.py <<'END'
import os, pty, signal, subprocess, sys, time
master, slave = pty.openpty()
child = subprocess.Popen(sys.argv[1:], stdout=slave, stderr=open("err", "w"))
os.close(slave)
time.sleep(4)
child.send_signal(signal.SIGTERM)
start = time.time()
try:
    status = child.wait(9)
except subprocess.TimeoutExpired:
    child.kill()
    status = "killed"
print(status, "soon" if time.time() - start < 9 else "late")
END
if command -v python3 >/dev/null; then
	(
		until uet status | grep -q '^stall_a .*perf'; do sleep 0.1; done
		"$sequence" stall_a 4 5000
	) &
	python3 terminal.py uet live -a -e stall_a >out
	check 'a stopped terminal' "$(cat out)" '1 soon'
	check_says 'is told, too' err 'its reader does not read'
fi

run sh -c 'uet live -a -e stall_a >&- & sleep 1; "$1" stall_a 1 1; wait $!' - \
	"$sequence"
check 'a closed output is a failure' "$status" 1
check_says 'that is told' err 'cannot write to standard output: Bad file descriptor'

# A reader that takes its time gets everything.
uet live -a -e stall_a 2>err >pipe &
recorder=$!
(
	until [ -e go ]; do sleep 0.1; done
	cat >slow
) <pipe &
reader=$!
until_true sh -c 'uet status | grep -q "^stall_a .*perf"'
"$sequence" stall_a 1 3000
kill -INT $recorder
sleep 0.5
: >go
wait $recorder
check 'a slow reader is waited for' $? 0
wait $reader
check 'and gets all' "$(grep -c stall_a slow)" 3000

# Nobody opens the FIFO.
mkfifo nobody
uet record -o nobody -a -e stall_a 2>err &
recorder=$!
until_true sh -c '[ "$(ls -l /proc/$1/fd | grep -c signalfd)" = 1 ]' - $recorder
kill -TERM $recorder
wait $recorder
check 'a FIFO that nobody opens is no trap' $? 1
uet record -o nobody -a -e stall_a 2>err &
recorder=$!
uet report -i nobody >out 2>&1 &
reader=$!
until_true sh -c 'uet status | grep -q "^stall_a .*perf"'
until_true grep -q . /proc/$recorder/wchan
"$sequence" stall_a 1 5
sleep 0.3
kill -INT $recorder
wait $recorder
check 'one that is opened is written to' $? 0
wait $reader
check 'with all events' "$(grep -c stall_a out)" 5

run uet record -o nobody -a -e stall_a --duration 1
check '--duration does not wait for a reader' "$status" 1
check_says 'and tells' err 'nobody opened nobody to read it'

# After the recording's end, signals and the time are still the command's.
cat >goes_on <<'END'
"$1" stall_a 1 20000
: >emitted
exec sleep 60
END
uet record -m 1024 --max-size 100K -o max -e stall_a -- sh goes_on "$sequence" \
	2>err &
recorder=$!
until_true grep -q 'the command goes on' err
until_true test -e emitted
kill -TERM $recorder
wait $recorder
check 'SIGTERM after --max-size reaches the command' $? 143
start=$(now_ms)
run uet record -m 1024 --max-size 100K -o max -e stall_a --duration 3 -- \
	sh goes_on "$sequence"
check 'so does --duration' "$status" 143
test $(($(now_ms) - start)) -lt 20000
ok $? 'in its time'
kill $holder
finish
