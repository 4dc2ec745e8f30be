#!/bin/sh
# SPDX-License-Identifier: MIT
#
# EventHeader tracepoints are registered ahead by their names alone: by uet
# register, by --register and by -e.
. "$srcdir/tests/kernel/lib.sh"

program=$builddir/samples/eventheader
fields='u8 eventheader_flags; u8 version; u16 id; u16 tag; u8 opcode; u8 level'
cd "$work" || exit 1

run uet register Ahead_Reg_L3K5Gmsft -- uet list Ahead_Reg_L3K5Gmsft
check 'a name is enough for uet register' "$(cat out)" \
	"user_events:Ahead_Reg_L3K5Gmsft  $fields"
run uet register user_events:Ahead_Reg_L3K5 -- uet list Ahead_Reg_L3K5
check 'with its system, too' "$(cat out)" "user_events:Ahead_Reg_L3K5  $fields"
check 'and nothing is said' "$(cat err)" ''
run uet register Ahead_Reg_L3K5 "Ahead_Reg_L3K5 $fields" -- true
check 'it is the same as with the fields' "$status" 0
run uet register 'Ahead_Reg_L3K5 u32 a' -- uet list Ahead_Reg_L3K5
check 'what has fields keeps them' "$(cat out)" \
	'user_events:Ahead_Reg_L3K5  u32 a'


# ends NAME: and has succeeded.
ends()
{
	kill -INT $waiting
	wait $waiting
	check "$1" $? 0
}

: >err
uet record -e 'Sample_Shop_L4K1,user_events:Sample_Shop_L5K2' 2>err &
waiting=$!
until_true grep -q 'L5K2.*waiting' err
check '-e tells that it waits for each program' "$(grep -c \
	"^uet record: no event matches '.*' yet: registered, waiting for" err)" 2
check 'they are there before it' \
	"$(uet list 'Sample_Shop_*' | sed 's/^[^ ]*  *//; s/  \[perf\]$//' | sort -u)" \
	"$fields"
until_true sh -c 'uet status | grep -q "Sample_Shop_L5K2 *perf"'
"$program"
ok $? 'a program that comes later registers the same'
ends 'recording it succeeds'
check 'all is recorded, from the first event on' \
	"$(uet report | grep -o 'Sample_Shop:[A-Za-z]*' | tr '\n' ' ')" \
	'Sample_Shop:OrderBegun Sample_Shop:Paid Sample_Shop:OrderDone Sample_Shop:OrderBegun Sample_Shop:Paid Sample_Shop:OrderDone '
check 'each was written' "$(grep -c 'no program wrote' err)" 0
until_true sh -c '! uet list | grep -q Sample_Shop_'
ok $? 'at the end the tracepoints go'

uet live -e Sample_Shop_L4K1 >out 2>err &
waiting=$!
until_true sh -c 'uet status | grep -q "Sample_Shop_L4K1 *perf"'
"$program"
until_true sh -c '[ "$(grep -c OrderDone out)" = 2 ]'
ok $? 'uet live prints them'
ends 'and ends well'
: >err
uet stat -e Sample_Shop_L4K1 >out 2>err &
waiting=$!
until_true sh -c 'uet status | grep -q "Sample_Shop_L4K1 *perf"'
"$program"
ends 'uet stat ends well'
cat out err >both
check_says 'and counts them' both '^ *4  *user_events:Sample_Shop_L4K1'
run uet record -o d --register Sample_Shop_L4K1 -- sh -c "$program"
check 'record --register' "$status" 0
check_says 'records it' err '^ +4  user_events:Sample_Shop_L4K1'
run uet record -o d -e Sample_Shop_L4K1 -- "$program"
check 'the name with the program itself' "$status" 0
check_says 'is recorded' err '^ +4  user_events:Sample_Shop_L4K1'
check 'without a wait' "$(grep -c waiting err)" 0

run uet record -o d -e Sample_Shop_L4K1 -e Sample_Shop_L4K2 -- "$program"
check 'what no program writes is told at the end' \
	"$(grep 'no program' err)" 'uet record: no program wrote Sample_Shop_L4K2'
check 'and no failure' "$status" 0

# The kernel's filter.
run uet record -o d -e Sample_Shop_L4K1 --filter 'request == 1' -- "$program"
check 'an own field is none of the kernel' "$status" 1
check_says 'which is explained' err "Field not found; of EventHeader events it knows \
only level, .*: 'uet report --filter' takes their own fields"
run uet live -e Sample_Shop_L4K1 --filter 'request == 1' -- "$program"
check_says 'by uet live, too' err "'uet report --filter' takes their own fields"
run uet record -o d -e Sample_Shop_L4K1 --filter 'level == 4' -- "$program"
check 'the header is' "$status $(grep -c 'Field not found' err)" '0 0'

# Not of the level.
run uet record -o d -e Ahead_Level_L5K1 --level 4 -- true
check 'a name that --level excludes is refused' "$status" 1
check 'which is all that is told' "$(cat err)" \
	"uet record: 'Ahead_Level_L5K1' is not of the --level asked for: leave \
out one or the other"

# What is there may go before it is opened, and is held.
uet register Ahead_Held_L3K5 2>held &
holder=$!
until_true grep -q registered held
uet stat -e Ahead_Held_L3K5 >out 2>err &
waiting=$!
until_true sh -c 'uet status | grep -q "Ahead_Held_L3K5 *perf"'
readlink /proc/$waiting/fd/* | grep -q user_events_data
ok $? 'what is there already is held as well'
kill -INT $holder
wait $holder
ends 'and without its program all goes on'
check 'nothing is said of it' "$(grep -c waiting err)" 0

# What is there is taken as it is.
uet register 'Ahead_Plain_L3K5 u32 a' 2>held &
holder=$!
until_true grep -q registered held
run uet record -o d -e Ahead_Plain_L3K5 -- true
check 'another event of such a name is recorded as it is' "$status" 0
check 'and nothing registered' "$(grep -c waiting err)" 0
run uet record -o d --register Ahead_Plain_L3K5 -- true
check 'registering one beside it fails' "$status" 1
check_says 'and both are shown' err "an event of this name exists with other fields: the kernel has 'Ahead_Plain_L3K5 u32 a', asked was 'Ahead_Plain_L3K5 $fields'"
run uet register Ahead_Plain_L3K5 -- true
check 'with uet register, too' "$status" 1
kill -INT $holder
wait $holder

# Programs that come and go while a recording begins: what a pattern has found,
# or its folder, is often gone then.
until [ -e stop ]; do "$program"; done &
loop=$!
failed=0
tries=0
while [ $tries -lt 30 ]; do
	uet record -o d -e 'Sample_*' --duration 0.02 2>err || {
		failed=$((failed + 1))
		sed 's/^/# /' err
	}
	tries=$((tries + 1))
done
: >stop
wait $loop
check 'what has gone meanwhile is waited for' "$failed" 0

# What only looks like one.
for name in Ahead_L0K1 Ahead_L3Kxyz Ahead_L3KAB Ahead_L03K5 Ahead_L100K1; do
	run uet record -o d -e "$name" -- true
	check "-e $name fails" "$status" 1
	check_says 'and says what it could be' err \
		"^uet record: no event matches '$name': .*; an EventHeader tracepoint would be PROVIDER_L<level>K<keyword>"
done
for name in Ahead_Lock 'Ahead_L3' 'sched:Ahead_L3K5' Ahead_L3K5.1f; do
	run uet record -o d -e "$name" -- true
	check "-e $name fails" "$status" 1
	check 'and there is no hint' "$(grep -c EventHeader err)" 0
done
run uet register Ahead_L0K1 -- uet list Ahead_L0K1
check 'uet register takes it for an event without fields' \
	"$(sed 's/ *$//' out)" 'user_events:Ahead_L0K1'
check_says 'and says so' err \
	"'Ahead_L0K1' is registered without fields; an EventHeader"

chmod o+rx "$tracefs"
chmod o+r "$tracefs/user_events_status"
run setpriv --reuid 65534 --regid 65534 --clear-groups \
	uet stat -e Ahead_User_L3K5 -- true
check 'a user needs the right to register' "$status" 1
check_says 'which is told' err 'no permission to write .*/user_events_data'
chmod o-rx "$tracefs"
chmod o-r "$tracefs/user_events_status"
finish
