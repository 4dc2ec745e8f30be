#!/bin/sh
# SPDX-License-Identifier: MIT
# deterministic
#
# Counters of a thread: of the kernel's events everywhere, and of a PMU where
# there is one, as arm64's in the VM, read from user space.
. "$srcdir/tests/kernel/lib.sh"

counters=$builddir/tests/kernel/counters
access=/proc/sys/kernel/perf_user_access
cd "$work" || exit 1

# says NAME REGEX COMMAND…: its output has such a line.
says()
{
	name=$1 regex=$2
	shift 2
	run "$@"
	check_says "$name" out "$regex"
}

# The kernel's events: by read(2).
says 'page faults are read' \
	'^page-faults: read, the kernel counts it' "$counters" open page-faults
run "$counters" agree page-faults
check_says 'another thread reads what the owner does' out '^wrong 0 of 200$'
check_says 'exactly' out '^exact 200$'
run "$counters" fork page-faults
check_says 'a child has none of its parent'\''s' out \
	'^child 0 none, it counts the process that this one was forked from$'
check_says 'but can have its own' out '^own exact 1$'
check_says 'nothing happens to it' out '^child ended with 0$'
check_says 'nor to its parent' out '^parent exact 1$'
run "$counters" switch page-faults
check_says 'stopped it keeps its value' out '^stopped exact 1$'
check_says 'and goes on' out '^again exact 1$'
check_says 'reset it begins anew' out '^reset exact 1$'
run "$counters" foreign page-faults minor-faults
check 'what got the numbers of counters is left alone' "$status $(cat out)" \
	"0 replaced 2
none 3, refused 6, closed 0
replaced 2
none 3, refused 6, closed 0
at 0
of another none
other exact 1"
says 'a group is read at once' '^bad 0$' \
	"$counters" group page-faults minor-faults
says 'what is no event is named' \
	"^no-such: there is no event 'no-such'" "$counters" open no-such

# Events carry them.
run uet record -e counters_counted -o data -- "$counters" emit page-faults
check 'recorded' "$status" 0
check_says 'a mark of an event that is off is none' out '^unheard none$'
uet report --json -i data >json 2>err
check 'what was counted since the mark' \
	"$(sed -n 's/.*"n":\([123]\),"count":\([0-9]*\),"count_state":0}.*/\1 \2/p' \
		json | awk '$2 >= 10 * $1 && $2 < 10 * $1 + 10' | wc -l)" 3
check_says 'and what no mark was there for' json \
	'"n":4,"count":0,"count_state":2}'

# The hardware's.
run "$counters" open cycles
if grep -q 'no counter for it' out; then
	check 'without a PMU that is said' "$(cat out)" \
		'cycles: this machine has no counter for it (a virtual machine without a PMU?)'
	finish
	exit
fi
if [ -e $access ]; then
	echo 0 >$access
	says 'without the right to the registers that is said' \
		'^cycles: read, kernel.perf_user_access is 0$' \
		"$counters" open cycles
	says 'and read' '^wrong 0 of 200$' "$counters" agree cycles
	says 'a group as well' '^bad 0$' \
		"$counters" group cycles instructions
	echo 1 >$access
fi
says 'cycles from user space' '^cycles:u: user, ' "$counters" open cycles:u
says 'instructions, too' '^instructions: user, ' \
	"$counters" open instructions
for event in cycles instructions instructions:u r11; do
	run "$counters" agree $event
	check_says "$event: the registers say what the kernel does" out \
		'^wrong 0 of 200$'
	check_says "$event: each exact" out '^exact 200$'
done
for event in cycles instructions; do
	run "$counters" fork $event
	check_says "$event: none in a child" out '^child 0 none'
	check_says "$event: which can have its own" out '^own exact 1$'
	check_says "$event: and ends well" out '^child ended with 0$'
	run "$counters" switch $event
	check_says "$event: stopped" out '^stopped exact 1$'
	check_says "$event: and on again" out '^again exact 1$'
	check_says "$event: and reset" out '^reset exact 1$'
done
run "$counters" group cycles instructions page-faults
check_says 'a group of both kinds is read by the kernel at once' out '^bad 0$'
run "$counters" group cycles instructions
check_says 'a group of one kind' out '^bad 0$'
check 'by its registers' "$(grep -c ': user$' out)" 2
says 'more than the counters in one group is said' \
	'does not fit the counters of the CPU together with' \
	"$counters" group r8 r8 r8 r8 r8 r8 r8 r8
run "$counters" turns instructions 200
check_says 'more than the counters take turns' out \
	'^exact 0 scaled 20 none 0 wrong 0$'
check_says 'still from user space' out '^user 20$'

# What QEMU's arm64 machine has: counters of 32 bits but for the cycles, and an
# instruction a nanosecond.
if [ "${UET_VM_ARCH-}" != arm64 ]; then
	finish
	exit
fi
run "$counters" open cycles instructions armv8_pmuv3/inst_retired,threshold=2/
check_says 'cycles have 64 bits' out '^cycles: user, 64 bits$'
check_says 'instructions 32, as the kernel refuses 64' out \
	'^instructions: user, 32 bits$'
check_says 'no thresholds' out \
	'the PMU armv8_pmuv3 has no thresholds \(caps/threshold_max is 0'
run "$counters" loop instructions:u 20
check_says 'a loop has the instructions that it has' out '^right 1$'
run "$counters" cost instructions
cost=$(sed -n 's/^cost //p' out)
[ "$cost" -gt 10 ] && [ "$cost" -lt 100 ]
ok $? "a read is $cost instructions and no system call"
run "$counters" loop instructions 4600
check_says 'the overflow of 32 bits is made up for' out '^right 1$'
check_says 'exactly' out '^exact$'
check_says 'and so says the kernel' out '^kernel 1$'
finish
