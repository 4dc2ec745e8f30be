#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Prints what a program with probes brings along, uet's beside LTTng-UST's, as
# Markdown: the libraries' sizes, and what is loaded and relocated for a
# program with one event of three fields.
set -u

CC=${CC:-gcc}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
LC_ALL=C
export LC_ALL

die()
{
	echo "bench/shipped: $*" >&2
	exit 1
}

cat >"$work/none.c" <<'END'
int main(void)
{
	return 0;
}
END
cat >"$work/uet.c" <<'END'
#include <uet/event.h>
UET_EVENT(shipped, "shipped", UET_U32(a), UET_S64(b), UET_STR(c));
int main(int argc, char **argv)
{
	UET_TRACE(shipped, argc, argc, argv[0]);
	return 0;
}
END
cat >"$work/provider.h" <<'END'
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER shipped
#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "provider.h"
#if !defined(PROVIDER_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define PROVIDER_H
#include <lttng/tracepoint.h>
LTTNG_UST_TRACEPOINT_EVENT(shipped, shipped,
	LTTNG_UST_TP_ARGS(uint32_t, a, int64_t, b, const char *, c),
	LTTNG_UST_TP_FIELDS(lttng_ust_field_integer(uint32_t, a, a)
			    lttng_ust_field_integer(int64_t, b, b)
			    lttng_ust_field_string(c, c)))
#endif
#include <lttng/tracepoint-event.h>
END
cat >"$work/lttng.c" <<'END'
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "provider.h"
int main(int argc, char **argv)
{
	lttng_ust_tracepoint(shipped, shipped, (uint32_t)argc, argc, argv[0]);
	return 0;
}
END

# library NAME FILE
library()
{
	# shellcheck disable=SC2046 # words
	set -- "$1" $(size -B -d "$2" | tail -n 1)
	[ $# -ge 4 ] || die "no size of $1"
	printf '| %s | %d | %d | %d |\n' "$1" "$2" "$3" "$4"
}

# path_of NAME PROGRAM: where the loader finds a library.
path_of()
{
	ldd "$2" | sed -n "s/^[[:blank:]]*$1\\.so[^ ]* => \\([^ ]*\\) .*/\\1/p"
}

relocations()
{
	readelf -r -W "$1" | grep -c ' R_X86_64_'
}

needed()
{
	readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | tr '\n' ' '
}

row()
{
	printf '| %s | %s| %d | %d | %d |\n' "$1" "$(needed "$2")" \
		"$(ldd "$2" | grep -c ' => ')" "$(relocations "$2")" \
		"$(size -B -d "$2" | awk 'END { print $1 + $2 + $3 }')"
}

$CC -O2 "$work/none.c" -o "$work/none" &&
	$CC -O2 -I"$srcdir/include" "$work/uet.c" -o "$work/uet" \
		-L"$builddir/lib/emit/.libs" -luet \
		-Wl,-rpath,"$builddir/lib/emit/.libs" &&
	$CC -O2 -I"$work" "$work/lttng.c" -o "$work/lttng" -llttng-ust -ldl ||
	die 'a program does not compile (scripts/deps bench)'

echo '| library | text | data | bss |'
echo '|---|--:|--:|--:|'
library libuet.so "$builddir/lib/emit/.libs/libuet.so"
for name in liblttng-ust liblttng-ust-common liblttng-ust-tracepoint; do
	file=$(path_of $name "$work/lttng")
	# The last one is loaded by the program's constructors.
	[ -n "$file" ] || file=$(find /usr/lib -name "$name.so.1" | head -n 1)
	[ -n "$file" ] || die "no $name"
	library "$name.so" "$file"
done
echo
echo '| program with | needs | libraries loaded | its relocations | its size |'
echo '|---|---|--:|--:|--:|'
row 'no probe' "$work/none"
row 'a probe of uet' "$work/uet"
row 'a probe of LTTng-UST' "$work/lttng"
