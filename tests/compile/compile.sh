#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The headers compile, without a warning, in every language and compiler that
# they are for, and what must not compile says why.  TAP.
set -u

include=${srcdir:-.}/include
here=${srcdir:-.}/tests/compile
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
n=0

# ok STATUS NAME: one line of TAP; what the compiler said stands above it.
ok()
{
	n=$((n + 1))
	if [ "$1" = 0 ]; then
		echo "ok $n - $2"
	else
		sed 's/^/# /' "$work/said"
		echo "not ok $n - $2"
	fi
}

# gcc and clang have to be there: "skip" where one is not, which a run for a
# release does not accept.
compilers()
{
	case $1 in
	c) set -- gcc clang ;;
	c++) set -- g++ clang++ ;;
	esac
	for c; do
		if command -v "$c" >/dev/null; then
			echo "$c"
		else
			n=$((n + 1))
			echo "ok $n # SKIP $c is not installed" >&3
		fi
	done
}

warnings='-Wall -Wextra -Werror -pedantic -Wshadow -Wredundant-decls -Wundef'
c_warnings='-Wmissing-prototypes -Wstrict-prototypes -Wwrite-strings'
cxx_warnings='-Wmissing-declarations'

# compiles COMPILER FLAGS FILE
compiles()
{
	# shellcheck disable=SC2086 # flags are words
	"$1" $2 -I"$include" -c "$3" -o "$work/object.o" >"$work/said" 2>&1
}

exec 3>&1

# Each header alone, and twice.
headers=$(cd "$include" && find uet -name '*.h' | sort)
for header in $headers; do
	printf '#include "%s"\n#include "%s"\nint x;\n' "$header" "$header" \
		>"$work/header.c"
	cp "$work/header.c" "$work/header.cc"
	for c in $(compilers c); do
		compiles "$c" "-std=c11 $warnings" "$work/header.c"
		ok $? "$header alone, $c"
	done
	for c in $(compilers c++); do
		compiles "$c" "-std=c++17 $warnings" "$work/header.cc"
		ok $? "$header alone, $c"
	done
done

for disable in '' -DUET_DISABLE; do
	for c in $(compilers c); do
		for std in -std=c11 -std=c17 -std=gnu2x '-std=c11 -O0' \
			'-std=c11 -Os -fPIC' '-std=c11 -O3 -march=native'; do
			for file in "$here"/ok/*.c; do
				compiles "$c" "${std%% *} -O2 ${std#-std=* } \
					$warnings $c_warnings $disable" "$file"
				ok $? "$(basename "$file") $c $std $disable"
			done
		done
	done
	for c in $(compilers c++); do
		for std in -std=c++17 -std=c++20 '-std=c++17 -O0' \
			'-std=c++17 -Os -fPIC'; do
			for file in "$here"/ok/*.c "$here"/ok/*.cc; do
				compiles "$c" "-x c++ ${std%% *} -O2 \
					${std#-std=* } $warnings \
					$cxx_warnings $disable" "$file"
				ok $? "$(basename "$file") $c $std $disable"
			done
		done
	done
done

# must_fail COMPILER FLAGS FILE
must_fail()
{
	expect=$(sed -n 's,^/\* expect\( in C\| but in C with clang\)\{0\,1\}: \(.*\) \*/$,\2,p' "$3")
	if compiles "$1" "$2" "$3"; then
		echo "it compiles" >"$work/said"
		ok 1 "fail/$(basename "$3") $1 $2"
	else
		grep -qE "$expect" "$work/said"
		ok $? "fail/$(basename "$3") $1 $2"
	fi
}

for file in "$here"/fail/*.c; do
	for c in $(compilers c); do
		case $c$(grep -o 'but in C with clang' "$file") in
		clang?*) continue ;;
		esac
		must_fail "$c" "-std=c11" "$file"
	done
	# To C++ two declarations that differ are two functions.
	grep -q 'expect in C:' "$file" && continue
	for c in $(compilers c++); do
		must_fail "$c" "-x c++ -std=c++17" "$file"
	done
done
# Types are checked where the probes are compiled away, too.
for file in "$here"/fail/*_for_*.c; do
	for c in $(compilers c); do
		must_fail "$c" "-std=c11 -DUET_DISABLE" "$file"
	done
done

# With UET_PLAIN_CALL all assembly has both syntaxes: the same instructions.
for c in $(compilers c); do
	"$c" -dM -E - </dev/null | grep -q __x86_64__ || continue
	for syntax in att intel; do
		compiles "$c" "-std=c11 -O2 -DUET_PLAIN_CALL -masm=$syntax" \
			"$here/ok/every_kind.c" &&
			objcopy -O binary -j .text "$work/object.o" \
				"$work/$syntax" >"$work/said" 2>&1 || break
	done && [ -s "$work/att" ] &&
		cmp "$work/att" "$work/intel" >"$work/said" 2>&1
	ok $? "-masm=intel with UET_PLAIN_CALL, $c"
done

# Without an optimiser, and with as many registers taken as there are: nine
# operands, a stack of unknown size and alignment.
cat >"$work/registers.c" <<'END'
#include <uet/eventheader.h>
UET_PROVIDER(p, "P");
UET_EH_EVENT(e, p, "E", 4, 1, UET_EH_U64(a), UET_EH_U64(b), UET_EH_U64(c),
	     UET_EH_U64(d), UET_EH_U64(e), UET_EH_U64(f), UET_EH_STR(g),
	     UET_EH_BYTES(h));
void use(void *, void *);
void trace(const uint64_t *v, const char *s, size_t n);
void trace(const uint64_t *v, const char *s, size_t n)
{
	char aligned[256] __attribute__((aligned(64)));

	use(aligned, __builtin_alloca(n));
	UET_EH_TRACE(e, v[0], v[1], v[2], v[3], v[4], v[5], s, s, n);
	use(aligned, aligned);
}
END
for c in $(compilers c); do
	"$c" -dM -E - </dev/null | grep -q __x86_64__ || continue
	for model in small medium large; do
		compiles "$c" "-std=c11 -O0 -fPIC -mcmodel=$model" \
			"$work/registers.c"
		ok $? "-mcmodel=$model, $c"
	done
done

# Two files are one file when they are optimised together.
for name in One Two; do
	cat >"$work/$name.c" <<-END
	#include <uet/eventheader.h>
	UET_PROVIDER(p, "$name");
	UET_EH_EVENT(e, p, "E", 4, 1);
	void trace_$name(void);
	void trace_$name(void) { UET_EH_TRACE(e); }
	END
done
sed 's/trace_One/trace_more/' "$work/One.c" >"$work/more.c"
if command -v gcc >/dev/null; then
	for name in One Two more; do
		compiles gcc '-flto -O2 -fPIC' "$work/$name.c" &&
			mv "$work/object.o" "$work/$name.o"
	done
	gcc -flto -O2 -shared "$work/One.o" "$work/more.o" \
		-o "$work/shared.so" >"$work/said" 2>&1
	ok $? "a provider in two files, gcc -flto"
	! gcc -flto -O2 -shared "$work/One.o" "$work/Two.o" \
		-o "$work/shared.so" >"$work/said" 2>&1 &&
		grep -q 'two providers have one id' "$work/said"
	ok $? "two providers of one id do not link, gcc -flto"
fi

# With UET_DISABLE nothing is left that needs libuet.
cat >"$work/main.c" <<'END'
#include <uet/activity.h>
#include <uet/counter.h>
#include <uet/event.h>
#include <uet/eventheader.h>
#include <uet/register.h>
UET_EVENT(e, "e", UET_U32(a), UET_COUNTER(c));
UET_PROVIDER(p, "P");
UET_EH_EVENT(d, p, "D", 4, 1, UET_EH_ACTIVITY, UET_EH_U32(a));
int main(void)
{
	struct uet_event_counts counts;
	struct uet_counter *counter;
	struct uet_error err;
	unsigned char id[UET_ACTIVITY_SIZE];
	char text[99];
	int error = 1;

	if (uet_counter_open("cycles", &counter, &err) != -EOPNOTSUPP ||
	    counter || !err.text[0] || uet_counter_is_user(counter) ||
	    uet_counter_read(counter).state != UET_COUNT_NONE ||
	    UET_COUNTER_MARK(e, counter).state != UET_COUNT_NONE)
		return 2;
	uet_counter_close(counter);
	UET_TRACE(e, 1, uet_counter_read(counter));
	uet_activity_new(id);
	UET_EH_TRACE(d, id, 1);
	uet_event_stats(UET_EVENT_REF(e), &counts);
	uet_unregister();
	return UET_ENABLED(e) || counts.emitted || uet_register() ||
	       uet_event_state(UET_EVENT_REF(e), &error) != UET_STATE_NEW ||
	       error || uet_strerror_detail(UET_EVENT_REF(e), text, 99) < 9;
}
END
for c in $(compilers c); do
	"$c" -O0 -DUET_DISABLE -I"$include" "$work/main.c" -o "$work/main" \
		>"$work/said" 2>&1 && "$work/main"
	ok $? "UET_DISABLE links without libuet, $c"
done

echo "1..$n"
