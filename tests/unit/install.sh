#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What is installed is enough to build and run a program: the headers, the
# libraries and what pkg-config says of them.  TAP.
set -u

work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
n=0

# try NAME COMMAND…: what it says is shown when it fails.
try()
{
	n=$((n + 1))
	name=$1
	shift
	if "$@" >"$work/said" 2>&1; then
		echo "ok $n - $name"
	else
		sed 's/^/# /' "$work/said"
		echo "not ok $n - $name"
	fi
}

try 'make install DESTDIR=' \
	env -u MAKEFLAGS -u MFLAGS make -C "$builddir" install DESTDIR="$work/root"
prefix=$work/root$(sed -n 's/^prefix = //p' "$builddir/Makefile" | head -n 1)
PKG_CONFIG_PATH=$(dirname "$(find "$work/root" -name uet.pc)")
PKG_CONFIG_SYSROOT_DIR=$work/root
LD_LIBRARY_PATH=$(dirname "$(find "$work/root" -name libuet.so)")
export PKG_CONFIG_PATH PKG_CONFIG_SYSROOT_DIR LD_LIBRARY_PATH

cat >"$work/program.c" <<'END'
#include <uet/event.h>
#include <uet/register.h>
#include <uet/runtime.h>
#include <uet/tap.h>
UET_EVENT(installed, "installed", UET_STR(s));
int main(void)
{
	UET_TRACE(installed, "it works");
	return uet_event_state(UET_EVENT_REF(installed), NULL) == UET_STATE_NEW;
}
END
cat >"$work/tool.c" <<'END'
#include <stdio.h>
#include <uet/collect.h>
int main(int argc, char **argv)
{
	struct uet_elf_list *list;
	struct uet_error err;

	if (argc < 2 || uet_elf_events(argv[1], &list, &err))
		return 1;
	puts(list->events[0].text);
	uet_elf_list_free(list);
	return 0;
}
END
# shellcheck disable=SC2086,SC2046 # words
try 'a program with probes' $CC ${UET_SANITIZE:-} "$work/program.c" \
	-o "$work/program" $(pkg-config --cflags --libs uet)
try 'runs' "$work/program"
# shellcheck disable=SC2086,SC2046
try 'a tool' $CC ${UET_SANITIZE:-} "$work/tool.c" -o "$work/tool" \
	$(pkg-config --cflags --libs uet-collect)
try 'finds the event in the program' sh -c \
	"'$work/tool' '$work/program' | grep -x 'installed __rel_loc char\\[\\] s'"
# A probe in a signal handler has no stack for what ld.so does at a first call.
try 'libuet binds its symbols at once' sh -c \
	"! [ -e '$LD_LIBRARY_PATH/libuet.so' ] ||
		readelf -d '$LD_LIBRARY_PATH/libuet.so' | grep -q 'FLAGS.*NOW'"
# shellcheck disable=SC2046
for library in $(find "$work/root" -name libuet.a); do
	try 'a static program' $CC ${UET_SANITIZE:-} "$work/program.c" \
		-o "$work/static" $(pkg-config --cflags uet) "$library"
	try 'runs too' "$work/static"
	try 'has nothing of counters and EventHeader, and what else is libuet' sh -c "
		nm '$work/static' >'$work/names' &&
		grep -q uet_event_state '$work/names' &&
		! grep -E 'uet_(counter|perf|pmu|error|sys_perf|sys_map|sys_memory|eh|probe_eh|activity)' '$work/names'"
done
try 'the command' "$prefix/bin/uet" list --elf "$work/program"
try 'the manual' test -s "$prefix/share/man/man1/uet.1"
filter=$(find "$work/root" -name uet-dlfilter.so)
cat >"$work/load.c" <<'END'
#include <dlfcn.h>
#include <stdio.h>
int main(int argc, char **argv)
{
	void *filter = dlopen(argv[argc - 1], RTLD_NOW);

	if (!filter)
		fputs(dlerror(), stderr);
	return !filter || !dlsym(filter, "filter_event");
}
END
# shellcheck disable=SC2086
try 'a program that loads filters' $CC ${UET_SANITIZE:-} "$work/load.c" \
	-o "$work/load" -ldl
try 'loads that for perf script' "$work/load" "$filter"
try 'libuet needs libc only' sh -c "! readelf -d '$LD_LIBRARY_PATH/libuet.so' |
	grep NEEDED | grep -vE 'lib(c\.so|asan|ubsan|tsan)|ld-linux'"
echo "1..$n"
