#!/bin/sh
# SPDX-License-Identifier: MIT
#
# uet report on a file that tests/report/generate made up: which events are
# printed, and how.  TAP.
builddir=$(cd "${builddir:-.}" && pwd) || exit 99
export builddir
. "${srcdir:-.}/tests/kernel/lib.sh"

cd "$work" || exit 99
"$builddir/tests/report/generate" f 1000 || exit 99

# column N of what was printed, as one line.
column()
{
	awk -v n="$1" '{ printf "%s%s", between, $n; between = " " }' out
}

# Which.
run uet report f
check 'the file needs no -i' "$(wc -l <out)" 1000
cp out all
run uet report -i f
check 'but may have it' "$(cat out)" "$(cat all)"
run uet report f g
check 'two files are one too many' "$status" 2
run uet report -i f g
check 'also with -i' "$status" 2
check_says 'which is said' err "one file at a time; what is 'g'"
run uet report -e gen_request f
check '-e wants a name' "$(cat out)" "$(grep ' user_events:gen_request ' all)"
run uet report -e 'gen_multi,*:gen_re*' f
check '-e has patterns, and all formats of a name' "$(cat out)" "$(cat all)"
run uet report -e gen_multi -e gen_request f
check '-e can be repeated' "$(cat out)" "$(cat all)"
run uet report -e gen_multi.1 f
check 'one format alone' "$(wc -l <out)" 125
run uet report -e gen_request,nope f
check 'a pattern without an event fails' "$status" 1
check_says 'and is named' err "no event of f matches 'nope'"
check 'nothing is printed then' "$(cat out)" ''
run uet report -e , f
check '-e without a name is wrong usage' "$status" 2

run uet report --tid 102 f
check 'a thread' "$(cat out)" "$(grep ' 100/102 ' all)"
run uet report -p 100 f
check 'a process' "$(cat out)" "$(cat all)"
run uet report --pid 7,99 f
check 'another one has nothing' "$(wc -l <out)" 0
check 'which is no failure' "$status" 0
run uet report --pid 7,100,8 --tid 101 f
check 'both must be right' "$(wc -l <out)" 500
run uet report --pid 1x f
check 'a process is a number' "$status" 2
run uet report --comm gen f
check 'a name' "$(cat out)" "$(grep -F ' gen ' all)"
run uet report --comm 'x,*work*' f
check 'a pattern of names' "$(cat out)" "$(grep -F ' "gen worker" ' all)"

run uet report --time 1000.000002,1000.000004 f
check 'a piece of time, both ends included' "$(column 1)" \
	'1000.000002000 1000.000003000 1000.000004000'
run uet report --time ,1000.000001 f
check 'up to a time' "$(column 1)" '1000.000000000 1000.000001000'
run uet report --time 1000.000998, f
check 'from a time on' "$(column 1)" '1000.000998000 1000.000999000'
for bad in 1 , 2,1 1,2,3 x,1 1.,x 1.0123456789,2 99999999999999999999,; do
	run uet report --time "$bad" f
	check "--time $bad is wrong usage" "$status" 2
done

# Fields.
run uet report -e gen_request --time ,1000.000001 f
check 'all fields' "$(cut -d' ' -f5- out)" \
'user_events:gen_request status=200 latency_ns=0 level=0 load=0 path=/p/0
[001] user_events:gen_request status=300 latency_ns=100 level=-1 load=0.25 path="say \"hi\", you"'
run uet report --fields level,status,level --time ,1000.000003 f
check 'some fields, in the order asked for; events without any are left out' \
	"$(sed 's/.*gen_request/gen_request/' out)" \
'gen_request level=0 status=200
gen_request level=-1 status=300
gen_request level=-2 status=400'
run uet report --fields b,a -e gen_multi --time ,1000.000007 --json f
check 'an event may lack one' "$(sed 's/.*"event"://' out)" \
'"user_events_multi:gen_multi.0","base":"user_events_multi:gen_multi","fields":{"a":3}}
"user_events_multi:gen_multi.1","base":"user_events_multi:gen_multi","fields":{"b":49,"a":7}}'
run uet report --fields nope,a f
check 'a field of no event fails' "$status" 1
check_says 'and is named' err "no event of f that was chosen has a field 'nope'"
run uet report --fields a -e gen_request f
check 'also when other events have it' "$status" 1

# Filters.
filtered() # EXPR COUNT
{
	run uet report --filter "$1" f
	check "--filter '$1'" "$(wc -l <out)" "$2"
}
refused() # EXPR COLUMN WORDS
{
	run uet report --filter "$1" f
	test "$status" != 0
	ok $? "--filter '$1' is refused"
	check_says 'and where' err "^uet report: filter: column $2: .*$3"
	check 'with a caret below' "$(sed -n 3p err)" "$(printf "%$(($2 + 2))s" '^')"
}
filtered 'status == 200' 250
filtered 'status != 200' 500
filtered '!(status == 200)' 500
filtered 'a < 8' 2
filtered 'b >= 0' 125
filtered 'status == 200 || a < 8' 252
filtered 'path == "/p/0" && level <= -1' 0
filtered 'path ~ /p/[0-3] && cpu & 0x2' 100
filtered 'path ~ "say*you"' 1
filtered "comm == 'gen worker' && tid == 102" 500
filtered 'time > 1000.000997 && pid == 100' 2
filtered 'common_pid == 102' 500
filtered 'load == 0.25' 1
refused 'sta == 200' 1 'no event has a field'
refused 'a == 1 && status == x' 11 'compared with a word'
refused 'status' 7 'is missing'
refused '(a == 1' 1 'not closed'
refused 'a = 1' 3 'equal is'
run uet report --filter 'path ~ *' -e gen_multi f
check 'a field of events that were not chosen' "$status" 1

# CSV.
run uet report --csv --time ,1000.000003 f
check 'a table has a column for each field of any event' "$(cat out)" \
'time_ns,comm,pid,tid,cpu,event,status,latency_ns,level,load,path,a,b
1000000000000,gen,100,101,0,user_events:gen_request,200,0,0,0,/p/0,,
1000000001000,gen worker,100,102,1,user_events:gen_request,300,100,-1,0.25,"say ""hi"", you",,
1000000002000,gen,100,101,2,user_events:gen_request,400,200,-2,0.5,/p/2,,
1000000003000,gen worker,100,102,3,user_events_multi:gen_multi.0,,,,,,3,'
run uet report --csv -e gen_multi --fields b,a --time ,1000.000007 f
check 'or those that were asked for' "$(cat out)" \
'time_ns,comm,pid,tid,cpu,event,b,a
1000000003000,gen worker,100,102,3,user_events_multi:gen_multi.0,,3
1000000007000,gen worker,100,102,3,user_events_multi:gen_multi.1,49,7'
run uet report --csv --pid 1 f
check 'without events there are the names' "$(wc -l <out)" 1
if command -v python3 >/dev/null; then
	uet report --csv f 2>/dev/null >table
	check 'others read the table' "$(python3 -c '
import csv
rows = list(csv.DictReader(open("table", newline="")))
print(len(rows), rows[1]["path"], sum(int(r["b"] or 0) for r in rows))')" \
		"1000 say \"hi\", you $(uet report --json f 2>/dev/null |
		sed -n 's/.*"b":\([0-9]*\).*/\1/p' |
		awk '{ n += $1 } END { print n }')"
fi

# The wall clock.
run uet report --clock wall --time ,1000 f
check 'dates and times in UTC' "$(column 1)" 2023-11-14T22:13:20.123456789Z
run uet report --clock wall --time ,1000 --csv f
check 'since 1970 in CSV' "$(cut -d, -f1 out)" 'time_unix_ns
1700000000123456789'
run uet report --clock wall --json --time 1000.000001,1000.000001 f
check_says 'and in JSON' out '^\{"time_unix_ns":1700000000123457789,"comm"'
run uet report --clock wall --summary -e gen_multi f
check_says 'and in the summary' out \
	' 2023-11-14T22:13:20.123459789Z 2023-11-14T22:13:20.124455789Z  total$'
run uet report --clock wall --summary -e gen_multi.1 --json f
check_says 'of JSON' out '"first_unix_ns":1700000000123463789,"last_unix'
run uet report --clock moon f
check 'there is no other clock' "$status" 2
head -c 40000 f >cut
run uet report --clock wall cut
check 'a file that lost its end has none' "$status" 1
check_says 'and says so' err 'cut does not tell the wall clock'

# Counting.
run uet report --summary -e 'gen_multi*' --tid 102 f
check 'what is chosen is counted, all formats of an event together' \
	"$(cat out)" \
'     samples         lost   per second                first                 last  event
         250            7       251004       1000.000003000       1000.000999000  user_events_multi:gen_multi
         250            7       251004       1000.000003000       1000.000999000  total'
run uet report --summary --pid 7 f
check 'nothing is counted as well' "$(sed -n 's/  *total//p' out | tr -s ' ')" \
	' 0 7 - - -'
run uet report --summary --json -e gen_multi f
check 'in JSON each format has an object, which names the event' "$(cat out)" \
'{"event":"user_events_multi:gen_multi.0","base":"user_events_multi:gen_multi","samples":125,"lost":0,"per_second":125502.008,"first_ns":1000000003000,"last_ns":1000000995000}
{"event":"user_events_multi:gen_multi.1","base":"user_events_multi:gen_multi","samples":125,"lost":7,"per_second":125502.008,"first_ns":1000000007000,"last_ns":1000000999000}'
COLUMNS=60 run uet report --summary=level f
check 'the values of a field are counted' "$(sed 1,5d out)" \
'level of user_events:gen_request: 750 values
  min -4  mean -2  p50 -2  p90 0  p99 0  max 0
            from            below       values
              -4               -3          150  ##########
              -3               -2          150  ##########
              -2               -1          150  ##########
              -1                0          150  ##########
               0                1          150  ##########'
run uet report --summary=latency_ns --json -e gen_request f
check 'also in JSON' "$(grep -o '"field.*' out)" \
'"field":"latency_ns","values":750,"min":0,"mean":49900,"p50":49792,"p90":89856,"p99":99072,"max":99800}'
run uet report --summary=a f
check 'formats of one event count together' \
	"$(grep ' of ' out)" 'a of user_events_multi:gen_multi: 250 values'
for field in nope path; do
	run uet report --summary=$field f
	check "$field has no values" "$status" 1
	check_says 'which is said' err "has a field '$field' with numbers"
done
run uet report --summary --csv f
check 'a summary is no table' "$status" 2
run uet report --json --csv f
check 'nor is JSON' "$status $(wc -l <out)" '2 0'

# Events that describe themselves: Sale and Visit in turn, the last one cut.
"$builddir/tests/report/generate_fields" d 16 || exit 99
damaged='<damaged: n: the event ends before the value does>'
run uet report --fields request.path,id d
check "an event's own field comes before its header's" \
	"$(cut -d' ' -f5- out | sed 's/^[^G]*//')" \
"Gen:Sale request.path=\"/a, b\" id=3
Gen:Visit id=9
Gen:Sale request.path=\"/a, b\" id=11
Gen:Visit id=9 $damaged"
run uet report --fields n,load --time 1000.000010, --json d
check 'samples without any of the fields are left out, damaged ones are not' \
	"$(sed 's/.*"event"://; s/"tracepoint.*"id":9,//' out)" \
'"user_events:gen_request","fields":{"load":2.5}}
"user_events:gen_request","fields":{"load":3}}
"user_events:gen_request","fields":{"load":3.25}}
"user_events:gen_request","fields":{"load":3.5}}
"Gen:Visit","fields":{},"damaged":"n: the event ends before the value does"}'
run uet report --summary --fields n d
check 'what is counted is what would be printed' \
	"$(awk '/total/ { print $1 }' out)" 2
run uet report --fields n,nope,status,none --time ,1000.000008 d
check 'a field of no sample fails at the end' "$status $(wc -l <out)" '1 8'
check 'and is named' "$(cat err)" \
"uet report: no event of d that was chosen has a field 'nope': 'uet report' without --fields shows their names
uet report: no event of d that was chosen has a field 'none': 'uet report' without --fields shows their names"
run uet report --fields status,n -e gen_request d
check 'at once where no event of this kind was chosen' "$status $(cat out)" '1 '
run uet report --csv d
check 'a table tells how many events are damaged' "$status $(cat err)" \
	'0 uet report: d: 1 EventHeader event was damaged: --json tells where'
check 'which it does' "$(uet report --json d | grep -c '"damaged"')" 1
run uet report --csv --time ,1000.000000 d
check 'of those that are in it' "$(grep -c damaged err)" 0
run uet report --fields n,level --filter 'n == 7' d
check 'one that some have is none that is missing' "$status $(cat err)" '0 '
"$builddir/tests/report/generate_fields" - 16 late >late || exit 99
run uet report --fields n,status late
check 'one of an event that comes later is not missing, either' \
	"$status $(grep -c status= out) $(cat err)" '0 6 '
run uet report --csv -e 'Gen_*' d
check 'a table has all fields in one column' "$(cut -d, -f6- out)" \
'event,eventheader_flags,version,id,tag,opcode,level,fields
Gen:Sale,7,0,9,0,0,4,"{""id"":3,""request"":{""path"":""/a, b"",""sizes"":[1,2]}}"
Gen:Visit,7,0,9,0,0,4,"{""n"":7,""level"":""high""}"
Gen:Sale,7,0,9,0,0,4,"{""id"":11,""request"":{""path"":""/a, b"",""sizes"":[1,2]}}"
Gen:Visit,7,0,9,0,0,4,{}'
run uet report --csv --fields level,request.path,request.sizes,status \
	--time 1000.000003,1000.000007 d
check 'or a column for each that was asked for' "$(cut -d, -f6- out)" \
'event,level,request.path,request.sizes,status
Gen:Sale,4,"/a, b","[1,2]",
user_events:gen_request,-4,,,200
user_events:gen_request,0,,,300
user_events:gen_request,-1,,,400
Gen:Visit,high,,,'
for filter in 'id == 3 && request.path ~ "/a*"' 'level == high' 'n == 7'; do
	run uet report --filter "$filter" d
	check "--filter '$filter'" "$(wc -l <out)" 1
done
run uet report --filter 'id == 9 && pid == 100' d
check "what an event has not itself is its header's" \
	"$(grep -c ' Gen:Visit ' out)" 2

# print fmt.
for options in '--csv' '--summary' '--fields level'; do
	# shellcheck disable=SC2086 # words
	run uet report --print-fmt $options f
	check "--print-fmt does not go with $options" "$status" 2
done
run uet report --kallsyms f f
check '--kallsyms alone is wrong usage' "$status" 2
run uet report --print-fmt --kallsyms nope f
check 'a list of functions that is not there is told' "$status $(cat out err)" \
	'1 uet report: --kallsyms nope: No such file or directory'
run uet report --print-fmt --kallsyms "$srcdir/NEWS" f
check 'and one that is something else' "$status $(cat out err)" \
	"1 uet report: --kallsyms $srcdir/NEWS: not like /proc/kallsyms"
sed 's/^\(print fmt: "a=%u", REC->\)a$/\1z/' f >g
run uet report -e 'gen_multi.*' --print-fmt g
check 'a print fmt that cannot be trusted is told, once' "$(grep 'print fmt' err)" \
	"uet report: user_events_multi:gen_multi.0 is printed by its fields: its \
print fmt has a field that the event does not"
check 'and its event is printed by its fields' "$(grep -v ' a=.* b=' out)" \
	"$(grep ' user_events_multi:gen_multi.0 ' all)"

finish
