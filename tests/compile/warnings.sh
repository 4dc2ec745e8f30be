#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What a careful program asks its compiler to warn of, as errors: the headers'
# macros, expanded in the program's own file, must not be what is found.  TAP.
set -u

include=${srcdir:-.}/include
here=${srcdir:-.}/tests/compile/ok
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
n=0

both='-Wall -Wextra -pedantic -Wconversion -Wsign-conversion -Wshadow -Wundef
	-Wfloat-conversion -Wcast-qual -Wcast-align -Wformat=2 -Wfloat-equal
	-Wnull-dereference -Wswitch-default -Wswitch-enum -Wvla -Winit-self
	-Wredundant-decls -Wmissing-declarations -Wimplicit-fallthrough
	-Wstrict-overflow=2 -Wdate-time -Wunreachable-code'
gcc='-Wcast-align=strict -Wlogical-op -Wduplicated-cond -Wduplicated-branches
	-Warith-conversion -Walloca -Wtrampolines -Wattribute-alias=2
	-Wdisabled-optimization -Wstringop-overflow=4'
c='-Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition
	-Wnested-externs -Wwrite-strings'
c_gcc='-Wc++-compat -Wjump-misses-init'
cxx='-Woverloaded-virtual -Wnon-virtual-dtor -Wextra-semi -Wsign-promo
	-Wctor-dtor-privacy -Wold-style-cast'
cxx_gcc='-Wuseless-cast -Wnoexcept -Wsuggest-override -Wmismatched-tags
	-Wcomma-subscript -Wvolatile -Wstrict-null-sentinel'
# All that clang has, but for what nobody can do anything about.
everything='-Weverything -Wno-c++98-compat -Wno-c++98-compat-pedantic
	-Wno-reserved-identifier -Wno-reserved-macro-identifier
	-Wno-unused-macros -Wno-documentation-unknown-command'
# Records are packed on purpose, and descriptions padded.
everything="$everything -Wno-padded -Wno-packed"

# clean COMPILER FLAGS WARNINGS FILE…: no warning, with probes and without.
clean()
{
	compiler=$1 flags=$2 warnings=$3
	shift 3
	for file; do
		for disable in '' -DUET_DISABLE; do
			n=$((n + 1))
			name="$(basename "$file") $compiler $flags $disable"
			# shellcheck disable=SC2086 # words
			if ! command -v "$compiler" >/dev/null; then
				echo "ok $n - $name # SKIP no $compiler"
			elif "$compiler" $flags $disable $warnings -Werror \
				-I"$include" -c "$file" -o "$work/object.o" \
				2>"$work/said"; then
				echo "ok $n - $name"
			else
				sed 's/^/# /' "$work/said"
				echo "not ok $n - $name"
			fi
		done
	done
}

clean gcc '-std=c11 -O2' "$both $gcc $c $c_gcc" "$here"/*.c
clean gcc '-std=c11 -O0' "$both $gcc $c $c_gcc" "$here"/*.c
clean gcc '-std=gnu2x -O3' "$both $gcc $c $c_gcc" "$here"/*.c
clean clang '-std=c11 -O2' "$both $c $everything" "$here"/*.c
clean g++ '-std=c++17 -O2' "$both $gcc $cxx $cxx_gcc" "$here"/*.cc
clean g++ '-x c++ -std=c++20 -O2' "$both $gcc $cxx $cxx_gcc" "$here"/*.c*
clean clang++ '-std=c++17 -O2' "$both $cxx $everything" "$here"/*.cc
clean clang++ '-x c++ -std=c++20 -O2' "$both $cxx $everything" "$here"/*.c*
echo "1..$n"
