#!/bin/sh
# SPDX-License-Identifier: MIT
#
# A command without -e: the events of the shared objects that it needs are
# there before it starts, those of a plug-in when it comes.
# shellcheck disable=SC2094 # err is read while it grows
. "$srcdir/tests/kernel/lib.sh"

cd "$work" || exit 1
libuet=$builddir/lib/emit/.libs/libuet.a
if [ -n "${UET_SANITIZE:-}" ] || ! [ -e "$libuet" ]; then
	echo '1..0 # SKIP wants libuet.a, without sanitizers'
	exit 0
fi

# part NAME: an event and a function that emits it.
part()
{
	cat <<END
#include <uet/event.h>
UET_EVENT($1, "nl_$1", UET_U32(n));
void $1_emit(uint32_t n);
void $1_emit(uint32_t n)
{
	UET_TRACE($1, n);
}
END
}

cat >main.c <<'END'
#include <dlfcn.h>
#include <stdint.h>
#include <unistd.h>

void own_emit(uint32_t n);
void lib_emit(uint32_t n);

int main(int argc, char **argv)
{
	void (*emit)(uint32_t);
	void *handle;

	for (uint32_t i = 0; i < 3; i++) {
		own_emit(i);
		lib_emit(i);
	}
	if (argc < 3)
		return 0;
	handle = dlopen(argv[1], RTLD_NOW);
	emit = handle ? (void (*)(uint32_t))dlsym(handle, "plug_emit") : 0;
	for (int i = 0; i < 2000 && access(argv[2], F_OK); i++)
		usleep(10000);
	for (uint32_t i = 0; emit && i < 4; i++)
		emit(i);
	return !emit;
}
END
compile()
{
	${CC:-cc} -std=c11 -D_GNU_SOURCE -O1 -I"$srcdir/include" "$@" "$libuet" ||
		exit 99
}
for name in own lib plug; do
	part $name >$name.c
done
mkdir libs
compile -fPIC -shared lib.c -o libs/libnl.so
compile -fPIC -shared plug.c -o plug.so
compile main.c own.c -o prog -Llibs -lnl -ldl \
	-Wl,--enable-new-dtags,-rpath,'$ORIGIN/libs'

counted()
{
	awk -v name="user_events:$1" '$2 == name { print $1 }' "$2"
}

run uet record -- ./prog
check 'a command with a library' "$status" 0
check 'its own events' "$(counted nl_own err)" 3
check "and the library's, from the first on" "$(counted nl_lib err)" 3
run uet stat -- ./prog
check 'uet stat counts them, too' "$(grep -c '3 .*nl_lib' out err |
	awk -F: '{ n += $2 } END { print n }')" 1
run uet record -o chosen -e 'nl_l*' -- ./prog
check 'with -e they are chosen from' "$(counted nl_lib err) $(counted nl_own err)" '3 '

# Found by LD_LIBRARY_PATH: as the loader does it.
mkdir elsewhere
mv libs/libnl.so elsewhere
run env LD_LIBRARY_PATH="${LD_LIBRARY_PATH:-}:$work/elsewhere" \
	uet record -o path -- ./prog
check 'a library that the environment finds' "$(counted nl_lib err)" 3
mv elsewhere/libnl.so libs

: >plug.err
uet register 'nl_before u32 n' 2>/dev/null &
holder=$!
until_true uet list nl_before >/dev/null 2>&1
uet record -o plugin -- ./prog ./plug.so go 2>plug.err &
recorder=$!
until_true grep -q 'also recording user_events:nl_plug' plug.err
ok $? 'a plug-in that is loaded is noticed without -e'
"$builddir/tests/kernel/sequence" -n nl_plug_other 1 1
"$builddir/tests/kernel/sequence" -n nl_before_2 1 1
: >go
wait $recorder
check 'the command succeeds' $? 0
check 'its events are recorded' "$(counted nl_plug plug.err)" 4
check 'the others, too' "$(counted nl_lib plug.err)" 3
check 'what others had before is not asked for' \
	"$(grep -c nl_before\$ plug.err)" 0
check 'and nothing that others emit is in the file' \
	"$(uet report plugin | grep -vc ' user_events:nl_\(own\|lib\|plug\) ')" 0
kill $holder

# What has no loader, or one that is not there, is recorded without.
compile main.c own.c lib.c -o static_prog -static -ldl 2>/dev/null
run uet record -o static -- ./static_prog
check 'a static program' "$(counted nl_lib err)" 3
finish
