#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Prints what a probe costs that is off, in uet, LTTng-UST and SystemTap's SDT,
# as Markdown: instructions executed, bytes of code and data.  Needs no root
# and no kernel feature.
#
# The same events and functions are generated for each of them.  Sizes are
# differences between files with more and with fewer events and probes, so that
# what a file brings once does not count.
set -u

CC=${CC:-gcc}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
many=11

die()
{
	echo "bench/native: $*" >&2
	exit 1
}

# Without alignment, so that sizes are what they are, and without making one
# of functions that are equal.
compile()
{
	$CC -std=gnu11 -O2 -fPIE -falign-functions=1 -fno-ipa-icf -I"$work" \
		-I"$srcdir/bench/native" -I"$srcdir/include" -c "$@" ||
		die "$tracer does not compile (scripts/deps bench)"
}

# --- the events, in each tracer's words ------------------------------------

# $fields is 0, 1, 3 or 8; $1 an event's number.

arguments()
{
	case $fields in
	1) echo ', r->c' ;;
	3) echo ', r->c, r->d, r->text' ;;
	8) echo ', r->a, r->b, r->c, r->d, r->e, r->name, r->text, r->bytes, r->n_bytes' ;;
	esac
}

uet_event()
{
	case $fields in
	0) f='' ;;
	1) f=', UET_U32(c)' ;;
	3) f=', UET_U32(c), UET_S64(d), UET_STR(text)' ;;
	8) f=', UET_U8(a), UET_S16(b), UET_U32(c), UET_S64(d), UET_U64(e),
		UET_CHARS(name, 16), UET_STR(text), UET_BYTES(bytes)' ;;
	esac
	echo "UET_EVENT(e_$1, \"native_e_$1\"$f);"
}

uet_probe()
{
	echo "UET_TRACE(e_$1$(arguments));"
}

uet_head()
{
	echo '#include <uet/event.h>'
}

# A provider's events stand in a header of their own, see below.
lttng_event()
{
	:
}

lttng_probe()
{
	echo "lttng_ust_tracepoint(native, e_$1$(arguments));"
}

lttng_head()
{
	echo '#define LTTNG_UST_TRACEPOINT_DEFINE'
	echo '#include "provider.h"'
}

lttng_tracepoint()
{
	case $fields in
	0) a=void f='' ;;
	1) a='uint32_t, c' f='lttng_ust_field_integer(uint32_t, c, c)' ;;
	3)
		a='uint32_t, c, int64_t, d, const char *, text'
		f='lttng_ust_field_integer(uint32_t, c, c)
			lttng_ust_field_integer(int64_t, d, d)
			lttng_ust_field_string(text, text)'
		;;
	8)
		a='uint8_t, a, int16_t, b, uint32_t, c, int64_t, d, uint64_t, e,
			const char *, name, const char *, text,
			const uint8_t *, bytes, size_t, n'
		f='lttng_ust_field_integer(uint8_t, a, a)
			lttng_ust_field_integer(int16_t, b, b)
			lttng_ust_field_integer(uint32_t, c, c)
			lttng_ust_field_integer(int64_t, d, d)
			lttng_ust_field_integer(uint64_t, e, e)
			lttng_ust_field_array_text(char, name, name, 16)
			lttng_ust_field_string(text, text)
			lttng_ust_field_sequence(uint8_t, bytes, bytes, size_t, n)'
		;;
	esac
	echo "LTTNG_UST_TRACEPOINT_EVENT(native, e_$1, LTTNG_UST_TP_ARGS($a),
		LTTNG_UST_TP_FIELDS($f))"
}

# lttng_provider EVENTS
lttng_provider()
{
	cat <<-'END'
	#undef LTTNG_UST_TRACEPOINT_PROVIDER
	#define LTTNG_UST_TRACEPOINT_PROVIDER native
	#undef LTTNG_UST_TRACEPOINT_INCLUDE
	#define LTTNG_UST_TRACEPOINT_INCLUDE "provider.h"
	#if !defined(PROVIDER_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
	#define PROVIDER_H
	#include <lttng/tracepoint.h>
	END
	for e in $(seq 0 $(($1 - 1))); do
		lttng_tracepoint "$e"
	done
	echo '#endif'
	echo '#include <lttng/tracepoint-event.h>'
}

sdt_event()
{
	:
}

sdt_probe()
{
	n=$fields
	[ "$n" != 0 ] || n=''
	[ "$n" != 8 ] || n=9
	echo "DTRACE_PROBE$n(native, e_$1$(arguments));"
}

sdt_head()
{
	echo '#include <sys/sdt.h>'
}

semaphore_event()
{
	echo "unsigned short native_e_$1_semaphore
		__attribute__((section(\".probes\"), used));"
}

semaphore_probe()
{
	echo "if (__builtin_expect(native_e_$1_semaphore, 0)) $(sdt_probe "$1")"
}

semaphore_head()
{
	echo '#define _SDT_HAS_SEMAPHORES 1'
	sdt_head
}

# --- the files -------------------------------------------------------------

# sites EVENTS SITES: the file with the events and their probes.
sites()
{
	"${tracer}_head"
	echo '#include "native.h"'
	for e in $(seq 0 $(($1 - 1))); do
		"${tracer}_event" "$e"
		for s in $(seq 0 $(($2 - 1))); do
			echo "long with_${e}_$s(long x);
			long with_${e}_$s(long x)
			{
				struct request *r = (struct request *)x;
				(void)r;
				$("${tracer}_probe" "$e")
				return x + 1;
			}"
		done
	done
}

bare()
{
	echo '#include "native.h"
	long bare_0_0(long x) { return x + 1; }'
}

# objects EVENTS SITES: compiles them to $work/objects/*.o.
objects()
{
	mkdir -p "$work/objects"
	rm -f "$work"/objects/*
	[ "$tracer" != lttng ] || lttng_provider "$1" >"$work/provider.h"
	sites "$1" "$2" >"$work/sites.c"
	compile "$work/sites.c" -o "$work/objects/sites.o"
	if [ "$tracer" = lttng ]; then
		compile -x c -DLTTNG_UST_TRACEPOINT_CREATE_PROBES \
			"$work/provider.h" -o "$work/objects/provider.o" ||
			exit 1
	fi
}

# measure FILE…: hot code, cold code, data, and notes that are not loaded.  A
# provider's code runs only while somebody listens.
measure()
{
	for o; do
		echo "file $o"
		objdump -h -w "$o"
	done | awk '
	function hex(s,  i, v) {
		for (i = 1; i <= length(s); i++)
			v = v * 16 + index("0123456789abcdef",
					   substr(s, i, 1)) - 1
		return v
	}
	$1 == "file" { provider = $2 ~ /provider/ }
	$1 !~ /^[0-9]+$/ { next }
	$2 ~ /stapsdt/ { notes += hex($3); next }
	!/ALLOC/ || $2 == ".eh_frame" { next }
	/CODE/ && $2 == ".text" && !provider { hot += hex($3); next }
	/CODE/ { cold += hex($3); next }
	{ data += hex($3) }
	END { print hot + 0, cold + 0, data + 0, notes + 0 }'
}

# executed: what the probe adds, single-stepped.
executed()
{
	objects 1 1
	case $tracer in
	uet) libraries="$work/libuet.so" ;;
	lttng) libraries='-llttng-ust -ldl' ;;
	*) libraries='' ;;
	esac
	# shellcheck disable=SC2086 # words
	$CC -pie "$work/main.o" "$work/step.o" "$work/bare.o" \
		"$work"/objects/*.o $libraries -Wl,-rpath,"$work" \
		-o "$work/program" || die "$tracer does not link"
	LTTNG_UST_REGISTER_TIMEOUT=0 "$work/program" ||
		die "$tracer cannot be single-stepped"
}

# row: the figures of $tracer with $fields.
row()
{
	steps=$(executed) || exit 1
	# shellcheck disable=SC2046 # words
	{
		set -- $(measure "$work"/objects/*.o)
		objects $many 1
		set -- "$@" $(measure "$work"/objects/*.o)
		objects $many 2
		set -- "$@" $(measure "$work"/objects/*.o)
	}
	echo "$@" | awk -v steps="$steps" -v bare="$bare" -v many=$many \
		-v fields="$fields" -v name="$name" '{
		hot = ($9 - $5) / many - bare
		cold = ($10 - $6) / many
		event_code = ($5 + $6 - $1 - $2) / (many - 1) - bare - hot - cold
		data = ($7 - $3) / (many - 1)
		notes = ($12 - $8) / many
		printf "| %s | %s | %d | %.0f | %.0f | %.0f | %.0f | %.0f |\n",
			fields, name, steps, hot, cold, event_code, data, notes
	}'
}

command -v objdump >/dev/null || die 'no objdump (Debian: binutils)'
tracer='the library'
echo 'On x86-64, compiled by '"$($CC --version | head -n 1)"' with -O2 -fPIE.'
echo
$CC -std=gnu11 -D_GNU_SOURCE -O2 -fPIC -shared -fvisibility=hidden \
	-I"$srcdir/include" -I"$srcdir/lib" "$srcdir"/lib/common/*.c \
	"$srcdir"/lib/emit/*.c "$srcdir"/lib/emit/*.S -mgeneral-regs-only \
	-o "$work/libuet.so" || die 'no library'
compile -D_GNU_SOURCE "$srcdir/tests/hot/step.c" -o "$work/step.o"
compile -I"$srcdir" "$srcdir/bench/native/main.c" -o "$work/main.o"
bare >"$work/bare.c"
compile "$work/bare.c" -o "$work/bare.o"
bare=$(measure "$work/bare.o" | cut -d' ' -f1)
# shellcheck disable=SC2016 # Markdown
echo '| fields | probe | instructions | `.text` | `.text.unlikely` | event: code | event: data | notes |'
echo '|--:|---|--:|--:|--:|--:|--:|--:|'
for fields in 0 1 3 8; do
	for tracer in uet lttng sdt semaphore; do
		case $tracer in
		uet) name=uet ;;
		lttng) name=LTTng-UST ;;
		sdt) name=SDT ;;
		semaphore) name='SDT with a semaphore' ;;
		esac
		row || exit 1
	done
done
