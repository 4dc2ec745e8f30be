#!/bin/sh
# SPDX-License-Identifier: MIT
#
# uet report on EventHeader events that are unlike others, each written byte by
# byte.  TAP.
builddir=$(cd "${builddir:-.}" && pwd) || exit 99
export builddir
. "${srcdir:-.}/tests/kernel/lib.sh"

cd "$work" || exit 99

# make FILE EVENT…: a recording of events, each in the escapes of printf(1).
make()
{
	file=$1
	shift
	rm -f event.*
	number=100
	for event; do
		number=$((number + 1))
		# shellcheck disable=SC2059 # the event is a format
		printf "$event" >event.$number
	done
	"$builddir/tests/report/generate_bytes" "$file" event.* || exit 99
}

# The id 0x107 and the tag 9 from machines of both byte orders.
make orders '\5\0\1\7\0\11\0\4\0\4\0\1Big\0' '\7\0\7\1\11\0\0\4\7\0\1\0Little\0'
check 'a header is in the order of its event' \
	"$(uet report --fields id,tag orders | sed 's/.*] //')" \
	'Odd:Big id=263 tag=9
Odd:Little id=263 tag=9'
check 'for a filter, too' \
	"$(uet report --filter 'id == 0x107 && tag & 9 == 9' orders | wc -l)" 2
run uet report --summary=id --json orders
check 'and where its numbers are counted' \
	"$(grep -o '"min":[0-9]*' out | tr '\n' ' ')" '"min":263 "min":263 '
run uet report --summary=tag --json orders
check 'both of them' "$(grep -o '"max":[0-9]*' out | tr '\n' ' ')" \
	'"max":9 "max":9 '

# Names that a terminal would obey, or that are no text at all.
make names '\7\0\0\0\0\0\0\4\20\0\1\0a\033[1mb\302\233c\302\205d\0' \
	'\7\0\0\0\0\0\0\4\15\0\1\0e\342\200\250f\351g\303\251\177\0'
run uet report --summary names
check 'the summary shows no control and nothing that is no UTF-8' \
	"$(sed -n 's/.*  Odd/Odd/p' out)" \
	'Odd:a?[1mb?c?d (user_events:Odd_L4K1)
Odd:e?f?gé? (user_events:Odd_L4K1)'
run uet report -e "$(printf 'Odd:a\302\233\351')" names
check_says 'a message as well' err "matches 'Odd:a\?\?'"

# A filter that asks for what no event has.
check 'a name that no event has is told' \
	"$(uet report --filter 'id == 7 || nope == 1' orders 2>&1 >/dev/null | head -n 1)" \
	"uet report: filter: column 12: no event of orders that was chosen has a field 'nope' that compares so"
run uet report --filter 'nope == 1 && n.o > 2 && pid > 0 && level == 4' orders
check 'it fails' "$status" 1
check 'each is told, with its place' "$(grep -c "has a field '\(nope\|n.o\)'" err) \
$(grep -c '^  *^$' err)" '2 2'
run uet report --filter 'tag == 9 && pid == 100' orders
check 'else it does not' "$status $(wc -l <out) $(wc -l <err)" '0 2 0'
make some '\7\0\0\0\0\0\0\4\7\0\1\0One\0a\0\2\1' \
	'\7\0\0\0\0\0\0\4\7\0\1\0Two\0b\0\2\2' \
	'\7\0\0\0\0\0\0\4\7\0\1\0Cut\0c\0\5'
run uet report --filter 'a == 5 || b == 2' some
check 'one event is enough' "$status $(wc -l <out) $(wc -l <err)" '0 1 0'
run uet report --filter 'a == 5 || b == 2' -e Odd:One some
check 'of those that are chosen' "$status $(grep -c "field 'b'" err)" '1 1'
run uet report --filter 'a == 5' --summary --csv some
check 'wrong usage is as ever' "$status" 2

finish
