#!/bin/sh
# SPDX-License-Identifier: MIT
#
# EventHeader events arrive byte by byte: every kind of field, by macro and by
# builder, through the gate and without it.
. "$srcdir/tests/kernel/lib.sh"

program=$builddir/tests/kernel/eventheader
data=$work/perf.data
fields=' u8 eventheader_flags; u8 version; u16 id; u16 tag; u8 opcode; u8 level'

# Of the program's file, so that it can be recorded from its first event on.
uet list --elf "$program" >"$work/list" 2>&1
check "the tracepoint is known before the program starts" \
	"$(cat "$work/list")" "Kinds_Macro_L5Kf00Gtest$fields"

"$program" >"$work/out"
check "nobody listens" "$(cat "$work/out")" 'emitted 0 lost 0
emitted 0 lost 0'

# The builder's is registered ahead; the macros' comes of itself.
uet register "Kinds_Builder_L5Kf00Gtest$fields" 2>"$work/register" &
register=$!
until_true test -e "$tracefs/events/user_events/Kinds_Builder_L5Kf00Gtest/id"
run uet record -e 'user_events:Kinds_*' -o "$data" -- "$program" tap
check "recorded" "$status" 0
check "all of them" "$(tail -n 2 "$work/out")" 'emitted 14 lost 0
emitted 7 lost 0'

grep ^Kinds_Macro_L5Kf00Gtest "$work/out" | cut -d' ' -f2 >"$work/macro"
grep ^Kinds_Builder_L5Kf00Gtest "$work/out" | cut -d' ' -f2 >"$work/builder"
check "seven of each" "$(wc -l <"$work/macro") $(wc -l <"$work/builder")" '7 7'
simple=53696d706c650061000462000763000207000000
simple=${simple}73696d706c650008
if [ "$(uname -m)" = x86_64 ]; then
	check "a vector that was written by hand" "$(tail -n 1 "$work/macro")" \
		070000000000000510000100"$simple"
fi

cmp "$work/macro" "$work/builder" >"$work/said" 2>&1
check "macro and builder write the same" "$(cat "$work/said")" ''

# Each event of the macros twice, the first through the gate, and one of the
# builder's: in the file byte by byte.
od -An -v -tx1 "$data" | tr -d ' \n' >"$work/hex"
n=0
while read -r bytes; do
	n=$((n + 1))
	check "event $n is in the recording" \
		"$(grep -o "$bytes" "$work/hex" | wc -l)" 3
done <"$work/macro"
uet report -i "$data" >"$work/report"
check "and nothing else" "$(grep -c ' Kinds_[MB][a-z]*:' "$work/report")" 21
check "none is damaged" "$(grep -c damaged "$work/report")" 0

# What they say of themselves, decoded: the same of both.
for by in Macro Builder; do
	uet report --json -i "$data" | grep "\"event\":\"Kinds_$by:" |
		sed 's/.*"fields":/"fields":/' | sort -u >"$work/decoded.$by"
done
check "seven of each are decoded" "$(wc -l <"$work/decoded.Macro")" 7
cmp "$work/decoded.Macro" "$work/decoded.Builder"
ok $? "and tell the same"

kill "$register"
wait "$register"
finish
