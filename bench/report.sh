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

python3 - "$uet" "$builddir/tests/report/generate" <<'END'
import os
import subprocess
import sys

uet, generate = sys.argv[1:]


def run(*argv):
    """CPU seconds and peak MiB of a command that must succeed."""
    with open(os.devnull, "wb") as out, open("err", "wb") as err:
        child = subprocess.Popen(argv, stdout=out, stderr=err)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = status
    if status:
        sys.exit("bench/report: %s failed: %s" % (argv, open("err").read()))
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def record(name, count):
    subprocess.run([generate, name, str(count), "plain"], check=True)


TEXT = [["uet", "report"], ["perf", "script"]]
JSON = [["uet", "report", "--json"],
        ["perf", "data", "convert", "--force", "--to-json", os.devnull]]


def best(command, file, times):
    argv = [uet if command[0] == "uet" else command[0]] + command[1:]
    runs = [run(*argv, "-i", file) for _ in range(times)]
    return min(cpu for cpu, _ in runs), max(peak for _, peak in runs)


record("million", 1000000)
record("ten", 10000000)
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
END
