#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The formats of a multi-format event: their tracepoints, deleting them.
. "$srcdir/tests/kernel/lib.sh"

exec "$builddir/tests/kernel/formats"
