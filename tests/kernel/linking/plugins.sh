#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Shared objects with probes: many in one program, with one event's name,
# with a libuet for all or one each, loaded and unloaded.  Compiles on the host
# and runs plugins_in_kernel (see on-kernel).
. "$srcdir/tests/kernel/lib.sh"

here=$srcdir/tests/kernel/linking
libraries=$builddir/lib/emit/.libs

if [ -n "${UET_SANITIZE:-}" ] || ! [ -e "$libraries/libuet.so" ] ||
	! [ -e "$libraries/libuet.a" ]; then
	echo '1..0 # SKIP wants libuet.so and libuet.a, without sanitizers'
	exit 0
fi

compile()
{
	$CC -std=c11 -D_GNU_SOURCE -Wall -Wextra -O2 -I"$srcdir/include" "$@" ||
		exit 99
}

shared_libuet="-L$libraries -luet -Wl,-rpath,$libraries"

# plugin NAME LIBUET FLAG…
plugin()
{
	name=$1 libuet=$2
	shift 2
	# shellcheck disable=SC2086 # words
	compile -fPIC -shared "$here/plugin.c" "$@" -o "$work/$name.so" $libuet
}

plugin own_a "$libraries/libuet.a" -DEVENT='"lk_own_a"'
plugin own_b "$libraries/libuet.a" -DEVENT='"lk_own_b"'
plugin shared "$shared_libuet" -DEVENT='"lk_shared"'
plugin borrows '' -DEVENT='"lk_borrows"'
plugin stays "$shared_libuet" -DEVENT='"lk_stays"' -Wl,-z,nodelete
plugin same_1 "$shared_libuet" -DEVENT='"lk_same"'
plugin same_2 "$shared_libuet" -DEVENT='"lk_same"'
plugin same_own "$libraries/libuet.a" -DEVENT='"lk_same"'
plugin other "$shared_libuet" -DEVENT='"lk_same"' -DFIELD='UET_S64(m)'
plugin multi "$shared_libuet" -DEVENT='"lk_multi"' -DFLAGS=UET_FLAG_MULTI_FORMAT
plugin multi_wide "$shared_libuet" -DEVENT='"lk_multi"' \
	-DFIELD='UET_S64(wide)' -DFLAGS=UET_FLAG_MULTI_FORMAT
plugin multi_again "$shared_libuet" -DEVENT='"lk_multi"' \
	-DFLAGS=UET_FLAG_MULTI_FORMAT

# Programs: without probes, with one that is like the plug-ins', and with its
# own libuet that plug-ins see.
set -- "$here/load.c" "$here/ftrace.c"
compile "$@" -o "$work/load"
set -- "$@" "$here/plugin.c" -DOWN -DPLUGIN=own -DEVENT='"lk_same"'
# shellcheck disable=SC2086
compile "$@" -o "$work/load_same" $shared_libuet
compile "$@" -o "$work/load_own" "$libraries/libuet.a" -rdynamic
compile "$here/churn.c" -o "$work/churn"
# shellcheck disable=SC2086
compile "$here/churn.c" "$here/plugin.c" -DPLUGIN=own -DEVENT='"lk_churn"' \
	-o "$work/churn_holds" $shared_libuet

cat >"$work/in_kernel.kt" <<END
programs=$work
. "$here/plugins_in_kernel"
END
sh "$srcdir/tests/kernel/on-kernel" "$work/in_kernel.kt"
