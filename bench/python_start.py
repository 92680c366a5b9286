#!/usr/bin/env python3
"""What a process pays that uses the Python package for the first time: importing it, the first drawing scored beside
BALLAST gigabytes of the process's own (a jail is started without copying its pages), and its memory with two jails.

    PYTHONPATH=build/release/python bench/python_start.py build/release/papert [--ballast 4]
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys

MEASURE = """
import json, pathlib, sys, time
ballast = bytearray(int(sys.argv[1]) << 30)
for page in range(0, len(ballast), 4096):
    ballast[page] = 1
began = time.perf_counter()
import papert
imported = time.perf_counter()
tasks = papert.suite("turtleai").mint(seed=7, count=2)
replies = [task.reference for task in tasks]
ids = [task.id for task in tasks]
minted = time.perf_counter()
score = tasks.score(ids[0], replies[0])
scored = time.perf_counter()
assert score.success, score.line
papert.warm_up(2)
status = pathlib.Path("/proc/self/status").read_text()
resident = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
stats = papert.stats()
print(json.dumps({"import_s": imported - began, "mint_s": minted - imported, "first_score_s": scored - minted,
                  "own_mb": (resident - (len(ballast) >> 10)) / 1024, "jails": stats["jails"]}))
"""


def jails_mb(pid):
    """What the children of a process hold that nobody shares, in megabytes."""
    total = 0
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and f"PPid:\t{pid}\n" in (entry / "status").read_text():
                rollup = (entry / "smaps_rollup").read_text()
                total += sum(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
        except OSError:
            continue
    return total / 1024


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("papert")
    parser.add_argument("--ballast", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    os.environ.setdefault("PAPERT_PROGRAM", os.path.abspath(options.papert))
    for ballast in (0, options.ballast):
        rows = []
        for _ in range(options.rounds):
            code = MEASURE + "sys.stdout.flush(); sys.stdin.read()\n"
            with subprocess.Popen([sys.executable, "-B", "-c", code, str(ballast)], stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE, text=True) as process:
                row = json.loads(process.stdout.readline())
                row["jails_mb"] = jails_mb(process.pid)
                process.stdin.close()
            rows.append(row)
        figures = ", ".join(f"{name} {statistics.median(row[name] for row in rows):.3f}" for name in rows[0])
        print(f"{ballast} GB beside: {figures}", flush=True)


if __name__ == "__main__":
    main()
