#!/usr/bin/env python3
"""A million replies in eight shards, and their merge: seconds, processor seconds and memory (docs/scale.md).

    bench/scale_million.py PAPERT [REPLIES] [score] [run]

score: 'papert score --shard' and the merge of its files, compared with one process. run: 'papert eval --shard' of as many
samples and the merge of its folders; needs 3 kB of disk for each.
"""

import filecmp
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

PAPERT = os.path.abspath(sys.argv[1])
NUMBERS = [int(word) for word in sys.argv[2:] if word.isdigit()]
PARTS = [word for word in sys.argv[2:] if not word.isdigit()] or ["score", "run"]
REPLIES = NUMBERS[0] if NUMBERS else 1_000_000
SHARDS = 8
AT_ONCE = 2


class Cost:
    def __init__(self):
        self.wall = time.monotonic()
        self.processor = 0.0
        self.memory = 0

    def add(self, process):
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise SystemExit(f"{process.args}: exit code {process.returncode}")
        self.processor += usage.ru_utime + usage.ru_stime
        self.memory = max(self.memory, usage.ru_maxrss / 1024)

    def text(self):
        return f"{time.monotonic() - self.wall:,.0f} s, {self.processor:,.0f} s of processor time, {self.memory:,.0f} MB at most"


def start(*words):
    return subprocess.Popen([PAPERT, *map(str, words)], stdout=subprocess.DEVNULL)


def in_shards(*words):
    cost = Cost()
    running = []
    for i in range(SHARDS):
        running.append(start(*words, "--shard", f"{i}/{SHARDS}"))
        if len(running) == AT_ONCE:
            cost.add(running.pop(0))
    for process in running:
        cost.add(process)
    return cost.text()


def alone(*words):
    cost = Cost()
    cost.add(start(*words))
    return cost.text()


def score(folder):
    made = json.loads(subprocess.run([PAPERT, "eval", "xlogo", "--mint", "7", "--count", "100", "--model", "baseline/oracle", "--json",
                                      "--display", "none", "--log-dir", folder / "runs"], capture_output=True, check=True).stdout)
    right = [json.loads(line) for line in pathlib.Path(made["run"], "samples.jsonl").open()]
    with (folder / "replies").open("w") as file:
        for k in range(REPLIES):
            line = right[k % len(right)]
            text = line["reply"] if k % 3 else line["reply"][:-9]
            file.write(json.dumps({"id": line["id"], "epoch": k // len(right), "key": k, "text": text}) + "\n")
    words = ["score", "xlogo", "--mint", 7, "--count", 100, "--answers", folder / "replies"]
    print(f"score, one process: {alone(*words, '--out', folder / 'one')}", flush=True)
    print(f"score, {SHARDS} shards: {in_shards(*words, '--out', folder / 'part')}", flush=True)
    print(f"merge: {alone('merge', *sorted(folder.glob('part.s*')), '--out', folder / 'joined')}", flush=True)
    if not filecmp.cmp(folder / "one", folder / "joined", shallow=False):
        raise SystemExit("not equal")
    print(f"equal bytes, {(folder / 'joined').stat().st_size / 1e6:,.0f} MB of {(folder / 'replies').stat().st_size / 1e6:,.0f} MB")


def run(folder):
    count = 1000
    words = ["eval", "xlogo", "--mint", 7, "--count", count, "--model", "baseline/oracle", "-n", REPLIES // count, "--display", "none",
             "--log-dir", folder / "parts"]
    print(f"eval, {SHARDS} shards: {in_shards(*words)}", flush=True)
    parts = sorted((folder / "parts").iterdir())
    print(f"merge: {alone('merge', *parts, '--out', folder / 'whole', '--display', 'none')}", flush=True)
    print(f"a run of {(folder / 'whole' / 'samples.jsonl').stat().st_size / 1e6:,.0f} MB")


for part in PARTS:
    with tempfile.TemporaryDirectory(prefix="papert-million-") as name:
        (score if part == "score" else run)(pathlib.Path(name))
