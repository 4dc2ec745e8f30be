#!/bin/sh
# SPDX-License-Identifier: MIT
#
# perf reads what uet record writes, without a word of complaint, and counts
# what perf record counts.
. "$srcdir/tests/kernel/lib.sh"

shop=$builddir/samples/shop
cd "$work" || exit 1

need perf

# quiet NAME COMMAND...: succeeds, with nothing on standard error.
quiet()
{
	quiet_name=$1
	shift
	run "$@"
	check "$quiet_name" "$status" 0
	check 'without complaint' "$(grep -v '^\[ perf' err)" ''
}

uet record -o ours -- "$shop" 1000 2 2>summary
quiet 'perf script reads it' perf script -i ours
check 'as many lines as uet report' \
	"$(wc -l <out)" "$(uet report -i ours | wc -l)"
check_says 'with the fields' out 'status=200'
quiet 'perf report reads it' perf report -i ours --stdio
quiet 'perf report reads its header' perf report --header-only -i ours
check_says 'the version' out '# perf version : uet '
check_says 'the command line' \
	out "# cmdline : uet record -o ours -- $shop 1000 2"
check_says 'the clock' out '# clockid: monotonic \(1\)'
check_says 'the wall clock' out '\(TOD\)'
check_says 'the samples'\'' time' out '# time of last sample'
check_says 'the events' out 'name = user_events:shop_request_done'
quiet 'perf data converts it' perf data convert --to-json json -i ours
test -s json
ok $? 'to JSON'

# The same command under both; perf must find the events registered.
decls=$(uet list --elf "$shop")
set --
while read -r decl; do
	set -- "$@" "$decl"
done <<END
$decls
END
uet register "$@" -- perf record -q -o theirs -e 'user_events:shop_*' \
	"$shop" 1000 2 >/dev/null 2>&1
perf script -i theirs -F event 2>/dev/null | sort | uniq -c >theirs.counts
perf script -i ours -F event 2>/dev/null | sort | uniq -c >ours.counts
check 'perf record counts the same' "$(cat ours.counts)" "$(cat theirs.counts)"
check 'uet report reads perf record'\''s file' \
	"$(uet report -i theirs | wc -l)" "$(uet report -i ours | wc -l)"

# One run, both listening.
uet record --elf "$shop" -o both.ours -- \
	perf record -q -o both.theirs -e 'user_events:shop_*' "$shop" 1000 2 \
	>/dev/null 2>&1
for of in ours theirs; do
	perf script -i both.$of -F event 2>/dev/null | sort | uniq -c \
		>both.$of.counts
done
check 'of the same run they count the same' "$(cat both.ours.counts)" \
	"$(cat both.theirs.counts)"
check 'of five events' "$(wc -l <both.ours.counts)" 5

uet record -m 1 -o lossy -- "$shop" 20000 2 2>summary
lost=$(sed -n 's/.*, \([0-9]*\) lost$/\1/p' summary)
perf report --stats -i lossy >out 2>err
check 'perf finds the lost ones' \
	"$(awk '
	/^user_events/ { mine = 1 }
	mine && /LOST_SAMPLES/ { n += $3 } END { print n + 0 }' out)" "$lost"
finish
