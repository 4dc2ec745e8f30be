# SPDX-License-Identifier: MIT
#
# compare.py NAME...: of each recording, whether perf and uet tell the same,
# event by event: NAME.uet is from uet report --json, NAME.script from
# perf script --ns -F comm,pid,tid,cpu,time,event,trace, NAME.json, if there is
# one, from perf data convert --to-json.  A line "NAME COUNT" for each that
# agrees, else what differs.
import json
import os
import struct
import sys


ALWAYS = {'timestamp', 'pid', 'tid', 'cpu', 'comm'}


def as_perf_prints(value, name):
    """A field's value in perf's words, wrong ones included."""
    if name == 'average':
        # perf does not know struct f64: it prints the bits as a number.
        return str(struct.unpack('=Q', struct.pack('=d', value))[0])
    if isinstance(value, bool):
        return str(int(value))
    return str(value)


def fields(event):
    return {name: as_perf_prints(value, name)
            for name, value in event['fields'].items()}


def as_script(event):
    """The line that perf script has for it, blanks reduced."""
    ns = event['time_ns']
    line = '%s %d/%d [%03d] %d.%09d: %s: %s' % (
        event['comm'], event['pid'], event['tid'], event['cpu'],
        ns // 10 ** 9, ns % 10 ** 9, event['event'],
        ' '.join('%s=%s' % f for f in fields(event).items()))
    return ' '.join(line.split())


def as_json(event):
    return dict(fields(event), timestamp=event['time_ns'], pid=event['pid'],
                tid=event['tid'], cpu=event['cpu'], comm=event['comm'])


def compare(name):
    with open(name + '.uet', encoding='utf-8') as f:
        events = [json.loads(line) for line in f]
    with open(name + '.script', encoding='utf-8') as f:
        lines = [' '.join(line.split()) for line in f if line.strip()]
    if len(events) != len(lines):
        return '%d events, perf script has %d' % (len(events), len(lines))
    for event, line in zip(events, lines):
        if as_script(event) != line:
            return '%s; perf script has: %s' % (as_script(event), line)
    if not os.path.exists(name + '.json'):
        return len(events)
    with open(name + '.json', encoding='utf-8') as f:
        samples = json.load(f)['samples']
    if len(samples) != len(events):
        return '%d events, the JSON has %d' % (len(events), len(samples))
    for event, sample in zip(events, samples):
        sample.pop('callchain', None)
        ours = as_json(event)
        # perf 6.1 leaves out the fields.
        if not ALWAYS <= set(sample) or any(
                ours.get(key) != sample[key] for key in sample):
            return '%s; the JSON has: %s' % (ours, sample)
    return len(events)


for recording in sys.argv[1:]:
    print(recording, compare(recording))
