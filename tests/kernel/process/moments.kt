#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Probes at any moment: in many threads while events come and go, in signal
# handlers inside of probes, before main() and after it.
. "$srcdir/tests/kernel/process/ways.sh"

cd "$work" || exit 1
size=$(sed 's/ .*//' "$tracefs/buffer_size_kb")
trap 'echo "$size" >"$tracefs/buffer_size_kb"; let_go; rm -rf "$work"' EXIT
echo 8192 >"$tracefs/buffer_size_kb"

threads=$ways/threads
hold "$threads"
listen way_thread_0 way_thread_1 way_thread_2 way_thread_3 way_thread_4 \
	way_thread_5
: >"$tracefs/trace"
run timeout 120 "$threads" "$events"
check 'threads: it ends' "$status" 0
check_says 'threads: and is registered' out '^register: 0$'
check 'threads: each attempt was emitted or counted as lost' "$(awk '
	/ emitted / { split($5, lost, "+"); n += $3
		for (i in lost) n += lost[i] }
	END { print n }' out)" "$(sed -n 's/^attempts: //p' out)"
# One pass over what may be tens of thousands of lines.
awk 'match($0, /way_thread_[0-5]: tag=/) {
		name = substr($0, RSTART, 12)
		split(substr($0, RSTART + RLENGTH), word, " ")
		heard[name]++
		wrong += word[2] != "(" substr(name, 12) ")"
		twice += seen[word[4]]++
	}
	END {
		printf "wrong %d\ntwice %d\n", wrong, twice
		for (name in heard) print name, heard[name]
	}' "$tracefs/trace" >heard
check 'threads: no payload under another name' "$(grep wrong heard)" 'wrong 0'
check 'threads: none twice' "$(grep twice heard)" 'twice 0'
# arrived and emitted NUMBER: how often the event was.
arrived()
{
	sed -n "s/^way_thread_$1 //p" heard
}
emitted()
{
	sed -n "s/^way_thread_$1: emitted \([0-9]*\),.*/\1/p" out
}
# An event that is always listened to is the kernel's from then on.
for n in 2 3 4 5; do
	check "threads: way_thread_$n arrived as often as it was emitted" \
		"$(arrived $n)" "$(emitted $n)"
done
for n in 0 1; do
	test "$(arrived $n)" -le "$(emitted $n)"
	ok $? "threads: way_thread_$n not more often than that"
done
: >"$tracefs/trace"
let_go

stopped=$ways/stopped
hold "$stopped"
listen way_stopped_emitted way_stopped_silent
run timeout 120 "$stopped"
says 'stopped in a probe: the other event is never emitted' \
	'silent: emitted 0, lost 0+0+0+0'
check 'stopped in a probe: and nothing arrives under its name' \
	"$(grep -c ' way_stopped_silent: ' "$tracefs/trace")" 0
check_says 'stopped in a probe: what is emitted arrives' "$tracefs/trace" \
	'way_stopped_emitted: number='
: >"$tracefs/trace"
let_go

signals=$ways/signals
hold "$signals"
listen way_outer way_inner way_cancelled
run timeout 120 "$signals"
check 'signals: it ends' "$status" 0
handled=$(sed -n 's/^handled: //p' out)
test "$(sed -n 's/^nested: //p' out)" -ge 10
ok $? 'signals: probes were interrupted'
for line in 'errno changed: 0' 'tapped: +0' 'the probe cancels: 0' \
	'outer: emitted 3000, lost 0+0+0+0' \
	"inner: emitted $handled, lost 0+0+0+0"; do
	check "signals: $line" "$(grep -cxF -- "$line" out)" 1
done
# Each text has the length and the letter of its event.
grep -o 'way_[oi].*' "$tracefs/trace" >heard
check 'signals: all arrived' "$(wc -l <heard)" $((3000 + handled))
check 'signals: as they were' "$(awk '{
		letter = substr($1, 5, 1); length_ = $3; text = $4
		gsub(/[()]/, "", length_)
		sub(/^text=/, "", text)
		n = gsub(letter, "", text)
		if (n != length_ + 0 || text != "") print
	}' heard | head -n 3)" ''
check 'a thread that is to be cancelled emits' "$(heard way_cancelled)" 1
let_go

order=$ways/order
hold "$order"
listen way_order
run timeout 60 "$order"
check 'before and behind main: it ends' "$status" 0
# Whether a destructor or an exit handler comes first is libc's matter.
check 'what runs after our constructor arrives, to the very end' \
	"$(sed -n 's/.* way_order: where=\(.*\)$/\1/p' "$tracefs/trace" |
		sort | tr '\n' ' ')" \
	'at_exit at_exit_first constructor constructor_102 destructor destructor_102 destructor_behind_ours main '
finish
