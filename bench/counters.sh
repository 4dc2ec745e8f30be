#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Prints what reading a counter and a probe that is off cost on arm64, in
# instructions, as Markdown.  Cross-builds and boots the arm64 VM, whose PMU
# counts what is executed.
set -u

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
{ sh "$srcdir/scripts/configure-arm64" && make -j2 bench/counters; } \
	>log 2>&1 || {
	tail -n 20 log >&2
	echo 'bench/counters: cannot be built for arm64' >&2
	exit 1
}
"$srcdir/tests/vm/run" --arch arm64 --deterministic --timeout 300 -- \
	"$work/bench/counters" >figures || exit 1
echo '| on arm64, instructions of | user space | with the kernel |'
echo '|---|--:|--:|'
awk -F '\t' '{ printf "| %s | %s | %s |\n", $1, $2, $3 }' figures
