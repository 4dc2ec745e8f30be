#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What the other decoder of EventHeader events prints, and what ours does: each
# name, number and string must be the same, in the same order.  The one event
# here is our own; the 374 of LinuxTracepoints' test are not part of this project:
# UET_EVENTHEADER_DATA is the folder with EventHeaderInterceptorLE64.dat and its
# .linux.json.
. "${srcdir:-.}/tests/kernel/lib.sh"

python3 - "$builddir/tests/unit/eventheader_print" "$work" \
	"${UET_EVENTHEADER_DATA:-}" <<'END'
import json, os, re, struct, subprocess, sys

program, work, folder = sys.argv[1:]
NAME = 'EventHeaderInterceptorLE64.dat'
META = ('level', 'keyword', 'opcode', 'id', 'version', 'tag', 'activity',
        'relatedActivity')

def load(text):
    """Objects as lists of pairs: names may be there twice, and have an order."""
    return json.loads(text, object_pairs_hook=lambda pairs: pairs)

def printed(form, path):
    r = subprocess.run([program, form, path], capture_output=True, check=True)
    return r.stdout.decode().splitlines()

def expected(path):
    """Characters of UTF-32 that are out of range are no UTF-8 there."""
    with open(path + '.linux.json', 'rb') as f:
        text = f.read().decode('utf-8-sig', errors='surrogateescape')
    text, n = re.subn('[\udc80-\udcff]+', '\ufffd', text)
    return load('{' + text + '}')[0][1], n

def ours(line):
    """A line in the shape that the other decoder prints."""
    name, event = line.split('\t', 1)
    pairs = load('{' + event + '}')
    members = dict(pairs)
    meta = sorted(p for p in pairs if p[0] in META)
    return ([('n', members['provider'] + ':' + name)] + members['fields'] +
            [('meta', meta)] +
            [p for p in pairs if p[0] in ('damaged', 'fieldAttributes')])

def theirs(pairs):
    return pairs[:-1] + [('meta', sorted(pairs[-1][1]))]

number = 0
def ok(good, name):
    global number
    number += 1
    print('ok' if good else 'not ok', number, '-', name)

def compare(path, n, bad_characters):
    want, replaced = expected(path)
    got = printed('json', path)
    ok(len(want) == len(got) == n, '%d events' % n)
    wrong = 0
    for i, pair in enumerate(zip(want, got)):
        a, b = theirs(pair[0]), ours(pair[1])
        # As text: true is not 1, and 1 is not 1.0.
        if repr(a) != repr(b):
            wrong += 1
            print('# event', i, 'should be', ascii(a))
            print('#         and is', ascii(b))
    ok(not wrong, 'all are as the other decoder has them')
    ok(replaced == bad_characters,
       'but for %d characters that are none' % bad_characters)
    text = printed('text', path)
    ok(len(text) == n and not any('<damaged' in line for line in text),
       'as text they are lines, and none is damaged')

def write_one(path):
    """An event, as the others are stored, and as that decoder prints it."""
    metadata = (b'One\0' b'n\0\x82\x02' b's\0\x81\x83\x1f\0'
                b'a\0\xc4\x08' b'x\0\x83\x03' b'c\0\x84\x0b' b'n\0\x8d\x01')
    event = (bytes((7, 0, 2, 0, 0, 0, 0, 4)) +
             struct.pack('<HH', len(metadata), 1) + metadata +
             b'\xff' + struct.pack('<Hff', 2, 0.5, 3) + b'\x1a\x01' +
             b'\0\0\x11\0' + b'\0\0')
    tracepoint = b'Own_L4Kaf\0'
    with open(path, 'wb') as f:
        f.write(struct.pack('<I', 4 + len(tracepoint) + len(event)) +
                tracepoint + event)
    with open(path + '.linux.json', 'wb') as f:
        f.write(b'\xef\xbb\xbf\n"own": [ { "n": "Own:One", "n": -1, '
                b'"s;tag=0x1F": { "a": [ 0.5, 3 ], "x": "0x11A", '
                b'"c": "\xf4\x90\x80\x80" }, "n": null, '
                b'"meta": { "id": 2, "level": 4, "keyword": "0xAF" } } ]')

write_one(work + '/own')
compare(work + '/own', 1, 1)
if os.path.exists(os.path.join(folder, NAME)):
    compare(os.path.join(folder, NAME), 374, 4)
else:
    print('# not compared: UET_EVENTHEADER_DATA is no folder with', NAME)
print('1..%d' % number)
END
