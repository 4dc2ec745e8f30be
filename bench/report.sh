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


def best(command, file, times):
    argv = [uet if command[0] == "uet" else command[0]] + command[1:]
    runs = [run(*argv, "-i", file) for _ in range(times)]
    return min(cpu for cpu, _ in runs), max(peak for _, peak in runs)


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
    results = [[9e9, 0], [9e9, 0]]
    for _ in range(4):
        for i, command in enumerate(pair):
            cpu, peak = best(command, "million", 1)
            results[i] = [min(cpu, results[i][0]), max(peak, results[i][1])]
    for i, command in enumerate(pair):
        less = "1 / %.1f" % (results[1][0] / results[0][0]) if not i else ""
        many = "%.1f" % best(command, "ten", 1)[1] if command != JSON[1] else ""
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
END
