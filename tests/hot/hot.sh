#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The cost of a probe that is off, counted in the object code for each pair of
# functions in probes.c.  TAP; above the budget is a failure.
#
# Budget on x86-64: the probe is two instructions of at most 13 bytes, and no
# argument is evaluated.  What the compiler changes around it is counted as
# well, along the path that is executed while nobody listens: nothing, but for
# one instruction that it may choose differently.  Where the program's own
# function is called among the arguments, registers are saved for that call.
# A mark of a counter is a probe, and two instructions make it none; what lives
# until it is used pushes up to two registers and may cost a move or a jump.
set -u

srcdir=${srcdir:-.}
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
n=0
pairs='no_fields one_field three_fields calls_in_arguments eight_fields described marked'

if [ "$(uname -m)" != x86_64 ]; then
	echo "1..0 # SKIP the budget is for x86-64"
	exit 0
fi

# walk OBJECT FUNCTION: follows the path of a disabled probe.  Prints the
# instructions executed, those of the probe, its bytes, and calls executed.
walk()
{
	objdump -d -w --no-show-raw-insn --disassemble="$2" "$1" | awk '
	BEGIN { count = 0 }
	function hex(s,  i, v) {
		v = 0
		for (i = 1; i <= length(s); i++)
			v = v * 16 + index("0123456789abcdef",
					   substr(s, i, 1)) - 1
		return v
	}
	/^Disassembly of section / { hot = $NF ~ /^\.text:$/ }
	hot && /^ *[0-9a-f]+:\t/ {
		address = $1
		sub(/:$/, "", address)
		at[count] = hex(address)
		op[count] = $2
		to[count] = $3
		text[count] = $0
		where[hex(address)] = count++
	}
	END {
		for (i = 0; i < count && steps < 1000; steps++) {
			executed++
			if (op[i] == "ret" || op[i] == "retq")
				break
			if (op[i] ~ /^call/)
				calls++
			if (op[i] == "cmpl" && text[i] ~ /\$0x0,.*\(%rip\)/ &&
			    op[i + 1] ~ /^jn?e$/) {
				probe += 2
				bytes += at[i + 2] - at[i]
				executed++
				i = op[i + 1] == "jne" ? i + 2 : \
					where[hex(to[i + 1])]
			} else if (op[i] == "jmp") {
				i = where[hex(to[i])]
			} else {
				i++
			}
		}
		print executed + 0, probe + 0, bytes + 0, calls + 0
	}'
}

# verdict NAME: one line of TAP from $1 = 0 or not.
verdict()
{
	n=$((n + 1))
	if [ "$1" = 0 ]; then
		echo "ok $n - $2"
	else
		echo "not ok $n - $2"
	fi
}

# check COMPILER FLAGS
check()
{
	compiler=$1
	shift
	if ! command -v "$compiler" >/dev/null; then
		verdict 0 "$compiler # SKIP $compiler is not installed"
		return
	fi
	if ! "$compiler" "$@" -I"$srcdir/include" \
		-c "$srcdir/tests/hot/probes.c" -o "$work/probes.o" \
		2>"$work/said"; then
		sed 's/^/# /' "$work/said"
		verdict 1 "$compiler $* compiles"
		return
	fi
	for pair in $pairs; do
		# shellcheck disable=SC2046 # words
		set -- "$*" $(walk "$work/probes.o" "$pair") \
			$(walk "$work/probes.o" "${pair}_bare")
		flags=$1 executed=$2 probe=$3 bytes=$4 calls=$5 bare=$6
		around=$((executed - bare - probe))
		probes=1
		case $pair in
		calls_in_arguments) limit=4 ;;
		marked) limit=8 probes=2 ;;
		*) limit=1 ;;
		esac
		[ "$bare" -ge 2 ] && [ "$probe" = $((2 * probes)) ] &&
			[ "$bytes" -ge $((8 * probes)) ] &&
			[ "$bytes" -le $((13 * probes)) ] && [ "$calls" = 0 ] &&
			[ "$around" -le "$limit" ]
		verdict $? "$compiler $flags: $pair: $probe instructions, $bytes bytes; around it $around"
		# shellcheck disable=SC2086 # flags are words
		set -- $flags
	done
}

for pic in -fPIE -fPIC; do
	for level in -O2 -Os; do
		check gcc -std=c11 $level $pic
		check g++ -x c++ -std=c++17 $level $pic
		check clang -std=c11 $level $pic
		check clang++ -x c++ -std=c++17 $level $pic
	done
done
echo "1..$n"
