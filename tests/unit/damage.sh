#!/bin/sh
# SPDX-License-Identifier: MIT
#
# uet report over the table of damaged files, for each kind of file: whatever is
# wrong in the header, and wherever the file is cut, it says one line, exits
# with 1 and does not hang.  What this costs in memory, and what is wrong behind
# the header, is test_perfdata_damage's.
. "${srcdir:-.}/tests/kernel/lib.sh"

python3 - "$builddir/tests/unit/test_perfdata_damage" "$work" <<'END'
import subprocess, sys

make, work = sys.argv[1:]
number = 0
EACH_CUT = 7
ONES = 2 ** 64 - 1

def ok(good, name):
    global number
    number += 1
    print('ok' if good else 'not ok', number, '-', name, flush=True)

def report(data):
    """Its exit status and the lines that it says."""
    with open(work + '/file', 'wb') as f:
        f.write(data)
    try:
        r = subprocess.run(['uet', 'report', '-i', work + '/file'],
                           capture_output=True, timeout=20)
    except subprocess.TimeoutExpired:
        return 'a hang', []
    return r.returncode, r.stderr.splitlines()

def is_told(data, what, status=1):
    """In a line, behind which there may be one about what else was skipped; of
    a file that seems whole, status 0, in none."""
    got, lines = report(data)
    if len(lines) == 2 and b'were skipped' in lines[1]:
        lines.pop()
    if got == status and len(lines) == status:
        return True
    print('#', what, 'exits with', got, lines)
    return False

def try_number(kind, sound, order, at, name):
    right = int.from_bytes(sound[at:at + 8], order)
    good = True
    for wrong in {0, 1, (right - 1) & ONES, (right + 1) & ONES, ONES,
                  right ^ 1 << 63} - {right}:
        data = sound[:at] + wrong.to_bytes(8, order) + sound[at + 8:]
        good &= is_told(data, '%s: %s = %#x' % (kind, name, wrong))
    ok(good, '%s: %s at byte %d is wrong' % (kind, name, at))

def try_kind(kind):
    made = subprocess.run([make, '--write', kind, work + '/sound'], check=True,
                          capture_output=True, text=True).stdout
    with open(work + '/sound', 'rb') as f:
        sound = f.read()
    order, numbers, whole = None, [], set()
    for line in made.splitlines():
        word, value, *name = line.split(None, 2)
        if word == 'order':
            order = value
        elif word == 'number':
            numbers.append((int(value), *name))
        elif word == 'whole':
            whole.add(int(value))
    ok(is_told(sound, kind, 0), '%s: the sound file is read' % kind)
    for at, name in numbers:
        try_number(kind, sound, order, at, name)
    ok(all([is_told(sound[:n], '%s: cut at %d' % (kind, n), int(n not in whole))
            for n in range(0, len(sound), EACH_CUT)]),
       '%s: the file is cut anywhere' % kind)

for kind in subprocess.run([make, '--list'], check=True, capture_output=True,
                           text=True).stdout.split():
    try_kind(kind)
print('1..%d' % number)
END
