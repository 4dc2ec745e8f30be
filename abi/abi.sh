#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Programs that were linked with an earlier libuet.so run with this one: its
# functions and the types that they reach are compared with abi/libuet.xml, and
# both libraries export what their maps say.  TAP.
#
# "abi.sh --update" ("make update-abi") writes abi/libuet.xml anew.  Do so when
# functions were added, so that they are kept from now on; when one was taken
# away or changed only together with libtool's version in configure.ac.
set -u

srcdir=${srcdir:-.}
builddir=${builddir:-.}
baseline=$srcdir/abi/libuet.xml
library=$builddir/lib/emit/.libs/libuet.so
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
LC_ALL=C
export LC_ALL
n=0

# verdict STATUS NAME: one line of TAP; what is wrong stands in $work/said.
verdict()
{
	n=$((n + 1))
	if [ "$1" = 0 ]; then
		echo "ok $n - $2"
	else
		sed 's/^/# /' "$work/said"
		echo "not ok $n - $2"
	fi
}

has_debug_information()
{
	readelf -S -W "$library" | grep -q ' \.debug_info '
}

# describe: the library as programs see it, to standard output.  As little as
# the comparison needs, and no folder of this machine.
describe()
{
	abidw --headers-dir "$srcdir/include" --drop-private-types \
		--exported-interfaces-only --no-show-locs --no-corpus-path \
		--no-comp-dir-path --no-elf-needed --no-architecture \
		--no-parameter-names "$library" >"$work/xml" &&
		sed "s, path='[^']*/lib/, path='lib/," "$work/xml"
}

update()
{
	has_debug_information || {
		echo "abi.sh: $library has no debug information (CFLAGS=-g)" >&2
		return 1
	}
	describe >"$work/new" || return 1
	{
		echo '<!-- SPDX-License-Identifier: MIT -->'
		echo '<!-- libuet.so as programs know it: written by "make update-abi", see abi.sh. -->'
		cat "$work/new"
	} >"$baseline"
}

# Two descriptions made in the same way: told the headers, abidiff would take
# every type of a description for private, for it has no locations.  The exit
# status has a bit for each kind of difference; new functions are none here.
compatible()
{
	# abidiff knows such a file by its first line.
	grep -v '^<!--' "$baseline" >"$work/old.xml"
	describe >"$work/new.xml" 2>"$work/said" &&
		abidiff --no-added-syms --no-corpus-path "$work/old.xml" \
			"$work/new.xml" >"$work/said" 2>&1 && return
	cat >>"$work/said" <<-'END'

	libuet.so is another one to programs than abi/libuet.xml says.  Undo the
	change; or, when no program can notice it, "make update-abi"; else raise
	UET_LT_VERSION in configure.ac (current + 1, age 0) and "make update-abi".
	END
	return 1
}

compare()
{
	name='libuet.so is compatible with abi/libuet.xml'
	if ! command -v abidiff >/dev/null; then
		verdict 0 "$name # SKIP no abidiff (Debian: abigail-tools)"
	elif ! has_debug_information; then
		verdict 0 "$name # SKIP libuet.so has no debug information"
	else
		compatible
		verdict $? "$name"
	fi
}

# exports FOLDER NAME: the library's functions are those of its map.
exports()
{
	sed -n '/global:/,/local:/s/^[[:blank:]]*\([a-z0-9_]*\);.*/\1/p' \
		"$srcdir/lib/$1/$2.map" | sort >"$work/map"
	nm -D --defined-only "$builddir/lib/$1/.libs/$2.so" |
		awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' |
		sort >"$work/exported"
	diff "$work/map" "$work/exported" >"$work/said" && [ -s "$work/map" ]
	verdict $? "$2.so exports what its map says"
}

if [ "${1:-}" = --update ]; then
	update
	exit
fi
if [ ! -e "$library" ]; then
	echo '1..0 # SKIP shared libraries were not built'
	exit 0
fi
compare
exports emit libuet
exports collect libuet-collect
echo "1..$n"
