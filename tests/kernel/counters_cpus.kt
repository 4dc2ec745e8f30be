#!/bin/sh
# SPDX-License-Identifier: MIT
# cpus: 2
#
# A thread's counters go with it from CPU to CPU.
. "$srcdir/tests/kernel/lib.sh"

counters=$builddir/tests/kernel/counters
cd "$work" || exit 1

[ ! -e /proc/sys/kernel/perf_user_access ] ||
	echo 1 >/proc/sys/kernel/perf_user_access
for event in page-faults cycles cycles:u; do
	run "$counters" agree $event
	if grep -q 'no counter for it' out; then
		ok 0 "$event: not on this machine"
		continue
	fi
	check_says "$event: on either CPU what the kernel says" out \
		'^wrong 0 of 200$'
	check_says "$event: each exact" out '^exact 200$'
	check_says "$event: and something" out '^counted 1$'
	run "$counters" watch $event
	check_says "$event: another thread watches a busy one" out '^wrong 0$'
	check_says "$event: and sees what it does" out '^within 1$'
done
finish
