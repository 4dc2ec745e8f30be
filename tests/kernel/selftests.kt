#!/bin/sh
# SPDX-License-Identifier: MIT
# The kernel's own tests of user_events pass in the test kernel: what our tests
# find here is what the kernel's authors meant.  Compiled with the kernel, by
# tests/vm/build-kernel.
set -u

known=${srcdir:?}/tests/kernel/selftests.known
programs="abi_test dyn_test ftrace_test perf_test"
folder=${UET_VM_KERNEL-}/selftests

if [ ! -d "$folder" ]; then
	echo "1..0 # SKIP this kernel did not come with its tests"
	exit 0
fi

# Each program speaks the kernel's TAP: "ok 2 user.flags", "not ok …", "ok 3
# user.x # SKIP why", and whatever a failed assertion says, before its result.
n=0
for program in $programs; do
	output=$(cd / && "$folder/$program" 2>&1)
	results=$(printf '%s\n' "$output" | awk -v program="$program" -v first="$n" '
		NR == FNR {
			if ($1 == program) {
				reason = $0
				sub(/^[^ ]+ +[^ ]+ +/, "", reason)
				todo[$2] = reason
			}
			next
		}
		/^(not )?ok [0-9]+ / {
			verdict = $1 == "ok" ? "ok" : "not ok"
			name = $1 == "ok" ? $3 : $4
			sub(/^[^.]*\./, "", name)
			line = verdict " " (++first) " - user_events/" program ": " name
			if (match($0, /# *SKIP.*/))
				line = line " " substr($0, RSTART)
			else if (verdict == "not ok" && name in todo)
				line = line " # TODO " todo[name]
			print line
			next
		}
		/^(#|TAP|1\.\.)/ {
			if (/_test\.c:|WARN/)
				print "# " $0
			next
		}
		{ print "# " $0 }' "$known" -)
	printf '%s\n' "$results"
	count=$(printf '%s\n' "$results" | grep -cE '^(not )?ok ')
	n=$((n + count))
	# As many results as its plan announced, or it died on the way.
	planned=$(printf '%s\n' "$output" | sed -n 's/^1\.\.\([0-9]*\).*/\1/p')
	n=$((n + 1))
	if [ "$count" = "${planned:-none}" ]; then
		echo "ok $n - user_events/$program ran to its end"
	else
		echo "not ok $n - user_events/$program ran to its end: $count of ${planned:-no} results"
	fi
done
echo "1..$n"
