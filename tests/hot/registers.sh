#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What runs behind uet_probe_gate on x86-64 may change xmm14 and xmm15 and no
# other vector register, and so must not call libc.  Read from the object
# files, since a compiler may do either by itself.  TAP.
set -u

if [ "$(uname -m)" != x86_64 ]; then
	echo '1..0 # SKIP the gate is for x86-64'
	exit 0
fi
if [ -n "${UET_SANITIZE:-}" ]; then
	echo '1..0 # SKIP sanitizers call what they like, and need no gate'
	exit 0
fi

work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
n=0

# none FILE NAME: the file has no line.
none()
{
	n=$((n + 1))
	if [ -s "$1" ]; then
		sed 's/^/# /' "$1"
		echo "not ok $n - $2"
	else
		echo "ok $n - $2"
	fi
}

for object in emit/libuet_la-emit emit/libuet_la-eventheader \
	emit/libuet_la-counter_read common/libuet_common_la-sys; do
	name=${object##*la-}.c
	# Where there is no shared library, there is no such folder.
	file=$builddir/lib/${object%/*}/.libs/${object#*/}.o
	[ -f "$file" ] || file=$builddir/lib/$object.o
	objdump -d "$file" >"$work/code" && nm -u "$file" >"$work/names" ||
		exit 99
	grep -E '%[xyz]mm([0-9]|1[0-3]|1[6-9]|[23][0-9])\b|%st\b|%k[0-7]\b' \
		"$work/code" >"$work/found"
	none "$work/found" "$name changes no vector register that it must not"
	awk '{ print $NF }' "$work/names" |
		grep -vE '^(uet_|_GLOBAL_OFFSET_TABLE_$|__stack_chk_fail$|_?mcount$|__gcov)' \
			>"$work/found"
	none "$work/found" "$name calls nothing but us"
done
echo "1..$n"
