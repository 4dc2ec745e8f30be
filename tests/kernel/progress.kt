#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What uet record shows while it runs: on a terminal a line that rewrites
# itself, elsewhere nothing.
. "$srcdir/tests/kernel/lib.sh"

sequence=$builddir/tests/kernel/sequence
cd "$work" || exit 1

# A terminal of 200 columns around a command; what it got goes to shown.
python3 - "$sequence" >result <<'END'
import fcntl, os, pty, struct, subprocess, sys, termios, time

master, slave = pty.openpty()
fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 200, 0, 0))
recorder = subprocess.Popen(['uet', 'record', '--register',
                             'progress_a u32 thread; u64 number', '-a',
                             '-e', 'progress_a', '-o', 'data'],
                            stdin=slave, stdout=slave, stderr=slave)
os.close(slave)
shown = b''

def read_until(what):
    global shown
    end = time.monotonic() + 20
    while what not in shown and time.monotonic() < end:
        try:
            shown += os.read(master, 4096)
        except OSError: # nobody has the terminal any more
            break
    return what in shown

print('begins', read_until(b'0 events'))
subprocess.run([sys.argv[1], 'progress_a', '1', '500'], check=True)
print('counts', read_until(b'\ruet record: 500 events'))
recorder.send_signal(2)
read_until(b'never')
print('status', recorder.wait())
open('shown', 'wb').write(shown)
END
check 'it is shown from the beginning' "$(grep begins result)" 'begins True'
check 'it counts' "$(grep counts result)" 'counts True'
check 'SIGINT ends it' "$(grep status result)" 'status 0'
tr '\r' '\n' <shown >lines
check_says 'with rate, size and losses' lines \
	'^uet record: 500 events, [0-9]+/s, [0-9.]+ MB, 0 lost; Ctrl-C ends it'
check 'all in one line, which is erased at the end' \
	"$(sed -n '/Ctrl-C/,$p' lines | grep -v 'Ctrl-C' | head -n 1 | cut -c1-3)" \
	"$(printf '\033[K')"
check_says 'before the summary' lines '500  *user_events:progress_a'

uet record -e progress_a --register 'progress_a u32 thread; u64 number' \
	-o data -- "$sequence" progress_a 1 10 2>err
check_says 'without a terminal there is the summary' err '10  *user_events:progress_a'
check 'alone' "$(grep -c Ctrl-C err)" 0
finish
