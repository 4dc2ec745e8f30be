#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Sessions of several threads do not meet.
. "$srcdir/tests/kernel/lib.sh"

exec "$builddir/tests/kernel/sessions"
