#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What perf record writes in each of its modes, uet report reads; what uet
# record writes, perf script and perf data convert read: the same values,
# event by event.
. "$srcdir/tests/kernel/lib.sh"

shop=$builddir/samples/shop
cd "$work" || exit 1

need perf

# Held registered, so that perf finds them.
set --
while read -r decl; do
	set -- "$@" "$decl"
done <<END
$(uet list --elf "$shop")
END
uet register "$@" >/dev/null 2>&1 &
holder=$!
until_true uet list shop_request_done >/dev/null 2>&1
# shellcheck disable=SC2064 # now
trap "kill $holder; rm -rf '$work'" EXIT

all='-e user_events:shop_*'
names=

# both NAME: what uet and perf say about the recording NAME.
both()
{
	names="$names $1"
	uet report --json -i "$1" >"$1.uet" 2>"$1.err" || echo "# uet: $?"
	sed 's/^/# /' "$1.err"
	perf script -i "$1" --ns -F comm,pid,tid,cpu,time,event,trace \
		>"$1.script" 2>/dev/null
}

# mode NAME OPTION...: perf record with them.
mode()
{
	name=$1
	shift
	# shellcheck disable=SC2086 # words
	perf record -q -o "$name" "$@" "$shop" 100 2 >/dev/null 2>"$name.record" ||
		sed 's/^/# /' "$name.record"
	both "$name"
}

set -f # patterns are perf's
mode one -e user_events:shop_request_done
mode several $all
mode all_cpus -a $all
mode monotonic -k monotonic $all
mode call_graph --call-graph fp $all
mode addresses -g -d -W $all
mode compressed -z $all
mode compressed_more -z9 -a $all
mode everything -g -d --data-page-size --code-page-size --phys-data \
	--user-regs --intr-regs --namespaces --all-cgroups --switch-events \
	--sample-identifier --sample-cpu --period $all
mode stack --call-graph dwarf,1024 $all
mode backward --overwrite $all

# A stream, and a compressed one, as they come through a pipe.
# shellcheck disable=SC2086
for option in '' -z; do
	perf record -q $option -o - $all "$shop" 100 2 2>/dev/null \
		>"stream$option" </dev/null
	both "stream$option"
	# shellcheck disable=SC2002 # a pipe is what is wanted
	cat "stream$option" | uet report --json -i - >piped
	cmp -s piped "stream$option.uet"
	ok $? "a pipe with a stream reads like a file ($option)"
done

# A process that waits until perf has enabled its events: the kernel names perf
# as a listener from their opening on.
mkfifo gate control ack
# shellcheck disable=SC2016 # its own variables
sh -c 'read -r go <gate; exec "$1" 100 2' - "$shop" >/dev/null 2>&1 &
waiting=$!
# shellcheck disable=SC2086
perf record -q -o process -D -1 --control fifo:control,ack $all -p $waiting \
	>/dev/null 2>process.record &
recorder=$!
check 'perf has enabled its events' "$(timeout 60 sh -c \
	'echo enable >control; read -r answer <ack; echo "$answer"')" ack
echo go >gate
wait $recorder
both process

# And the other way round.
uet record -o ours -- "$shop" 100 2 >/dev/null 2>&1
perf data convert --to-json ours.json -i ours >/dev/null 2>&1
test -s ours.json
ok $? 'perf data convert makes JSON'
both ours
# perf 6.1 cannot unpack what it packs so well.
# shellcheck disable=SC2086
perf record -q -z22 -o most $all "$shop" 100 2 >/dev/null 2>&1
check 'the most that can be compressed is read' \
	"$(uet report --json -i most | wc -l)" 232
uet record -o - -- "$shop" 100 2 2>/dev/null >ours_stream
both ours_stream
uet record -a -o - -- "$shop" 100 2 2>/dev/null | uet report --json -i - >piped
check 'a recording goes through a pipe' "$(grep -c request_done piped)" 100
uet record -o - -- "$shop" 100 2 2>/dev/null |
	perf script -i - -F event 2>perf.err >piped
check 'and into perf script' "$(grep -c request_done piped)" 100
check 'which does not complain' "$(cat perf.err)" ''
uet record -o - -- "$shop" 20000 2 2>err | head -c 100 >/dev/null
check_says 'a reader that goes away is told' err 'nobody reads it any more'

# Compressed, as a file and as a stream.
uet record -z -o ours_z -- "$shop" 100 2 >/dev/null 2>&1
both ours_z
uet record -z9 -o - -- "$shop" 100 2 2>/dev/null >ours_z_stream
both ours_z_stream
uet record -o plain -- "$shop" 20000 2 >/dev/null 2>&1
uet record -m 4096 -z -o small -- "$shop" 20000 2 >/dev/null 2>err
check 'ten times as small or so' \
	"$(($(stat -c %s small) * 5 < $(stat -c %s plain)))" 1
check_says 'nothing is lost' err ', 0 lost'
perf script -i small -F event 2>perf.err | grep -c request_done >counted
check 'perf reads a large one' "$(cat counted perf.err)" 20000
check 'as does uet report' "$(uet report -e '*_done' small | wc -l)" 20000
perf report --header-only -i small >header 2>/dev/null
check_says 'its header tells how' header '# compressed : Zstd, level = 1, ratio = '
uet record -m 4096 -z3 --compression-level=0 -o not -- "$shop" 10 2 \
	>/dev/null 2>&1
perf report --header-only -i not >header 2>/dev/null
check 'level 0 is not compressed' "$(grep -c compressed header)" 0
run uet record -z23 -- "$shop" 10
check 'there is no level 23' "$status" 2

# perf's files of --switch-output: together they have all.
# shellcheck disable=SC2086
perf record -q --switch-output=20K -o switched $all sh -c \
	"'$shop' 300 1; sleep 0.3; '$shop' 300 1; sleep 0.3; '$shop' 300 1" \
	>/dev/null 2>&1
set +f
set -- switched.*
set -f
test $# -ge 2
ok $? "perf switches its output ($# files)"
: >out
for file; do
	uet report "$file" >one 2>err
	check 'each is read without complaint' "$?$(cat err)" 0
	check 'with as many events as perf finds' "$(wc -l <one)" \
		"$(perf script -i "$file" 2>/dev/null | wc -l)"
	cat one >>out
done
check 'together they have all' "$(grep -c request_done out)" 900

# So many events has the fate of a hundred requests.
python3 "$srcdir/tests/interop/compare.py" $names >result
for name in $names; do
	expected=232
	[ "$name" != one ] || expected=100
	check "perf and uet agree: $name" "$(grep "^$name " result)" \
		"$name $expected"
done
finish
