#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Prints what recording an event costs the recorder, in instructions, by uet
# record and by perf record, as Markdown.  Boots the VM.
set -u

command -v perf >/dev/null || {
	echo 'bench/record: no perf (Debian: linux-perf)' >&2
	exit 1
}
exec "$srcdir/tests/vm/run" --deterministic --timeout 300 --env srcdir \
	--env builddir -- sh "$srcdir/bench/record_in_vm"
