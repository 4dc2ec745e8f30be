#!/bin/sh
# SPDX-License-Identifier: MIT
#
# EventHeader events chosen while they happen: uet live by PROVIDER:EVENT, and
# all collecting commands by --level and --keyword.
. "$srcdir/tests/kernel/lib.sh"

cd "$work" || exit 99
program=$builddir/tests/kernel/eventheader
fields=' u8 eventheader_flags; u8 version; u16 id; u16 tag; u8 opcode; u8 level'

# What was printed, each event once.
names()
{
	sed -n 's/^[^]]*\] \([^ ]*\) .*/\1/p' out | sort -u | tr '\n' ' '
}

# listens COMMAND…: in the background, until the first tracepoint has a listener.
listens()
{
	"$@" >out 2>err &
	listener=$!
	until_true sh -c 'uet status | grep -q "^Kinds_.*perf"'
	sleep 0.3 # all CPUs, not only the first
}

# ends: with what it has seen.
ends()
{
	sleep 0.5
	kill -INT $listener
	wait $listener
	status=$?
}

# Without anything there.
run uet live -e Kinds_Macro:Simple --duration 1
check 'a provider that nobody has yet is waited for' "$status" 0
check_says 'which is said' err "no event matches 'Kinds_Macro:Simple' yet, since \
there is neither a system nor a provider 'Kinds_Macro': waiting for one"
check_says 'and at the end that none came' err \
	"no event matched 'Kinds_Macro:Simple': -e 'Kinds_Macro:\*' shows"
check 'in two lines' "$(wc -l <err)" 2

# The command's own, which are registered ahead.
run uet live -e 'Kinds_Macro:S*' -- "$program"
check 'the events of a command by their names' "$(names)" 'Kinds_Macro:Simple '
check 'end with it' "$status" 0
run uet live -e 'Kinds_*:Simple,K*:Nested' -- "$program"
check 'a glob for the provider' "$(names)" \
	'Kinds_Macro:Nested Kinds_Macro:Simple '
check 'what was found is not told' "$(grep -c 'no event' err)" 0
run uet live -e 'Kinds_*:Simple,Kinds_*:Simpel' -e 'Kinds_Macro_L*' -- "$program"
check 'a tracepoint is all of its events' "$(grep -c ' Kinds_Macro:' out)" 7
check 'a slip of the pen is told, and nothing else' "$(grep 'no event' err)" \
	"uet live: no event matched 'Kinds_*:Simpel': -e 'Kinds_*:*' shows which ones come"
run uet live -e Kinds_Macro:Simpel -- "$program"
check 'also alone' "$status $(wc -l <out) $(grep -c "matched 'Kinds_Macro:Simpel'" err)" \
	"0 $("$program" | wc -l) 1"
run uet live --level verbose -e Kinds_Macro:Large -- "$program"
check 'a name and a level' "$(names)" 'Kinds_Macro:Large '
run uet live --keyword 0x100 -- "$program"
check 'a keyword alone' "$(grep -c ' Kinds_Macro:' out)" 7
run uet live --keyword 0xff --duration 1 -- "$program"
check 'of which no event of the command has one' "$(grep -c ' Kinds_Macro:' out)" 0
check_says 'so that another is waited for' err \
	"^uet live: none of $program's tracepoints has such a --keyword: waiting for another\$"
run uet live --keyword 0xff --level 2 --duration 0.2
check_says 'of none that is there' err \
	'^uet live: no event has such a --level and --keyword yet: waiting for one$'

# Registered by others, before and after.
uet register "Kinds_Macro_L5Kf00Gtest$fields" "Kinds_Graver_L3K1$fields" \
	"Kinds_Fake_L1K1 u32 level" plain_L1K1x 2>register &
register=$!
until_true test -e "$tracefs/events/user_events/Kinds_Graver_L3K1/id"
listens uet live -e 'Kinds_Macro:Texts'
"$program" >emitted
ends
check 'one that was there before' "$(names)" 'Kinds_Macro:Texts '
check 'is not judged as it ends' "$status" 0

# counted OPTION…: the tracepoints that are counted.
counted()
{
	run uet stat --json --duration 0.2 "$@"
	grep -o '"event":"[^"]*' out | sed 's/.*://; s/"//g' | sort |
		tr '\n' ' '
}
check 'a level chooses tracepoints, those that only look so not' \
	"$(counted --level warning)" 'Kinds_Graver_L3K1 '
check 'so does a number' "$(counted --level 5)" \
	'Kinds_Graver_L3K1 Kinds_Macro_L5Kf00Gtest '
check 'so does a keyword' "$(counted --keyword 0x200)" 'Kinds_Macro_L5Kf00Gtest '
check 'both' "$(counted --keyword 0x201 --level 4)" 'Kinds_Graver_L3K1 '
check 'of those that -e means' "$(counted -e 'Kinds_[FM]*' --level 5)" \
	'Kinds_Macro_L5Kf00Gtest '
run uet record --level 3 --duration 0.2
uet report --summary --json >out
check 'record as well' "$(grep -o 'user_events:[^"]*' out)" \
	'user_events:Kinds_Graver_L3K1'
run uet stat --level 3 -e cycles --duration 0.2
check 'what is no tracepoint has none' "$status" 2

for command in record stat; do
	for pattern in Kinds_Macro:Simple 'Kinds_*:*' Nothing:Start; do
		run uet $command -e "$pattern" --duration 0.2
		check "uet $command cannot choose $pattern" "$status" 1
		grep -qF "chooses EventHeader events by tracepoint: -e \
'${pattern%%:*}_L*'" err
		ok $? 'and says what can'
		check 'in one line' "$(wc -l <err)" 1
	done
	run uet $command -e 'nothing:*' --duration 0.2
	check "uet $command waits for a system" "$status" 0
	check_says 'which is said' err "no event matches 'nothing:\*' yet: waiting"
done
# The system of that name wins.
run uet stat --json -e 'sched:sched_switch' --duration 0.2
check_says 'a system is a system' out '"event":"sched:sched_switch"'
run uet record -e 'sched:Nothing'
check_says 'also where it has no such event' err \
	"no event matches 'sched:Nothing': 'uet list'"
kill "$register"
wait "$register"

# Later.
uet live -e 'Kinds_*:Simple,Kinds_*:Arrays' >out 2>err &
listener=$!
until_true grep -q waiting err
uet register "Kinds_Macro_L5Kf00Gtest$fields" 2>register &
register=$!
until_true sh -c 'uet status | grep -q "^Kinds_.*perf"'
sleep 0.3
"$program" >emitted
ends
check 'a tracepoint that appears later' "$(names)" \
	'Kinds_Macro:Arrays Kinds_Macro:Simple '
uet live --level 4 >out 2>err &
listener=$!
until_true grep -q waiting err
uet register "Kinds_Graver_L3K1$fields" 2>register &
graver=$!
until_true sh -c 'uet status | grep -q "^Kinds_Graver.*perf"'
ok $? 'a level is asked of what appears later, too'
uet status | grep -q '^Kinds_Macro.*perf'
check 'and the others are let be' $? 1
ends
kill "$register" "$graver"
wait "$register" "$graver"
finish
