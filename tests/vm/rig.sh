#!/bin/sh
# SPDX-License-Identifier: MIT
# What tests/vm/run promises: the command's output, status and arguments come
# through unchanged, nothing on this machine is changed, and the kernel inside
# is the one that was asked for.  TAP; runs on the host.
set -u

srcdir=${srcdir:-$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)}
run=$srcdir/tests/vm/run
tmp=$(mktemp -d "${TMPDIR:-/tmp}/uet-rig.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
# Others must be able to enter it: a test becomes another user.
chmod 755 "$tmp"
cd "$tmp" || exit 1
n=0

ok() { # NAME: the result of the last command
	rc=$?
	n=$((n + 1))
	if [ $rc = 0 ]; then
		echo "ok $n - $1"
	else
		echo "not ok $n - $1"
		[ ! -s errors ] || sed 's/^/# /' errors
	fi
}

skip() {
	n=$((n + 1))
	echo "ok $n - $1 # SKIP $2"
}

is() { # WHAT GOT WANTED
	[ "$2" = "$3" ] && return
	printf '# %s: got [%s], wanted [%s]\n' "$1" "$2" "$3"
	return 1
}

# The first boot may build the kernel, which takes minutes.
if ! "$srcdir/tests/vm/build-kernel" >kernel 2>errors; then
	if grep -q 'missing Debian packages' errors; then
		echo "1..0 # SKIP $(tail -n 1 errors)"
		exit 0
	fi
	sed 's/^/# /' errors
	echo "Bail out! no test kernel"
	exit 1
fi
sed 's/^/# /' errors

"$run" -- sh -c 'exit 7' 2>errors
is status $? 7
ok "the command's status comes out"

"$run" -- sh -c 'kill -SEGV $$' 2>errors
is status $? 139
ok "a command that a signal ends gives 128 and its number"

"$run" -- ./no-such-command 2>errors
is status $? 127 && grep -q 'no-such-command' errors
ok "a command that is not there gives 127 and says so"

"$run" --timeout 3 -- sleep 1000 2>errors
is status $? 124
ok "the time limit gives 124"

"$run" --no-such-option -- true 2>errors
is status $? 125 && is lines "$(wc -l <errors)" 1
ok "the rig's own failure gives 125 and one line"

cat >wanted <<'END'
[a b]
[it's "quoted"]
[back\slash $HOME `ls` *]
[]
[two
lines]
[-x]
END
"$run" -- printf '[%s]\n' 'a b' "it's \"quoted\"" 'back\slash $HOME `ls` *' '' 'two
lines' -x >got 2>errors && cmp got wanted >&2
ok "arguments with blanks, quotes and newlines arrive intact"

head -c 300000 /dev/urandom >random
"$run" -- cat random >got 2>errors && cmp got random >&2
ok "output is passed on byte for byte"

"$run" -- sh -c 'echo to-out; echo to-err >&2' >got 2>errors
is out "$(cat got)" to-out && is err "$(cat errors)" to-err
ok "standard output and standard error stay apart"

"$run" -- sh -c 'for i in 1 2 3; do echo o$i; echo e$i >&2; done' >got 2>&1
is both "$(tr '\n' ' ' <got)" "o1 e1 o2 e2 o3 e3 "
ok "and stay in order where they are one file"

# One machine for what one command can tell.
echo before >file
cat >inside.sh <<'END'
result() {
	printf '%s' "$2" >"keep/$1"
}
result env "$(printf '%s|%s' "$UET_RIG_A" "${UET_RIG_NOT-unset}")"
result before "$(cat file)"
echo after >file && echo new >created && result after "$(cat file)"
result cwd "$(pwd)"
result date "$(date +%s)"
result steps "$(perl -MTime::HiRes=clock_gettime -e '
	$s{clock_gettime(1)} = 1 for 1 .. 1000; print scalar keys %s')"
result cpus "$(nproc)"
result who "$(id -u) $(hostname) $(ulimit -c)"
head -c 230M /dev/zero >big
result big "$(stat -c %s big)"
for f in /sys/kernel/tracing/user_events_data /sys/kernel/debug/tracing/README \
	/dev/shm /dev/pts/ptmx /run/lock /proc/self/status /sys/fs/cgroup/cgroup.procs; do
	[ -e $f ] || echo $f is missing
done >keep/missing
result status "$(sed -n 's/ //gp' /sys/kernel/tracing/user_events_status | tr '\n' ' ')"
result user "$(setpriv --reuid 65534 --regid 65534 --clear-groups sh -c '
	id -u; cat /sys/kernel/tracing/user_events_status 2>/dev/null || echo refused')"
mkdir keep/d && cat random >keep/d/random
END
mkdir keep
kept() { # FILE WANTED
	is "$1" "$(cat "keep/$1" 2>&1)" "$2"
}
UET_RIG_A='a  b
c' "$run" --env UET_RIG_A --env UET_RIG_NOT --cpus 3 --memory 384 --out keep -- \
	sh inside.sh 2>errors
is status $? 0 && cmp keep/d/random random >&2
ok "--out keeps what is written"
kept env 'a  b
c|unset'
ok "--env hands a variable on"
kept cwd "$(pwd -P)" && kept before before && kept after after &&
	is outside "$(cat file)" before && [ ! -e created ]
ok "files are writable inside and unchanged outside"
kept who "0 uet-vm 0"
ok "the command is root, and dumps no core"
kept missing "" && kept status "Active:0 Busy:0 "
ok "the file systems are there, user_events too"
# A clock that the guest could not calibrate moves in steps of milliseconds.
[ "$(cat keep/steps)" -gt 100 ]
ok "the clock is fine-grained"
now=$(date +%s) && [ "$(cat keep/date)" -ge $((now - 60)) ] && [ "$(cat keep/date)" -le $((now + 5)) ]
ok "the clock is right"
kept cpus 3
ok "--cpus"
kept big 241172480
ok "--memory holds what is written"
kept user "65534
refused"
ok "an unprivileged user is one"

# No library: a 32-bit program that says so and exits with 5.
cat >m32.s <<'END'
	.globl _start
_start:	movl $4, %eax
	movl $1, %ebx
	movl $text, %ecx
	movl $3, %edx
	int $0x80
	movl $1, %eax
	movl $5, %ebx
	int $0x80
text:	.ascii "32\n"
END
if as --32 -o m32.o m32.s 2>errors && ld -m elf_i386 -o m32 m32.o 2>errors; then
	"$run" -- ./m32 >got 2>errors
	is status $? 5 && is output "$(cat got)" 32
	ok "32-bit programs run"
else
	skip "32-bit programs run" "binutils cannot make one"
fi

if command -v perf >/dev/null; then
	"$run" -- sh -c 'perf record -o p.data -e syscalls:sys_enter_write -- echo hello &&
		perf script -i p.data' >got 2>errors
	grep -q 'sys_enter_write: fd: 0x0*1, ' got
	ok "perf records a tracepoint"
else
	skip "perf records a tracepoint" "no perf here"
fi

# The same piece of work takes the same number of instructions in every run.
# The smallest of several, since a timer tick may fall into one.
cat >count.c <<'END'
#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000L + t.tv_nsec;
}

int main(void)
{
	int fd = open("/dev/null", O_WRONLY), round, i;
	long best = -1;

	for (round = 0; round < 20; round++) {
		long start = now();

		for (i = 0; i < 1000; i++)
			if (write(fd, "12345678", 8) != 8)
				return 1;
		start = now() - start;
		if (best < 0 || start < best)
			best = start;
	}
	printf("%ld\n", best);
	return 0;
}
END
if gcc -O2 -o count count.c 2>errors; then
	"$run" --deterministic -- ./count >first 2>errors &&
		"$run" --deterministic -- ./count >second 2>errors &&
		[ "$(cat first)" -gt 100000 ] && is count "$(cat second)" "$(cat first)"
	ok "--deterministic gives the same count twice ($(cat first) for 1000 writes)"
else
	skip "--deterministic gives the same count twice" "no compiler"
fi

"$run" -- sh -c 'echo one; sleep 1' >got1 2>errors &
"$run" -- sh -c 'echo two; sleep 1' >got2 2>errors2
wait $! && is two "$(cat got1 got2 | tr '\n' ' ')" "one two "
ok "two machines at the same time"

"$run" --timeout 120 -- sleep 100 2>errors &
pid=$!
sleep 1
vms() {
	pgrep -f "qemu-system.*$(printf %s "$mine" | sed 's/[.]/\\./g')" 2>/dev/null
}
# The machine is known by the folder that its run made for itself.
mine=
for dir in "${TMPDIR:-/tmp}"/uet-vm.*; do
	grep -qsF "C$tmp" "$dir/spec" && mine=$dir
done
[ -n "$mine" ] && vms >/dev/null && kill -TERM $pid
wait $pid
is status $? 143 && ! vms && [ ! -e "$mine" ]
ok "a signal to the script ends the machine and leaves nothing behind"

"$run" -- yes 2>errors | head -n 1 >got
is got "$(cat got)" y
ok "a reader that has had enough ends the run"

cat >off.c <<'END'
#include <sys/reboot.h>
int main(void) { return reboot(RB_AUTOBOOT); }
END
if gcc -o off off.c 2>errors; then
	"$run" -- ./off 2>errors
	is status $? 125
	ok "a machine that goes away is the rig's failure"
else
	skip "a machine that goes away is the rig's failure" "no compiler"
fi

"$run" --kernel stock -- sh -c 'uname -r; ls /sys/kernel/tracing/events >/dev/null &&
	ls /sys/kernel/tracing/user_events_data; exit 9' >got 2>errors
rc=$?
if [ $rc = 125 ] && grep -q 'apt knows no\|cannot be fetched' errors; then
	skip "the distribution's kernel has no user_events" "$(tail -n 1 errors)"
else
	is status $rc 9 && grep -qx '[0-9].*-amd64' got && is lines "$(wc -l <got)" 1
	ok "the distribution's kernel has no user_events"
fi

echo "1..$n"
