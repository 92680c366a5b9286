#!/usr/bin/env python3
"""What a reply to score and a task to mint cost, suite by suite, in processor time and bytes (docs/scale.md).

    bench/scale_rates.py PAPERT [SUITE...]

Processor time is that of papert and all it starts, user and system, so that other work on the machine matters little; what
it takes to begin is taken off. Replies are right ones and ones that were cut in half, in turn.
"""

import ctypes
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

PAPERT = os.path.abspath(sys.argv[1])
SUITES = sys.argv[2:] or ["shapecode", "xlogo", "turtleai", "turtlebench", "sgp"]
REPLIES = {"shapecode": 100_000, "xlogo": 100_000, "turtleai": 1_500, "turtlebench": 1_500, "sgp": 100_000}
PR_SET_CHILD_SUBREAPER = 36
MINTED = {"shapecode": 300, "xlogo": 1_000, "turtleai": 20, "turtlebench": 30, "sgp": 60}


def processor_seconds(*words):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([PAPERT, *map(str, words)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    while True:  # jails that outlive their program by a moment
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            break
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def score(suite, folder):
    source = ["--mint", 7, "--count", 10]
    done = subprocess.run([PAPERT, "eval", suite, *map(str, source), "--model", "baseline/oracle", "--log-dir", folder, "--json",
                           "--display", "none"], capture_output=True, text=True, check=True)
    lines = pathlib.Path(json.loads(done.stdout)["run"], "samples.jsonl").read_text().splitlines()
    right = [(line["id"], line["reply"]) for line in map(json.loads, lines)]
    few, many, out = folder / "few", folder / "many", folder / "scores"
    count = REPLIES[suite]
    with many.open("w") as file:
        for k in range(count):
            name, reply = right[k % len(right)]
            text = reply if k // len(right) % 2 == 0 else reply[: len(reply) // 2]
            file.write(json.dumps({"id": name, "key": k, "text": text}) + "\n")
    few.write_text("".join(many.open().readlines()[:1]))
    words = ["score", suite, *source, "--jobs", 1, "--out", out, "--answers"]
    begin = processor_seconds(*words, few)
    seconds = processor_seconds(*words, many) - begin
    return count / seconds, many.stat().st_size / count, out.stat().st_size / count


def mint(suite, folder):
    words = ["mint", suite, "--seed", 1_000_000, "--jobs", 1, "--display", "none", "--count"]
    begin = processor_seconds(*words, 1, "--out", folder / "one")
    seconds = processor_seconds(*words, MINTED[suite] + 1, "--out", folder / "minted") - begin
    files = [path for path in (folder / "minted").rglob("*") if path.is_file()]
    described = subprocess.run([PAPERT, "mint", suite, "--check", folder / "minted"], capture_output=True, text=True).stdout
    tasks = int(described.split(": ")[1].split()[0].replace(",", ""))
    return tasks / seconds, sum(path.stat().st_size for path in files) / tasks, len(files) / tasks


def main():
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
    print("| suite | replies scored per core second | bytes in, out | tasks minted per core second | bytes, files of a task |")
    print("|---|---|---|---|---|")
    for suite in SUITES:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            scored, sent, written = score(suite, folder)
            minted, size, files = mint(suite, folder)
        print(f"| {suite} | {scored:,.0f} | {sent:,.0f}, {written:,.0f} | {minted:,.0f} | {size:,.0f}, {files:.1f} |", flush=True)


main()
