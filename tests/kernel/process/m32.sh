#!/bin/sh
# SPDX-License-Identifier: MIT
#
# A 32-bit program on a 64-bit kernel, which has no user_events for it: the
# program lives and says so, and its taps get their events.  Compiles on the
# host; boots the VM.
set -u

case $(uname -m) in
x86_64) ;;
*)
	echo '1..0 # SKIP 32-bit programs of x86-64'
	exit 0
	;;
esac
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
ways=$srcdir/tests/kernel/process

# The library's sources themselves: a build of their own is not needed.  Of
# what gcc-multilib brings, which excludes cross-compilers, only a link to the
# kernel's headers is missing without it.
if ! ${CC:-gcc} -m32 -idirafter /usr/include/x86_64-linux-gnu -O2 -std=gnu11 -D_GNU_SOURCE -Wall -Wextra -Werror \
	-fvisibility=hidden -I"$srcdir/include" -I"$srcdir/lib" \
	"$ways"/puppet.c "$ways"/ways.c "$srcdir"/lib/emit/*.c \
	"$srcdir"/lib/common/*.c -o "$work/puppet32" >"$work/cc" 2>&1; then
	sed 's/^/# /' "$work/cc"
	if ! echo 'int main(void) { return 0; }' |
		${CC:-gcc} -m32 -x c -o "$work/empty" - 2>/dev/null; then
		echo '1..0 # SKIP no 32-bit compiler (Debian: gcc-12-multilib)'
	else
		echo '1..1'
		echo 'not ok 1 - compiles with -m32'
	fi
	exit 0
fi
puppet32=$work/puppet32
export puppet32
"$srcdir/tests/vm/run" --env srcdir --env builddir --env puppet32 \
	--timeout 120 -- sh "$ways/in_32_bits"
