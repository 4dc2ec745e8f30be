#!/bin/sh
# SPDX-License-Identifier: MIT
# cpus: 2
#
# uet record with a limit of size, and with several files of which each can be
# read alone.
# shellcheck disable=SC2016 # sh -c expands them
# shellcheck disable=SC2094 # err is read while it grows
. "$srcdir/tests/kernel/lib.sh"

shop=$builddir/samples/shop
sequence=$builddir/tests/kernel/sequence
cd "$work" || exit 1

# Each file alone, by uet and by perf, without complaint; all lines in out.
read_all()
{
	: >out
	bad=
	for file in "$@"; do
		uet report "$file" >one 2>report.err || bad="$bad $file"
		grep -v 'events were lost' report.err | sed 's/^/# /'
		cat one >>out
		command -v perf >/dev/null || continue
		perf script -i "$file" >perf.out 2>perf.err
		[ "$(wc -l <perf.out)" = "$(wc -l <one)" ] ||
			bad="$bad perf:$file"
		# perf tells of each loss; some are counted in the next file.
		grep -q 'events were lost' report.err && continue
		grep -q 'events and lost .* chunks' perf.err && continue
		sed "s/^/# perf: /" perf.err
		[ ! -s perf.err ] || bad="$bad perf.err:$file"
	done
	check "each of $# files can be read alone" "$bad" ''
}

numbers()
{
	sed -n 's/.* user_events:switch_a .*number=//p' out
}

uet register 'switch_a u32 thread; u64 number' 2>/dev/null &
holder=$!
until_true uet list switch_a >/dev/null 2>&1

run uet record -m 1024 --max-size 200K -o max -- "$shop" 20000 2
check 'a recording with a limit' "$status" 0
check_says 'tells that it ends' err 'has the size of --max-size'
size=$(stat -c %s max)
test "$size" -ge 204800 && test "$size" -lt 9000000
ok $? "its file is not much larger ($size)"
uet report max >out 2>report.err
test -s out && test ! -s report.err
ok $? 'and can be read'

# A part is emitted once the file with the one before is complete.
cat >parts <<'END'
for complete in 0 1 2; do
	tries=0
	until [ "$(ls s.* 2>/dev/null | wc -l)" -ge $complete ]; do
		tries=$((tries + 1))
		[ $tries -lt 200 ] || exit 1
		sleep 0.1
	done
	"$1" switch_a 3 5000
done
END
run uet record -m 2048 --switch-output=100K -o s -e switch_a -- \
	sh parts "$sequence"
check 'a recording of several files' "$status" 0
check_says 'is summed up' err '^uet record: 45000 events in [0-9]* files of s '
check_says 'by event, too' err '45000  user_events:switch_a'
set -- s.*
test $# -gt 2
ok $? 'makes a few of them'
test ! -e s
ok $? 'and no other'
check 'named as perf does' "$(echo "$1" | sed 's/[0-9]/N/g')" s.NNNNNNNNNNNNNNNN
read_all "$@"
numbers | sort -n >got
for part in 1 2 3; do
	seq 0 14999
done | sort -n >expected
cmp got expected
ok $? 'together they have all'
check 'and all names' "$(awk '$2 == "sequence"' out | wc -l)" 45000
if command -v perf >/dev/null; then
	perf script -i "$2" 2>/dev/null | awk '$1 == "sequence"' >named
	check 'also for perf, in the second' "$(wc -l <named)" \
		"$(uet report "$2" | wc -l)"
fi
# The times of the header are those of the file.
perf report --header-only -i "$2" 2>/dev/null |
	sed -n 's/^# time of \(first\|last\) sample : \([0-9]*\.[0-9]*\).*/\2/p' >times
uet report "$2" | sed -n 's/^\([0-9]*\.[0-9]\{6\}\).*/\1/p;' |
	sed -n '1p;$p' >expected
if command -v perf >/dev/null; then
	check 'and the times of its header are its own' "$(cat times)" \
		"$(cat expected)"
fi

# What is lost is lost once.
run uet record -m 1 --switch-output=50K -o l -e switch_a -- \
	"$sequence" switch_a 2 20000
lost=$(sed -n 's/.*, \([0-9]*\) lost$/\1/p' err)
set -- l.*
read_all "$@"
check 'kept and lost are all' $(($(numbers | wc -l) + lost)) 40000
total=0
for file in "$@"; do
	n=$(uet report "$file" 2>&1 >/dev/null |
		sed -n 's/.* \([0-9]*\) events were lost.*/\1/p')
	total=$((total + ${n:-0}))
done
check 'the files tell of as many' "$total" "$lost"
test "$lost" -gt 0
ok $? 'and there are some'

# On SIGUSR2, and with events and threads of before.
uet record -a --switch-output -o u -e 'switch_*' 2>err &
recorder=$!
until_true sh -c 'uet status | grep -q "^switch_a .*perf"'
until_true sh -c '[ "$(ls -l /proc/$1/fd | grep -c signalfd)" = 1 ]' - $recorder
rm -f go
"$sequence" -w go switch_late 1 5 &
waiting=$!
until_true grep -q 'also recording user_events:switch_late' err
kill -USR2 $recorder
until_true grep -q 'wrote u' err
ok $? 'SIGUSR2 begins another file'
: >go
wait $waiting
kill -INT $recorder
wait $recorder
check 'SIGINT ends it' $? 0
set -- u.*
check 'there are two files' $# 2
read_all "$@"
uet report "$2" >out
check 'the second has the late event, and the name from before' \
	"$(grep -c ' sequence .*switch_late thread=0 number=' out)" 5

run uet record -a --switch-output=1s --duration 2.5 -o t -e switch_a
check 'by time' "$status" 0
set -- t.*
test $# -ge 2 && test $# -le 3
ok $? "there are two or three files ($#)"
run uet record --switch-output=20K --switch-max-files 2 -o k -e switch_a -- \
	"$sequence" switch_a 1 5000
check 'some are kept' "$status" 0
set -- k.*
check 'the latest two' $# 2
read_all "$@"
check 'up to the end' "$(numbers | tail -n 1)" 4999

run uet record --overwrite --switch-output=1s -m 4 -o f -e switch_a -- sh -c \
	'"$1" switch_a 1 100; sleep 1.5; "$1" switch_a 1 10' - "$sequence"
check 'a flight recorder, too' "$status" 0
set -- f.*
test $# -ge 2 && test $# -le 4
ok $? "dumps in time and at the end ($#)"
read_all "$@"

run uet record --switch-output -o - -- "$shop" 1
check 'a stream has no files' "$status" 2
check_says 'which is told' err 'does not go with a stream'
mkfifo pipe
run uet record --switch-output -o pipe -- "$shop" 1
check 'a FIFO has none either' "$status" 2
test -p pipe
ok $? 'and stays'
run uet record --switch-output=10 -o x -- "$shop" 1
check 'a number without a unit' "$status" 2
run uet record --switch-output=99999999999999G -o x -- "$shop" 1
check 'too much' "$status" 2
run uet record --max-size 10 -o x -- "$shop" 1
check 'the same for the limit' "$status" 2
run uet record --overwrite --max-size 10M -o x -- "$shop" 1
check 'a limit of what overwrites' "$status" 2
run uet record --switch-max-files 3 -o x -- "$shop" 1
check 'how many of one' "$status" 2
kill $holder
finish
