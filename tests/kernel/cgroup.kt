#!/bin/sh
# SPDX-License-Identifier: MIT
# cpus: 2
#
# One control group of the whole system, and those below it.
# shellcheck disable=SC2016 # sh -c expands them
. "$srcdir/tests/kernel/lib.sh"

sequence=$builddir/tests/kernel/sequence
cd "$work" || exit 1
mkdir groups
if ! mount -t cgroup2 none groups; then
	echo '1..0 # SKIP no control groups of version 2'
	exit 0
fi
mkdir -p groups/kt_in/below groups/kt_out

uet register 'group_a u32 thread; u64 number' 2>/dev/null &
holder=$!
until_true uet list group_a >/dev/null 2>&1

# Three processes: five events in the group, three below it, seven beside it.
cat >all <<'END'
in_group()
{
	sh -c 'echo $$ >"groups/$1/cgroup.procs"; exec "$2" group_a 1 "$3"' \
		- "$1" "$sequence" "$2"
}
in_group kt_in 5
in_group kt_in/below 3
in_group kt_out 7
END
export sequence
run uet record -a -G kt_in -o in -e group_a -- sh all
check 'a group is recorded' "$status" 0
check 'with what is below it, and nothing else' \
	"$(uet report in | grep -c ' sequence .*group_a')" 8
run uet record -a -G kt_in/below -o in -e group_a -- sh all
check 'the group below' "$(uet report in | wc -l)" 3
run uet live -a -G kt_out -e group_a -- sh all
check 'uet live has it' "$(grep -c group_a out)" 7
run uet stat -a -G kt_in -e group_a -- sh all
check 'and uet stat' "$(awk '/group_a/ { print $1 }' out)" 8
run uet record -a -o all.data -e group_a -- sh all
check 'without it, there are more' "$(uet report all.data | wc -l)" 15

run uet record -a -G kt_none -o x -e group_a -- true
check 'a group that there is not' "$status" 1
check_says 'is named' err 'cannot open the control group .*/kt_none: No such'
check 'in one line' "$(wc -l <err)" 1
run uet record -a -G kt_in/../.. -o x -e group_a -- true
check 'a way out of the mount' "$status" 1
check_says 'is refused' err "kt_in/../.. is no control group: .* without '\.\.'"
run uet record -G kt_in -o x -e group_a -- true
check 'it goes with -a' "$status" 2
run uet record -G kt_in -p $holder -o x
check 'and not with -p' "$status" 2
kill $holder
rmdir groups/kt_in/below groups/kt_in groups/kt_out
umount groups
finish
