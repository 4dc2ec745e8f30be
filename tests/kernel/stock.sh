#!/bin/sh
# SPDX-License-Identifier: MIT
#
# A kernel without user_events, the distribution's own: programs run as if
# their probes were not there, and every command says what is missing.  Runs
# on the host; boots the VM.
set -u

exec "$srcdir/tests/vm/run" --kernel stock --env srcdir --env builddir \
	--timeout 300 -- sh "$srcdir/tests/kernel/without_user_events"
