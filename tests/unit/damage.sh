#!/bin/sh
# SPDX-License-Identifier: MIT
#
# uet report over the table of damaged files: whatever is wrong in the header,
# and wherever the file is cut, it says one line, exits with 1 and does not
# hang.  What this costs in memory is test_perfdata_damage's.
set -u

work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
if [ -x "$builddir/.libs/uet" ]; then
	uet=$builddir/.libs/uet
	LD_LIBRARY_PATH=$builddir/lib/collect/.libs:$builddir/lib/emit/.libs
	export LD_LIBRARY_PATH
else
	uet=$builddir/uet
fi
"$builddir/tests/unit/test_perfdata_damage" --write "$work/sound" || exit 99

python3 - "$uet" "$work" <<'END'
import struct, subprocess, sys

uet, work = sys.argv[1:]
sound = open(work + '/sound', 'rb').read()
number = 0

def report(data):
    with open(work + '/file', 'wb') as f:
        f.write(data)
    return subprocess.run([uet, 'report', '-i', work + '/file'],
                          capture_output=True, timeout=20)

def ok(good, name):
    global number
    number += 1
    print('ok' if good else 'not ok', number, '-', name)

def is_told(data, what):
    """One line on standard error, and exit status 1."""
    try:
        r = report(data)
    except subprocess.TimeoutExpired:
        print('#', what, 'hangs')
        return False
    if r.returncode == 1 and len(r.stderr.splitlines()) == 1:
        return True
    print('#', what, 'exits with', r.returncode, r.stderr)
    return False

r = report(sound)
ok(r.returncode == 0 and not r.stderr and r.stdout.count(b'\n') == 3,
   'the sound file is read')

FIELDS = ('magic', 'size', 'attr_size', 'attrs.offset', 'attrs.size',
          'data.offset', 'data.size', None, None,
          'features[0]', 'features[1]', 'features[2]', 'features[3]')
ONES = 2 ** 64 - 1
for i, name in enumerate(FIELDS):
    if not name:
        continue # the list of event types that nobody uses any more
    right, = struct.unpack_from('=Q', sound, 8 * i)
    good = True
    for wrong in {0, 1, (right - 1) & ONES, (right + 1) & ONES, ONES} - {right}:
        data = sound[:8 * i] + struct.pack('=Q', wrong) + sound[8 * i + 8:]
        good &= is_told(data, '%s = %#x' % (name, wrong))
    ok(good, 'the field %s of the header is wrong' % name)

ok(all([is_told(sound[:n], 'cut at %d' % n) for n in range(len(sound))]),
   'the file is cut at every byte')
print('1..%d' % number)
END
