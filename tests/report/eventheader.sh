#!/bin/sh
# SPDX-License-Identifier: MIT
#
# uet report on EventHeader events that tests/report/generate_eventheader made
# up: chosen by name, level and keyword, and counted by name.  TAP.
builddir=$(cd "${builddir:-.}" && pwd) || exit 99
export builddir
. "${srcdir:-.}/tests/kernel/lib.sh"

cd "$work" || exit 99
generate=$builddir/tests/report/generate_eventheader
"$generate" f 1000 || exit 99
uet report f >all 2>/dev/null

# names OPTION…: the events that are printed, each with how often.
names()
{
	run uet report "$@" f
	sed 's/^[^]]*\] //; s/ .*//' out | sort | uniq -c |
		awk '{ printf "%s%s=%d", between, $2, $1; between = " " }'
}

# Names.
check 'one event of a provider' "$(names -e Shop:Start)" 'Shop:Start=100'
check 'all events of a provider, whatever the tracepoint; not what only looks so' \
	"$(names -e 'Shop:*')" \
	'Shop:"Odd=95 Shop:Done=100 Shop:Failed=100 Shop:Hit=200 Shop:Retry=5 Shop:Start=100'
check 'as they are printed elsewhere' "$(cat out)" "$(grep ' Shop:' all)"
check 'globs on both sides' "$(names -e 'S*p:[S-T]tar?')" 'Shop:Start=100'
check '".HEX" is no part of the provider, nor what is behind the colon' \
	"$(names -e 'Shop_Db:*,Store:St*')" 'Shop_Db:Query=200 Store:Start=100'
check 'attributes are no part of the name' "$(names -e Shop:Done)" 'Shop:Done=100'
check 'a name with a blank' "$(names -e 'Shop:Odd "name"')" 'Shop:"Odd=95'
check 'both kinds of patterns' "$(names -e Shop:Failed,Fake_L1K1)" \
	'Shop:Failed=100 user_events:Fake_L1K1=100'
check 'a tracepoint is all of its events' \
	"$(names -e Shop_L4K1 -e Shop:Hit,Shop:Start)" \
	'Shop:"Odd=95 Shop:Done=100 Shop:Hit=200 Shop:Start=100'
check 'a pattern may be both' "$(names -e '*:S*')" \
	"$(names -e 'user_events*:S*')"
check 'a class of characters has no colon of its own' \
	"$(names -e '[[:upper:]]hop:[[:upper:]]*d')" 'Shop:Failed=100'

run uet report -e Shop:Start,Shop:Nope f
check 'a name that no sample has fails' "$status" 1
check_says 'is told' err "no EventHeader event of f matches 'Shop:Nope'"
check 'the others not' "$(grep -c matches err)" 1
check 'and are printed' "$(wc -l <out)" 100
run uet report -e Nope:Start f
check 'a provider that no tracepoint has fails' "$status" 1
check_says 'at once' err "no event of f matches 'Nope:Start'"
run uet report -e 'Start*' f
check_says 'the name alone fails with a hint' err \
	"matches 'Start\*': EventHeader events .* as in -e '\*:Start\*'; 'uet report"
run uet report -e Shop:Start --tid 7 f
check 'what other options hide is no mistake' "$status $(wc -l <out)" '0 0'
run uet report -e Shop:Start --keyword 2 f
check 'also among few keywords' "$status" 0
check 'a name that was found in one of the tracepoints was found' \
	"$(uet report -e Shop:Failed f >/dev/null 2>&1; echo $?)" 0

# A stream's later events.
"$generate" - 1000 2>/dev/null >stream
run uet report -i - -e 'Shop:Retry' <stream
check 'an event that a stream describes late' "$(wc -l <out)" 5
run uet report -i - -e 'Shop:*,*:Retry' <stream
check 'a pattern that only finds there' "$(wc -l <out) $status" '600 0'
run uet report -i - --level 3 --keyword 1 <stream
check 'its level' "$(grep -c Retry out)" 5

# Levels and keywords.
check 'the level in the event counts, what has none is not shown' \
	"$(names --level 3)" 'Shop:Failed=100 Shop:Hit=100 Shop:Retry=5'
check 'error' "$(names --level error)" 'Shop:Failed=100'
check 'critical' "$(names --level critical)" ''
check 'warning' "$(names --level warning)" "$(names --level 3)"
check 'info' "$(names --level info)" "$(names --level 4)"
check 'information' "$(names --level information)" "$(names --level 4)"
check 'warn, in any case' "$(names --level Warn)" "$(names --level 3)"
check 'verbose' "$(names --level verbose)" "$(names -e 'S*:*' --level 5)"
check 'and a name' "$(names --level 3 -e Shop:Hit)" 'Shop:Hit=100'
check 'one of the keywords' "$(names --keyword 0x12)" 'Shop:Hit=200 Shop_Db:Query=200'
check 'in decimal' "$(names --keyword 2)" 'Shop:Hit=200 Shop_Db:Query=200'
check 'a keyword and a level' "$(names --keyword 0x10 --level 4)" 'Shop:Hit=100'
for bad in 0 256 -1 '' x 1x 0x 0x100 errors; do
	run uet report --level "$bad" f
	check "--level '$bad' is wrong usage" "$status" 2
	check_says 'which is said' err "^uet report: --level: '$bad' is neither"
done
for bad in 0 -1 '' x 1x 0x 0x10000000000000000; do
	run uet report --keyword "$bad" f
	check "--keyword '$bad' is wrong usage" "$status" 2
	check_says 'which is said' err "^uet report: --keyword: '$bad' is no number"
done

run uet report --keyword 1,2 f
check 'bits in a list are wrong usage' "$status" 2
check_says 'which is said' err "'1,2' is not one number, such as 3 for the bits 1 and 2"
run uet report --level errors f
check_says 'all words are said' err 'critical, error, warn\(ing\), info\(rmation\) or verbose'

# Names of fields.
check 'what else is printed of an event can be asked for' \
	"$(names --filter 'keyword & 0x2 && provider == Shop && event ~ H*')" \
	'Shop:Hit=200'
run uet report --fields provider,group,keyword,event -e Store:Start f
check 'and be a field' "$(sed 's/^[^]]*\] //' out | sort -u)" \
	'Store:Start provider=Store group=x keyword=0x1 event=Start'

# Where a filter or others leave nothing, no field is missing.
none_left() # OPTION...
{
	run uet report "$@" f
	check "of nothing that is left none is missing: $*" "$status $(cat err)" \
		'0 uet report: f: 7 events were lost while recording (user_events:Shop_L4K1 7); record with larger rings: -m'
}
none_left --fields status --filter 'request.flags == 9999'
none_left --summary=status --filter 'request.flags == 9999'
none_left --filter 'status == 1' --time 1,2
run uet report --fields status --filter 'request.flags == 9' f
check 'of a sample that is left one may be' "$status" 1
check_says 'which is told' err "has a field 'status'"

# Counting.
run uet report --summary f
check 'each event of a tracepoint is counted, losses by tracepoint' \
	"$(sed 1d out | awk '{ printf "%s %s", $1, $2
		for (i = 6; i <= NF; i++) printf " %s", $i; print "" }')" \
'100 - Shop:Failed (user_events:Shop_L2K1)
100 - Shop:Done (user_events:Shop_L4K1)
95 - Shop:Odd "name" (user_events:Shop_L4K1)
100 - Shop:Start (user_events:Shop_L4K1)
0 7 user_events:Shop_L4K1 (unnamed)
100 - Shop:Hit (user_events:Shop_L5K1f, level 3)
100 - Shop:Hit (user_events:Shop_L5K1f)
200 - Shop_Db:Query (user_events_multi:Shop_Db_L4K2)
100 - Store:Start (user_events:Store_L4K1Gx)
100 0 user_events:Fake_L1K1
5 - Shop:Retry (user_events:Shop_L3K1)
1000 7 total'
run uet report --summary --json -e Shop:Start,Shop_Db:Query f
check 'in JSON with what the tracepoint says' \
	"$(sed 's/,"per_second.*//' out)" \
'{"event":"Shop:Start","tracepoint":"user_events:Shop_L4K1","provider":"Shop","level":4,"keyword":"0x1","samples":100,"lost":null
{"event":"user_events:Shop_L4K1","unnamed":true,"samples":0,"lost":7
{"event":"Shop_Db:Query","tracepoint":"user_events_multi:Shop_Db_L4K2.0","provider":"Shop_Db","level":4,"keyword":"0x2","samples":100,"lost":null
{"event":"Shop_Db:Query","tracepoint":"user_events_multi:Shop_Db_L4K2.1","provider":"Shop_Db","level":4,"keyword":"0x2","samples":100,"lost":null'
run uet report --summary --json -e Shop:Failed f
check_says 'with rate and times' out \
	'"per_second":101010.101,"first_ns":1000000002000,"last_ns":1000000992000}$'

"$generate" many 3000 names
run uet report --summary many
check 'there are no more than 1000 names' "$(grep -c ':N[0-9]' out)" 1000
check 'later ones are counted, too' \
	"$(awk '/ [A-Za-z_]*:/ { n += $1 } END { print n }' out)" 3000
check_says 'as unnamed' out '^ *189 .* user_events:Store_L4K1Gx \(unnamed\)$'
check_says 'which is told' err 'many: more than 1000 names'

run uet report -e 'Shop:N1*[02468]' many
check 'each of many names has an answer of its own' "$(wc -l <out)" \
	"$(uet report many 2>/dev/null | grep -c ' Shop:N1[0-9]*[02468] ')"

# values FIELD: of each event that has them, how many, the least, the greatest.
values()
{
	run uet report --summary="$1" --json -e Shop:Start,Shop:Done f
	sed -n 's/.*"event":"\([^"]*\)".*"values":\([0-9]*\)/\1 \2/
		s/,"mean".*"max":/ /; s/,"min":/ /; s/}$//; t print
		b; :print; p' out
}
values_are() # FIELD MIN MAX of Done, MIN MAX of Start
{
	check "values of $1" "$(values "$1" | grep ' 100 ')" \
		"Shop:Done 100 $2 $3
Shop:Start 100 $4 $5"
}
values_are request.latency 100 99100 0 99000
values_are request.flags 1 991 0 990
values_are errno -1 -1 0 0
values_are at 1 991 0 990
values_are ok 1 1 0 0
values_are load 0.25 247.75 0 247.5
values_are delta -2 0 -2 0
values_are level 4 4 4 4
values_are keyword 1 1 1 1
values sizes >/dev/null
check 'an array counts element by element' \
	"$(grep -o '"event":"Shop:Start"\|"values":[0-9]*,"min":[0-9]*\|"max":.*' out |
	   tail -n 2 | tr -d '\n')" '"values":200,"min":0"max":991}'
values id >/dev/null
check 'the own field comes first: of text there are none' \
	"$(grep -c '"values"' out)" 0
run uet report --summary=request.latency -e Shop:Start f
check_says 'in text below the name' out \
	'^request.latency of Shop:Start \(user_events:Shop_L4K1\): 100 values$'
check_says 'and they are drawn' out '^ *min 0  mean 49500  p50 49024'
for field in nope request provider; do
	run uet report --summary=$field -e Shop:Start f
	check "$field has no values" "$status" 1
	check_says 'which is told at the end' err "has a field '$field' with numbers"
done

finish
