#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The library, its assembly too, and the test of both as the other compiler
# makes them: each library with each program.  TAP.
set -u

work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
n=0

if ! command -v clang >/dev/null || ! command -v gcc >/dev/null; then
	echo '1..0 # SKIP this takes gcc and clang'
	exit 0
fi
if [ -n "${UET_SANITIZE:-}" ]; then
	echo '1..0 # SKIP built with sanitizers'
	exit 0
fi

# As configure has it.
case $(uname -m) in
x86_64) general=-mgeneral-regs-only ;;
*) general= ;;
esac

# library COMPILER
library()
{
	for file in "$srcdir"/lib/common/*.c "$srcdir"/lib/emit/*.[cS]; do
		folder=${file%/*}
		"$1" -std=gnu11 -D_GNU_SOURCE -O2 -fPIC -fvisibility=hidden \
			$general -I"$srcdir/include" -I"$srcdir/lib" -c "$file" \
			-o "$work/$1-${folder##*/}-${file##*/}.o" || return 1
	done
	"$1" -shared -o "$work/libuet-$1.so" "$work/$1"-*.o
}

for library in gcc clang; do
	library $library >"$work/said" 2>&1 || sed 's/^/# /' "$work/said"
	for program in gcc clang; do
		n=$((n + 1))
		if $program -std=gnu11 -D_GNU_SOURCE -O2 -I"$srcdir/include" \
			"$srcdir/tests/unit/test_gate.c" -o "$work/test" \
			"$work/libuet-$library.so" -Wl,-rpath,"$work" \
			-lcmocka -lpthread >"$work/said" 2>&1 &&
			"$work/test" >"$work/said" 2>&1; then
			echo "ok $n - $library's library, $program's program"
		else
			sed 's/^/# /' "$work/said"
			echo "not ok $n - $library's library, $program's program"
		fi
	done
done
echo "1..$n"
