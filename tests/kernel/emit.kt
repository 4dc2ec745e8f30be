#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What a program emits arrives: each kind of field, through the kernel, uet's
# recording and its decoder; and through ftrace, which knows nothing of us.
. "$srcdir/tests/kernel/lib.sh"

program=$builddir/tests/kernel/every_kind
data=$work/perf.data

run uet record -o "$data" -- "$program"
check "recorded" "$status" 0
uet report --json -i "$data" >"$work/json" 2>"$work/said"
check "reported" $? 0

# fields NAME EXPECTED: the event's fields as JSON.
fields()
{
	got=$(sed -n "s/.*\"event\":\"user_events:$1\",\"fields\":\(.*\)}\$/\1/p" \
		"$work/json")
	check "$1" "$got" "$2"
}

fields kinds_nothing '{}'
fields kinds_lowest '{"a":0,"b":-128,"c":0,"d":-32768,"e":0,"f":-2147483648,"g":0,"h":-9223372036854775808,"i":0}'
fields kinds_highest '{"a":255,"b":127,"c":65535,"d":32767,"e":4294967295,"f":2147483647,"g":18446744073709551615,"h":9223372036854775807,"i":1}'
fields kinds_floats '{"f":0.1,"d":-1e+300,"nan":null}'
fields kinds_pointer '{"p":78187493530}'
fields kinds_fixed '{"c":"12345678","s":"0100feff"}'
fields kinds_strings '{"plain":"plain","empty":"","null":"(null)","odd":"quote\" back\\ \t\n\u007f � é"}'
fields kinds_bytes '{"some":"0001feff","between":7,"none":""}'
x=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx # 50
x10=$x$x$x$x$x$x$x$x$x$x
b=$(printf %050d 0 | sed 's/0/7878/g')
fields kinds_large "{\"text\":\"$x10$x10$x10$x10$x10$x10\",\"blob\":\"$b\"}"

check "no event twice or more" "$(wc -l <"$work/json")" 9

# What perf has no room for is refused before the kernel complains of it.
dmesg -c >/dev/null
uet record -o "$data" -- "$builddir/tests/kernel/too_large" >"$work/out" \
	2>"$work/err"
check "too large an event is counted in the program" "$(cat "$work/out")" \
	"emitted 1, lost 2 by size"
check_says "and not recorded" "$work/err" '1 event in '
check "and the kernel has nothing to say" "$(dmesg | grep -c 'perf buffer')" 0

# ftrace alone.
cd "$tracefs" || exit 1
uet register 'kinds_lowest u8 a; s8 b; u16 c; s16 d; u32 e; s32 f; u64 g; s64 h; u8 i' \
	2>"$work/register" &
register=$!
until_true test -e events/user_events/kinds_lowest/enable
echo 1 >events/user_events/kinds_lowest/enable
"$program"
check_says "ftrace has it" trace \
	'kinds_lowest: .*h=0x8000000000000000 \(-9223372036854775808\)'
echo 0 >events/user_events/kinds_lowest/enable
kill "$register"
wait "$register"

finish
