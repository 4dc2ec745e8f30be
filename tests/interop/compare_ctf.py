# SPDX-License-Identifier: MIT
#
# compare_ctf.py CTF JSON: what babeltrace printed (--clock-cycles --no-delta)
# and uet report --json tell of the same recording, event by event.
import json
import re
import struct
import sys

EVENT = re.compile(r'\[(\d+)\] (.*?): \{ cpu_id = (\d+) \}, \{ (.*) \}')
FIELD = re.compile(r'(\w+) = ("(?:[^"\\]|\\.)*"|[^,]+)')


def value(text):
    if text.startswith('"'):
        return json.loads(text)
    return int(text, 0)


def of_ctf(line):
    ns, name, cpu, rest = EVENT.match(line).groups()
    fields = {k: value(v) for k, v in FIELD.findall(rest)}
    head = (int(ns), name, int(cpu), fields['perf_pid'], fields['perf_tid'])
    return head, {k: v for k, v in fields.items()
                  if not k.startswith(('perf_', 'common_'))}


def of_uet(line):
    event = json.loads(line)
    fields = event['fields']
    if 'average' in fields:
        # perf takes struct f64 for a number of 64 bits.
        fields['average'] = struct.unpack(
            '=q', struct.pack('=d', fields['average']))[0]
    return (event['time_ns'], event['event'], event['cpu'], event['pid'],
            event['tid']), fields


with open(sys.argv[1], encoding='utf-8') as f:
    theirs = [of_ctf(line) for line in f]
with open(sys.argv[2], encoding='utf-8') as f:
    ours = [of_uet(line) for line in f]
for a, b in zip(theirs, ours):
    if a != b:
        sys.exit('CTF has %s, uet %s' % (a, b))
if len(theirs) != len(ours):
    sys.exit('%d events, uet has %d' % (len(theirs), len(ours)))
print(' '.join(sorted({name for (_, name, *_), _ in ours})))
