#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Prints what reading a recording costs, perf's beside uet's in one run, as
# Markdown: CPU time, user and system, and the greatest memory in use.
set -u

LC_ALL=C
export LC_ALL
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
command -v perf >/dev/null || {
	echo 'bench/report: perf is missing' >&2
	exit 1
}
# The program itself, not libtool's script around it.
LD_LIBRARY_PATH=$builddir/lib/collect/.libs:$builddir/lib/emit/.libs
export LD_LIBRARY_PATH
uet=$builddir/.libs/uet
[ -x "$uet" ] || uet=$builddir/uet

python3 - "$uet" "$builddir/tests/report/generate" \
	"$builddir/bench/usage" <<'END'
import os
import subprocess
import sys

uet, generate, usage = sys.argv[1:]


def run(*argv, stdin=None):
    """CPU seconds and peak MiB of a command that must succeed."""
    with open(os.devnull, "wb") as out, open("err", "wb") as err:
        status = subprocess.call([usage, "used", *argv], stdin=stdin,
                                 stdout=out, stderr=err)
    if status:
        sys.exit("bench/report: %s failed: %s" % (argv, open("err").read()))
    cpu, peak = open("used").read().split()
    return float(cpu), float(peak) / 1024


def record(name, count, kind):
    subprocess.run([generate, name, str(count), kind], check=True)


def peak_of_stream(count):
    with subprocess.Popen([generate, "-", str(count), "plain"],
                          stdout=subprocess.PIPE) as writer:
        return run(uet, "report", "-i", "-", stdin=writer.stdout)[1]


TEXT = [["uet", "report"], ["perf", "script"]]
JSON = [["uet", "report", "--json"],
        ["perf", "data", "convert", "--force", "--to-json", os.devnull]]


def read(command, file):
    argv = [uet if command[0] == "uet" else command[0]] + command[1:]
    return run(*argv, "-i", file)


def in_turn(commands, files, times):
    """By command and file, the least CPU time and the greatest memory."""
    results = {}
    for _ in range(times):
        for command in commands:
            for file in files:
                key = " ".join(command), file
                cpu, peak = read(command, file)
                least, most = results.get(key, (9e9, 0))
                results[key] = min(cpu, least), max(peak, most)
    return results


FORMS = [["--csv"], ["--summary"], ["--summary=latency_ns"],
         ["--filter", "status >= 400"], ["--fields", "status,path"],
         ["--print-fmt"]]

record("million", 1000000, "plain")
record("ten", 10000000, "plain")
version = subprocess.run(["perf", "--version"], capture_output=True, text=True)
print("A million events of five fields, %d MiB, %s; the best of four runs in turn.\n"
      % (os.path.getsize("million") >> 20, version.stdout.strip()))
print("| command | CPU, s | uet takes | peak, MiB | peak with ten million |")
print("|---|--:|--:|--:|--:|")
for pair in TEXT, JSON:
    results = list(in_turn(pair, ["million"], 4).values())
    for i, command in enumerate(pair):
        less = "1 / %.1f" % (results[1][0] / results[0][0]) if not i else ""
        many = "%.1f" % read(command, "ten")[1] if command != JSON[1] else ""
        print("| `%s` | %.2f | %s | %.1f | %s |"
              % (" ".join(command), results[i][0], less, results[i][1], many))

print("\nPeak memory of `uet report`, in MiB:\n")
print("| | a million | ten million |")
print("|---|--:|--:|")
for form in FORMS:
    print("| `%s` | %.1f | %.1f |"
          % (" ".join(form),
             run(uet, "report", *form, "-i", "million")[1],
             run(uet, "report", *form, "-i", "ten")[1]))
print("| a stream, `-i -` | %.1f | %.1f |"
      % (peak_of_stream(1000000), peak_of_stream(10000000)))
record("million", 1000000, "zstd")
record("ten", 10000000, "zstd")
print("| compressed | %.1f | %.1f |"
      % (run(uet, "report", "-i", "million")[1],
         run(uet, "report", "-i", "ten")[1]))
os.remove("ten")
record("eventheader", 1000000, "eventheader")
record("flat", 1000000, "flat")
print("\nA million EventHeader events, %d MiB, and as many of the same values in "
      "fields of the\nkernel, %d MiB; the best of four runs in turn.\n"
      % (os.path.getsize("eventheader") >> 20, os.path.getsize("flat") >> 20))
print("| command | EventHeader, CPU, s | fields, CPU, s | ratio | peak, MiB |")
print("|---|--:|--:|--:|--:|")
commands = [TEXT[0], JSON[0], TEXT[1]]
results = in_turn(commands, ["eventheader", "flat"], 4)
for command in map(" ".join, commands):
    cpu, peak = results[command, "eventheader"]
    flat = results[command, "flat"][0]
    print("| `%s` | %.2f | %.2f | %.2f | %.1f |"
          % (command, cpu, flat, cpu / flat, peak))
END
