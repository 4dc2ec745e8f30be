#!/bin/sh
# SPDX-License-Identifier: MIT
#
# uet report on a recording of the real kernel: the wall clock, and filters and
# summaries that agree with what was printed.
. "$srcdir/tests/kernel/lib.sh"

shop=$builddir/samples/shop
cd "$work" || exit 1

before=$(date -u +%Y-%m-%dT%H:%M:%S)
uet record -- "$shop" 200 2 2>/dev/null
after=$(date -u +%Y-%m-%dT%H:%M:%S)
uet report >all
run uet report --clock wall
check 'the wall clock was between the beginning and the end' \
	"$(awk -v before="$before" -v after="$after" \
	'substr($1, 1, 19) < before || substr($1, 1, 19) > after' out)" ''
check 'for all events' "$(wc -l <out)" "$(wc -l <all)"
uet record -o - -- "$shop" 200 2 2>/dev/null |
	uet report --clock wall -i - >out
check 'and in a stream while it comes' "$(grep -c '^20[0-9-]*T[0-9:.]*Z ' out)" \
	"$(wc -l <all)"
run uet report -e shop_request_done --filter 'latency_ns >= 2000000'
check 'a filter finds what was printed' "$(cat out)" \
	"$(sed -n '/latency_ns=\([2-9]\|[1-9][0-9]\)[0-9]\{6\} /p' all)"
run uet report --summary=latency_ns
check 'the summary counts what was printed' \
	"$(awk '$NF == "user_events:shop_request_done" { print $1 }' out)" 200
check_says 'and the values of the field' out \
	'^latency_ns of user_events:shop_request_done: 200 values$'
check 'of which none is missing' \
	"$(awk '/^ +from/ { on = 1; next } on { n += $3 } END { print n }' out)" 200
finish
