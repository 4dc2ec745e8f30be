#!/bin/sh
# SPDX-License-Identifier: MIT
#
# uet_description_check() takes what the kernel takes, and what it calls odd is.
. "$srcdir/tests/kernel/lib.sh"

cd "$work" || exit 1
events=$tracefs/events/user_events

"$builddir/tests/kernel/descriptions" >tap
status=$?
cat tap
test_number=$(grep -cE '^(not )?ok ' tap)
check 'all descriptions were tried' "$status" 0

# hold DESCRIPTION: keeps it, until let_go.  Not by "uet register", which
# refuses what does harm.
hold()
{
	"$builddir/tests/kernel/descriptions" --hold "$1" 2>held.err &
	pid=$!
	until_true grep -q 'event registered' held.err
}

let_go()
{
	kill "$pid"
	wait "$pid"
	until_true all_gone
}

all_gone()
{
	! uet status | grep -qE '^(odd|\.|enable|filter)'
}

# A name without an own folder, and what it does to the others'.
hold 'odd_other u32 a'
other=$pid
for name in '' 'odd/slash'; do
	hold "$name u32 a"
	run ls "$events"
	check "the name '$name' ends the folder's list" "$status" 2
	check_says 'with an error' err 'Input/output error'
	kill "$pid"
	wait "$pid"
	until_true ls "$events" >/dev/null 2>&1
	ok $? 'for as long as it is there'
done
kill "$other"
wait "$other"

for name in . ..; do
	hold "$name u32 a"
	run cat "$events/$name/id"
	check "'$name' has no folder" "$status" 1
	let_go
done
# Whoever looked the file up before still sees that one.
for name in enable filter; do
	hold "$name u32 a"
	[ -d "$events/$name" ]
	ok $? "'$name' hides the file of this name"
	let_go
done

# The name is not the whole file name's limit: only tools set one.
long=odd_$(printf '%0300d' 0)
hold "$long u32 a"
run cat "$events/$long/id"
check 'a name of 304 bytes has a folder' "$status" 0
let_go

# An event that is there answers for what would be refused alone.
hold 'odd_there u32 a'
run uet register 'odd_there u32  a' -- true
check 'two blanks are taken while the event exists' "$status" 0
run uet register "odd_there u32$(printf '\t')a" -- true
check 'so is a tab' "$status" 0
let_go
finish
