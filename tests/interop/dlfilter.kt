#!/bin/sh
# SPDX-License-Identifier: MIT
#
# perf script with uet-dlfilter.so: keeps what uet report --filter keeps, shows
# fields, and refuses in words what is wrong.
. "$srcdir/tests/kernel/lib.sh"

shop=$builddir/samples/shop
events=$builddir/tests/interop/dlfilter_events
filter=$builddir/tools/dlfilter/.libs/uet-dlfilter.so
cd "$work" || exit 1

need perf

# script FILE ARGUMENT...: perf script with each of them as a --dlarg.
script()
{
	file=$1
	shift
	for arg; do
		shift
		set -- "$@" --dlarg "$arg"
	done
	perf script -i "$file" --ns -F comm,tid,time,event \
		--dlfilter "$filter" "$@" </dev/null
}

# COMM TID TIME SYSTEM:EVENT of each line of perf script, and of uet report.
of_perf()
{
	sed -E 's/^ +//; s/ +/ /g; s/: / /; s/: *$//'
}

of_uet()
{
	sed -E 's/^([^ ]+) ([^ ]+) [0-9]+\/([0-9]+) \[[0-9]+\] ([^ ]+).*/\2 \3 \1 \4/'
}

# same FILE EXPRESSION: perf and uet keep the same user events, some and not
# all of them.
same()
{
	script "$1" "$2" 2>err | of_perf >kept.perf
	uet report -i "$1" -e 'user_events*:*' >all
	uet report -i "$1" -e 'user_events*:*' --filter "$2" | of_uet >kept.uet
	if cmp -s kept.perf kept.uet && [ -s kept.uet ] && ! [ -s err ] &&
		[ "$(wc -l <kept.uet)" -lt "$(wc -l <all)" ]; then
		ok 0 "$1: $2 keeps $(wc -l <kept.uet) of $(wc -l <all)"
	else
		wc -l all kept.uet | sed 's/^/# /'
		diff kept.perf kept.uet | head -n 6 | sed 's/^/# /'
		sed 's/^/# /' err
		ok 1 "$1: $2"
	fi
}

# held PROGRAM EVENTS COMMAND...: the program's events are registered meanwhile.
held()
{
	uet list --elf "$1" | grep -E "$2" >decls
	shift 2
	n=$#
	while read -r decl; do
		set -- "$@" "$decl"
	done <decls
	set -- "$@" --
	while [ "$n" -gt 0 ]; do
		word=$1
		shift
		set -- "$@" "$word"
		n=$((n - 1))
	done
	uet register "$@"
}

uet record -o ours -- "$shop" 100 2 >/dev/null 2>&1
same ours 'status >= 500'
same ours 'path ~ "*/checkout" || retry == 1'
same ours 'request < 10 && !(status == 200)'
same ours 'latency_ns & 1 == 1'
same ours 'shelf != "a"'
same ours 'average > 20.5 && change == -16'
same ours 'comm == shop && request == 7'
same ours "time <= $(uet report -i ours | sed -n '50s/ .*//p')"
# (One thread may have served all.)
tid=$(uet report -i ours | sed -n '5s/.*\/\([0-9]*\) .*/\1/p')
same ours "tid == $tid && request < 50"

# Of perf record, with call chains and more in each sample.
held "$shop" . perf record -q -g -d -W -o theirs -e 'user_events:shop_*' \
	"$shop" 100 2 >/dev/null 2>&1
same theirs 'status >= 500'
same theirs 'path ~ "*cart*" && request > 50'

# With other events between them.
uet record -o mixed -e 'shop_*,sched:sched_switch' -- "$shop" 100 2 \
	>/dev/null 2>&1
same mixed 'status >= 500'
same mixed 'request > 30 && cpu == 0'
script mixed 'status >= 500' keep-others 2>err | of_perf >kept
check 'keep-others keeps all others' "$(grep -c sched_switch kept)" \
	"$(uet report -i mixed -e 'sched:*' | wc -l)"
check 'and of ours the chosen ones' "$(grep -vc sched_switch kept)" \
	"$(uet report -i mixed --filter 'status >= 500' | wc -l)"
run script mixed 'prev_pid == 0'
check 'a field of others alone is unknown' "$status" 254

# Two formats of one name.  perf 6.1 cannot read names with a dot: they get
# another character in its place.
uet record -o dotted -- "$events" 20 >/dev/null 2>err
sed 's/dlf_job\.\([0-9a-f]\)/dlf_job_\1/g' dotted >multi
check 'both formats are in the recording' "$(uet report -i multi -e \
	'user_events_multi:*' | sed 's/.*\] \([^ ]*\) .*/\1/' | sort -u | wc -l)" 2
same multi 'status == -1'
same multi 'n == 3'
same multi 'half > 2 && by ~ "* one"'

# Events that describe themselves: by the fields that they tell of.
uet record -o told --register 'Dlf_L5K1 u8 eventheader_flags; u8 version; u16 id; u16 tag; u8 opcode; u8 level' \
	-e Dlf_L5K1 -- "$events" 20 >/dev/null 2>err
check 'EventHeader events have their own names' \
	"$(uet report told | grep -c ' Dlf:Told <level=5 keyword=0x1> n=[0-9]* by=[a-z]*$')" 20
check 'and are chosen by their own fields' \
	"$(script told 'n > 4 && by == odd' 2>err | grep -c 'user_events:Dlf_L5K1:')" 8
check 'which are shown, too' \
	"$(script told 'n == 7' show=by,level,n,nope 2>err |
		sed 's/  *dlfilter.*//')" 'by=odd level=5 n=7'
check 'as by uet report' "$(uet report told --filter 'n > 4 && by == odd' | wc -l)" 8

# Fields in front.
script ours 'status >= 500' show=path,status >out 2>err
uet report -i ours --filter 'status >= 500' --fields path,status |
	sed 's/.*shop_request_done //' >fields
check 'fields are shown as uet report prints them' \
	"$(sed 's/ *shop  *[0-9].*//' out)" "$(cat fields)"
check 'and the line follows' "$(sed 's/^path=.* status=[0-9]* //' out)" \
	"$(script ours 'status >= 500')"
script multi 'by == beta && n == 5' show=half,by >out 2>err
check_says 'what perf cannot print is shown, too' out \
	'^half=2\.5 by=beta  *dlfilter'

# Early: before perf's own choice of times, which leaves one half.
middle=$(uet report -i ours | sed -n '117s/ .*//p')
stats()
{
	run perf script -i ours -F event --time "$middle," --dlfilter "$filter" \
		--dlarg 'status >= 500' --dlarg stats "$@"
}
# of OPTION...: how many of them uet report prints.
of()
{
	uet report -i ours -e '*_done' "$@" | wc -l
}
chosen=$(of --filter 'status >= 500')
chosen_late=$(of --filter 'status >= 500' --time "$middle,")
stats </dev/null
check_says 'stats counts what perf left' err \
	"^uet-dlfilter: user_events:shop_request_done: $(of --time "$middle,") samples, $chosen_late kept\$"
check_says 'and the others' err '^uet-dlfilter: others: 0 samples, dropped$'
stats --dlarg early </dev/null
check_says 'early counts all' err \
	"^uet-dlfilter: user_events:shop_request_done: $(of) samples, $chosen kept\$"
check 'perf leaves out the rest' "$(wc -l <out)" "$chosen_late"

# Callers, by perf's call chains.
held "$events" dlf_called perf record -q -g -o chains \
	-e user_events:dlf_called "$events" 20 >/dev/null 2>err
# by FUNCTION: whom the events name that it called, and how many there are.
by()
{
	script chains "sym=$1" show=by 2>err | sed 's/  *dlfilter.*//' | sort |
		uniq -c | sed 's/^ *//'
}
check 'what alpha called' "$(by alpha)" '20 by="alpha one"'
check 'what beta called' "$(by beta)" '20 by=beta'
check 'others called nothing' "$(by uet_probe_gate)$(by gamma)" ''
check 'caller and expression must both be true' \
	"$(script chains sym=alpha 'n < 5' 2>/dev/null | wc -l)" 5
run script ours sym=main
check 'no call chains' "$status" 195
check_says 'is told' err 'have no call chains; record with perf record -g$'

# Where the formats come from.
cp ours perf.data
uet record -o - -- "$shop" 100 2 2>/dev/null >stream
count()
{
	perf script -F event --dlfilter "$filter" --dlarg 'status >= 500' "$@" \
		2>err | wc -l
}
check 'perf.data without being named' "$(count </dev/null)" "$chosen"
check 'a stream in a file' "$(count -i stream </dev/null)" "$chosen"
check 'which is standard input' "$(count -i - <stream)" "$chosen"
# shellcheck disable=SC2002 # a pipe is what is wanted
check 'a pipe, with the formats of a copy' \
	"$(cat stream | count -i - --dlarg input=stream)" "$chosen"
# shellcheck disable=SC2002
cat stream | perf script -i - --dlfilter "$filter" --dlarg 'status >= 500' \
	>out 2>err
check 'a pipe alone' "$?$(cat out)" 254
check_says 'is refused with the ways out' err '--dlarg kernel .*input=FILE'
perf script -i ours -F event --dlfilter "$filter" --dlarg 'n >= 5' \
	--dlarg input=chains </dev/null >out 2>err
check 'another recording' "$?$(cat out)" 254
check_says 'is told' err '^uet-dlfilter: .*input=FILE'
cat >piped <<'END'
uet record -o - -- "$1" 100 2 2>/dev/null |
	perf script -i - -F event --dlfilter "$2" --dlarg 'status >= 500' \
		--dlarg kernel
END
held "$shop" . sh piped "$shop" "$filter" >out 2>err
check 'a pipe, with the formats of the running kernel' \
	"$(grep -c request_done out)" "$chosen"

# What is wrong is said in one line, and perf's exit status says so.
# refused STATUS REGEX ARGUMENT...
refused()
{
	expected=$1
	regex=$2
	shift 2
	run script ours "$@"
	check "refused: ${*:-no arguments}" "$status$(cat out)" "$expected"
	check_says 'in words' err "^uet-dlfilter: .*$regex"
	check 'in one line' "$(wc -l <err)" 1
}
refused 234 "nothing to filter by: --dlarg 'EXPRESSION'"
refused 234 'column 9: a number' 'status >> 500'
refused 254 "column 1: 'nosuch': no event has a field" 'nosuch == 1'
refused 234 "column 1: 'status'" 'status == word'
refused 254 'show=nosuch: no user event of .*/ours has' show=nosuch
refused 254 '/nonexistent: No such file' 'status > 1' input=/nonexistent
refused 234 'is no recording' 'status > 1' input=/etc/passwd
refused 234 'contradict each other' 'status > 1' kernel input=ours

# Where perf looks.
mkdir dlfilters
cp "$filter" dlfilters
run perf --exec-path="$work" script -v --list-dlfilters
check_says 'perf lists it' out 'uet-dlfilter.so  *Keep user_events whose'
check_says 'and describes it' out 'uet-dlfilter\(7\)'
check 'and finds it by its name' "$(perf --exec-path="$work" script -i ours \
	-F event --dlfilter uet-dlfilter.so --dlarg 'status >= 500' \
	</dev/null | wc -l)" "$chosen"
finish
