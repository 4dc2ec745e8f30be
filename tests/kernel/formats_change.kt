#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Events that come, go and change their fields while a recording follows a
# pattern: each sample is decoded by the format that it was written with.
# shellcheck disable=SC2094 # err is read while it grows
. "$srcdir/tests/kernel/lib.sh"

sequence=$builddir/tests/kernel/sequence
cd "$work" || exit 1

waits()
{
	: >err
	"$@" 2>err &
	recorder=$!
	until_true grep -q waiting err
}

# emits TIMES NAME OPTION...: when that many formats of it are listened to.
emits()
{
	emits_times=$1
	emits_name=$2
	shift 2
	rm -f go
	"$sequence" -w go "$@" &
	until_true sh -c "[ \"\$(grep 'also recording' err |
		grep -o '$emits_name' | wc -l)\" -ge $emits_times ]" && : >go
	wait $!
}

# Lines whose thread is 0 and whose number is below ten, as all that is written
# here: with the fields swapped, the thread would be the number.
right()
{
	grep -E ' (thread=0 number=[0-9]|number=[0-9] thread=0)( |$)' "$1" |
		wc -l
}

# Two formats of one name in one file.
waits uet record -a -o multi -e 'chg_*'
emits 1 chg_m -m chg_m 1 10
emits 2 chg_m -m -r chg_m 1 10
# A name that the recording holds keeps its fields.
emits 1 chg_a chg_a 1 10
"$sequence" -n -r chg_a 1 10 2>/dev/null
kill -INT $recorder
wait $recorder
check 'a recording of both' $? 0
uet report multi >report 2>said
check 'is read without complaint' "$(cat said)" ''
check 'one format' "$(grep -c 'chg_m.* thread=0 number=' report)" 10
check 'and the other' "$(grep -c 'chg_m.* number=[0-9] thread=0' report)" 10
check 'an event that is held' "$(grep -c chg_a report)" 10
check 'all are right' "$(right report)" 30

# Names and numbers that are used again at once, by events that nobody waits
# for: what is caught is right.
waits uet record -a -o churn -e 'user_events:chn_*'
i=0
while [ $i -lt 60 ]; do
	"$sequence" -n chn_a 1 10
	"$sequence" -n -r chn_b 1 10
	"$sequence" -n -r chn_a 1 10
	"$sequence" -n chn_b 1 10
	i=$((i + 1))
done
emits 1 chn_z chn_z 1 10
kill -INT $recorder
wait $recorder
check 'a recording of events that come and go' $? 0
uet report churn >report 2>said
check 'is read without complaint, too' "$(cat said)" ''
echo "# $(grep -c . report) caught"
check 'what is caught is right' "$(right report)" "$(grep -c . report)"
check 'and who waits is caught' "$(grep -c chn_z report)" 10
finish
