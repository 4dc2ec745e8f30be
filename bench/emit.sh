#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Prints what an event costs, in instructions, as Markdown.  Boots the VM.
set -u

# shellcheck disable=SC2016 # for the shell in the VM
exec "$srcdir/tests/vm/run" --deterministic --timeout 300 -- sh -c '
	echo "On Linux $(uname -r), compiled by $1."
	echo
	exec "$2"' - "$("${CC:-gcc}" --version | head -n 1)" "$builddir/bench/emit"
