#!/bin/sh
# SPDX-License-Identifier: MIT
#
# list, status, register and delete on the real kernel.
. "$srcdir/tests/kernel/lib.sh"

cd "$work" || exit 1

registered()
{
	uet status | grep -q "^$1 "
}

gone()
{
	! registered "$1"
}

run uet list
check 'nothing is registered: list succeeds' "$status" 0
check_says 'and says so' err 'no program has events registered now'
run uet status
check 'status succeeds' "$status" 0

run uet register 'kt_a u32 a; u64 b' 'kt_b' -- sh -c 'exit 7'
check 'register passes the status of its command on' "$status" 7
run uet register 'kt_a u32 a; u64 b' -- sh -c 'kill -9 $$'
check 'a signal of the command too' "$status" 137
run uet register kt_a -- kt-no-such-command
check 'a command that is not there' "$status" 127
check_says 'is named' err "cannot find the command 'kt-no-such-command'"

uet register 'kt_a u32 a; u64 b; __rel_loc char[] c' 2>reg.err &
pid=$!
until_true registered kt_a
ok $? 'register keeps an event'
check 'list shows it with its fields' \
	"$(uet list kt_a)" 'user_events:kt_a  u32 a; u64 b; __rel_loc char[] c'
check 'on a terminal the fields are broken to fit and lined up' \
	"$(script -qc 'stty cols 44; uet list kt_a' /dev/null | tr -d '\r')" \
	'user_events:kt_a  u32 a; u64 b;
                  __rel_loc char[] c'
uet list --json 'kt_*' >json
check_says 'list --json has the offsets' \
	json '\{"name":"b","type":"u64","offset":12,"size":8,"signed":false\}'
check_says 'and the name that was registered' json '"base":"kt_a"'
echo 1 >"$tracefs"/events/user_events/kt_a/enable
run uet list
check_says 'list tells that ftrace listens' out '\[ftrace\]'
run uet status
check_says 'status too' out 'kt_a   ftrace'
echo 0 >"$tracefs"/events/user_events/kt_a/enable
run uet register 'kt_a u32 a; u32 b' -- true
check 'other fields under the same name are refused' "$status" 1
check_says 'both are shown' err "'kt_a u32 a; u64 b; __rel_loc char\[\] c'"
check_says 'and what was asked' err "'kt_a u32 a; u32 b'"
run uet register 'kt_a u32 a; u64 b; __rel_loc char[] c' -- true
check 'the same fields are shared' "$status" 0
run uet delete kt_a
check 'a busy event cannot be deleted' "$status" 1
check_says 'and that is said' err "'kt_a' is busy"
check_says 'with the process that has it' err \
	"; user_events_data is open in [^;]* \($pid\)$"
check 'in one line' "$(wc -l <err)" 1
run uet status -p
check_says 'status -p lists it' out "^ *$pid  [^ ]*uet"
run uet status -p --json
check_says 'also as JSON' out "\"processes\":\[\{\"pid\":$pid,\"comm\":\"[^\"]*uet\"\}\],\"processes_complete\":true\}"
run uet status --json
check 'which has no such thing unasked' "$(grep -c processes out)" 0
chmod o+rx "$tracefs"
chmod o+r "$tracefs/user_events_status"
run setpriv --reuid 65534 --regid 65534 --clear-groups uet status -p
check_says 'a user is told that there may be more' err 'not all processes'
chmod o-rx "$tracefs"
chmod o-r "$tracefs/user_events_status"
kill -INT $pid
wait $pid
check 'SIGINT ends it well' $? 0
until_true gone kt_a
ok $? 'then the event goes'

run uet register 'kt_c u32  a'
check 'blanks in a row' "$status" 1
check_says 'are found' err \
	"'kt_c u32  a': two blanks in a row.*\(at character 10\)"
run uet register 'kt_c long a'
check 'a type that is none' "$status" 1
check_says 'is found' err "'long' has another size.*\(at character 6\)"
run uet list kt_nothing
check 'no pattern matches' "$status" 1
check_says 'and it is named' err "no event matches 'kt_nothing'"

run uet register --persist 'kt_p u8 x'
check 'a persistent event' "$status" 0
registered kt_p
ok $? 'stays'
run uet delete user_events:kt_p
check 'can be deleted, with its system in front' "$status" 0
check_says 'which is told' out 'deleted kt_p'
gone kt_p
ok $? 'and is gone'
run uet delete kt_p
check 'an event that is not there' "$status" 1
check_says 'is named' err "there is no event 'kt_p'"

uet register --persist --multi-format 'kt_m u8 x'
uet register --persist --multi-format 'kt_m u16 x'
check 'formats of one name are listed by it' "$(uet list kt_m | wc -l)" 2
name=$(uet list kt_m | sed -n 's/^user_events_multi:\([^ ]*\) .*/\1/p;q')
run uet delete -n "$name"
check 'a dry run' "$(cat out)" 'would delete kt_m u8 x'
check 'deletes nothing' "$(uet list kt_m | wc -l)" 2
run uet delete "$name"
check 'one format is deleted by its name' "$status" 0
check 'which is told' "$(cat out)" 'deleted kt_m u8 x'
check 'the other one stays' "$(uet list kt_m | sed 's/.*  //')" 'u16 x'
uet register --persist --multi-format 'kt_m u8 x'
line=$(uet list kt_m | grep u16)
run uet delete --dry-run --format "$line"
check 'one format by its line, dry' "$(cat out)" 'would delete kt_m u16 x'
run uet delete --format "$line"
check 'one format by its line' "$(cat out)" 'deleted kt_m u16 x'
check 'the first one stays' "$(uet list kt_m | sed 's/.*  //')" 'u8 x'
run uet delete --format 'kt_m u32 x'
check 'a format that is not there' "$status" 1
check_says 'is named' err "no event 'kt_m' with these fields: 'kt_m u32 x'"
run uet delete -n --format 'kt_m u32 x'
check 'a dry run says so, too' "$status" 1
run uet delete --format 'kt_m u8 x
-:x'
check 'two lines are no declaration' "$status" 1
uet register --persist --multi-format 'kt_m u16 x'
uet register --persist 'kt_l u8 x'
run uet delete --dry-run 'kt_*'
check 'a dry run of a pattern' "$(sort out)" 'would delete kt_l
would delete kt_m'
echo 1 >"$tracefs"/events/user_events/kt_l/enable
run uet delete --dry-run 'kt_*'
check 'what is listened to fails' "$status" 1
check_says 'and is told' err "'kt_l' is busy: ftrace listens"
echo 0 >"$tracefs"/events/user_events/kt_l/enable
line=$(uet list kt_l)
run uet delete 'kt_*'
check 'all are' "$status" 0
run uet delete 'kt_*'
check 'a pattern without events' "$status" 1
check_says 'is named' err "no event matches 'kt_\*'"

run uet register "$line" -- uet list kt_l
check 'a line of list can be registered as it is' "$(cat out)" "$line"
run uet register 'user_events_multi:kt_m.1f  u8 x; u8 y  [ftrace]' -- uet list kt_m
check_says 'of a multi-format event, too' out '^user_events_multi:kt_m\.[0-9a-f]+  u8 x; u8 y$'

# Ten formats of one name, as a terminal and as a pipe get them.
set -- kt_f
for bits in 8 16 32 64; do
	set -- "$@" "kt_f u$bits a" "kt_f s$bits a; __rel_loc char[] path"
done
shift
uet register --multi-format "$@" 'kt_f u8 a; u8 b' \
	'kt_f u64 first; u64 second; u64 third; u64 fourth; u64 fifth; u64 sixth' \
	2>/dev/null &
formats=$!
until_true sh -c '[ "$(uet list kt_f 2>/dev/null | wc -l)" = 10 ]'
first=$(uet list kt_f | sed -n 's/^user_events_multi:\([^ ]*\) .*/\1/p;q')
echo 1 >"$tracefs/events/user_events_multi/$first/enable"
uet list kt_f >pipe
script -qc 'stty cols 80; uet list kt_f' /dev/null | tr -d '\r' >terminal
echo 0 >"$tracefs/events/user_events_multi/$first/enable"
check 'a pipe gets whole names' \
	"$(grep -c '^user_events_multi:kt_f\.[0-9a-f]*  ' pipe)" 10
check 'a terminal the name once' "$(grep -n kt_f terminal)" \
	'1:user_events_multi:kt_f  10 formats'
check 'and the numbers below it, in order' \
	"$(sed -n 's/^  \(\.[0-9a-f]*\)  .*/\1/p' terminal)" \
	"$(sed 's/^[^.]*//; s/ .*//' pipe)"
check 'with their fields' \
	"$(sed '1d; s/^  \.[0-9a-f]*  *//; s/^  *//' terminal | tr '\n' ' ')" \
	"$(sed 's/^[^ ]*  *//' pipe | tr '\n' ' ')"
check 'in 80 columns' "$(awk 'length > 80' terminal)" ''
check_says 'and who listens' terminal "^  \\.${first#kt_f.}  .*  \[ftrace\]\$"
kill $formats
wait $formats 2>/dev/null

# What is listed can be registered, sizes included.
decl='kt_d char[8] name; struct f32 x 4; __rel_loc u8[] b; s16 y'
uet register "$decl" -- uet list kt_d >listed
check 'list shows a declaration' "$(sed 's/^user_events://; s/  */ /' listed)" \
	"$decl"

# Names that the kernel takes and that break its listing for everybody.
for name in '' ' u32 a' 'a/b u32 x' . ..; do
	run uet register "$name" -- true
	check "register '$name' fails" "$status" 1
	check 'in one line' "$(wc -l <err)" 1
done
run uet list
check 'and list works' "$status" 0

# Others can register them: the rest is still found.
hold_bad()
{
	"$builddir/tests/kernel/descriptions" --hold "$1" 2>bad.err &
	bad=$!
	until_true grep -q registered bad.err
}
hold_bad 'kt_bad/name u32 a'
slash=$bad
hold_bad ''
for pattern in kt_good shop_request_done; do
	run uet register "$pattern u32 a" -- uet list "$pattern"
	check "beside a bad name, $pattern is listed" "$status" 0
done
run uet register 'kt_good u32 a' -- uet list
check_says 'also without a pattern' out '^user_events:kt_good '
run uet status
check 'status goes on' "$status" 0
run uet record -o d -- "$builddir/samples/shop" 5 1
check 'record too' "$status" 0
check_says 'with all events' err '^ +5  user_events:shop_request_done'
kill $bad $slash
wait $bad $slash

# Events of files.
run uet register --elf "$builddir/samples/shop" -- uet list 'shop_*'
check 'register --elf' "$(wc -l <out)" 5
run uet register --elf /dev/null -- true
check 'register --elf with another file' "$status" 1

run setpriv --reuid 65534 --clear-groups uet list
check 'without the folder being open to a user' "$status" 1
check_says 'it is a matter of permission' err 'no permission to search'
umount /sys/kernel/tracing 2>/dev/null
umount /sys/kernel/debug 2>/dev/null
umount /sys/kernel/tracing 2>/dev/null
for command in list status 'delete x' 'register x' 'record -a'; do
	# shellcheck disable=SC2086
	run uet $command
	check "without tracefs, $command fails" "$status" 1
	check_says 'and says that it is not mounted' \
		err 'tracefs is not mounted'
done
finish
