#!/bin/sh
# SPDX-License-Identifier: MIT
#
# uet report takes time by the number of ids, names and threads of a file, and
# not by its square, whatever numbers and names somebody chose for them.
. "${srcdir:-.}/tests/kernel/lib.sh"

python3 - "$work" <<'END'
import resource, struct, subprocess, sys

work, = sys.argv[1:]
number = 0
COMM, SAMPLE, ATTR, TRACING_DATA, UPDATE = 3, 9, 64, 66, 78
IDENTIFIER_TID_TIME_RAW = 1 << 16 | 1 << 1 | 1 << 2 | 1 << 10
LIMIT_S = 20

def record(kind, body):
    return struct.pack('=IHH', kind, 0, 8 + len(body)) + body

def attr(config):
    """With sample_id_all, whose bit compilers of big machines put elsewhere."""
    bit = 1 << 18 if sys.byteorder == 'little' else 1 << (63 - 18)
    return struct.pack('=IIQQQQQ80x', 2, 128, config, 1,
                       IDENTIFIER_TID_TIME_RAW, 0, bit)

def sample(event_id, tid, time):
    return record(SAMPLE, struct.pack('=QIIQI12x', event_id, tid, tid, time,
                                      12))

def with_names(n):
    """A stream of so many events, each with a name of its own."""
    parts = [b'PERFILE2' + struct.pack('=Q', 16)]
    for i in range(1, n + 1):
        name = b'user_events_multi:event_%08d.%x' % (i, i)
        name += bytes(8 - len(name) % 8)
        parts.append(record(ATTR, attr(i) + struct.pack('=Q', i)))
        parts.append(record(UPDATE, struct.pack('=QQ', 2, i) + name))
    parts.extend(sample(i, 7, 100 + i) for i in range(1, n + 1, 64))
    return b''.join(parts)

def formats_of(config):
    """A record of one format, with what must stand before it."""
    text = (b'name: event_%d\nID: %d\nformat:\n'
            b'\tfield:u64 all;\toffset:0;\tsize:8;\tsigned:0;\n\n'
            b'print fmt: ""\n' % (config, config))
    data = b'\x17\x08\x44tracing0.6\0' + struct.pack(
        '=BBI', sys.byteorder == 'big', 8, 4096)
    data += b'header_page\0' + bytes(8) + b'header_event\0' + bytes(8)
    data += struct.pack('=II', 0, 1) + b'user_events\0'
    data += struct.pack('=IQ', 1, len(text)) + text
    data += bytes(-len(data) % 8)
    return record(TRACING_DATA, struct.pack('=I', len(data))) + data

def with_formats(n):
    """A stream in which the format comes behind each of so many events."""
    parts = [b'PERFILE2' + struct.pack('=Q', 16)]
    for i in range(1, n + 1):
        parts.append(record(ATTR, attr(i) + struct.pack('=Q', i)))
        parts.append(formats_of(i))
    parts.append(sample(n, 7, 100))
    return b''.join(parts)

def with_ids(ids):
    """A file of two events, the first of which has these ids."""
    attrs_at = 104 + 8 * (len(ids) + 1)
    data_at = attrs_at + 2 * 144
    ONE = ids[0] ^ 1 << 62
    data = sample(ids[-1], 7, 100) + sample(ONE, 7, 101)
    header = struct.pack('=8s8Q32x', b'PERFILE2', 104, 144, attrs_at, 288,
                         data_at, len(data), 0, 0)
    return (header + struct.pack('=%dQ' % (len(ids) + 1), *ids, ONE) +
            attr(100) + struct.pack('=QQ', 104, 8 * len(ids)) +
            attr(200) + struct.pack('=QQ', attrs_at - 8, 8) + data)

def with_threads(tids):
    """A stream in which each of these threads gets a name."""
    head = b'PERFILE2' + struct.pack('=Q', 16)
    head += b''.join(record(ATTR, attr(i) + struct.pack('=Q', i))
                     for i in (1, 2))
    return head + b''.join(
        record(COMM, struct.pack('=II8sIIQQ', tid, tid, b'thread', tid, tid,
                                 100 + i, 1))
        for i, tid in enumerate(tids)) + sample(1, tids[-1], 10 ** 9)

def used():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime

def seconds(data, *options):
    """Of processor time, the least of three; LIMIT_S where it takes longer."""
    with open(work + '/file', 'wb') as f:
        f.write(data)
    return min(run(*options) for _ in range(3))

def run(*options):
    command = ['uet', 'report', *options, '-i', work + '/file']
    before = used()
    try:
        result = subprocess.run(command, capture_output=True, timeout=LIMIT_S)
    except subprocess.TimeoutExpired:
        return LIMIT_S
    if not result.stdout.strip():
        print('#', command, 'printed nothing:', result.stderr)
        return LIMIT_S
    return used() - before

def check(name, usual, worst, factor):
    """A little is granted to a machine that is busy."""
    global number
    number += 1
    good = worst < LIMIT_S and worst <= factor * usual + 0.2
    print('#', name, '%.3f s, usually %.3f s' % (worst, usual))
    print('ok' if good else 'not ok', number, '-', name)

# Eight times as many take eight times as long, or 64 times.
few, many = with_names(4096), with_names(32768)
for options in (), ('--summary',), ('--summary', '--json'):
    check(' '.join(('many names', *options)), seconds(few, *options),
          seconds(many, *options), 16)

check('many formats', seconds(with_formats(4096)),
      seconds(with_formats(32768)), 16)

# Numbers that a plain hash sends to one slot: of 2^k, and the multiples of the
# inverses of the factors that such hashes have.
N_IDS = 262144
usual = seconds(with_ids(range(1, N_IDS + 1)))
for name, step in (('ids all 0 modulo 2^44', 1 << 44),
                   ('ids against the golden ratio',
                    pow(0x9e3779b97f4a7c15, -1, 2 ** 64))):
    ids = [i * step % 2 ** 64 for i in range(1, N_IDS + 1)]
    check(name, usual, seconds(with_ids(ids)), 4)

usual = seconds(with_threads(range(1, 32768)))
check('threads all 0 modulo 2^17', usual,
      seconds(with_threads([i << 17 for i in range(1, 32768)])), 4)
print('1..%d' % number)
END
