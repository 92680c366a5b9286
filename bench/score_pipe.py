#!/usr/bin/env python3
"""How fast `papert score` is the way a training loop calls it: one process kept open, a line in, a line out.

For every suite: mint tasks, take the oracle's replies, and (1) send one reply at a time and wait for its line,
(2) send them all at once. Everything runs on one core together with this client.

    bench/score_pipe.py build/release/papert [replies]
"""
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

COUNTS = {"shapecode": 100, "xlogo": 200, "sgp": 100, "turtleai": 40, "turtlebench": 60}


def replies_of(papert, suite, folder):
    subprocess.run([papert, "mint", suite, "--seed", "0", "--count", str(COUNTS[suite]), "--out", folder / "data",
                    "--display", "none"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([papert, "eval", suite, "--data", folder / "data", "--model", "baseline/oracle", "--log-dir",
                    folder / "runs", "--display", "none"], check=True, stdout=subprocess.DEVNULL)
    log = next((folder / "runs").glob("*/samples.jsonl"))
    return [json.dumps({"id": line["id"], "text": line["reply"]}) + "\n" for line in map(json.loads, log.open())]


def measure(papert, suite, count):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        replies = replies_of(papert, suite, folder)
        lines = [replies[i % len(replies)] for i in range(count)]
        scorer = subprocess.Popen([papert, "score", suite, "--data", folder / "data", "--answers", "-"], text=True,
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

        def ask(line):
            scorer.stdin.write(line)
            scorer.stdin.flush()
            return json.loads(scorer.stdout.readline())

        ask(lines[0])  # started and warm
        waits = []
        for line in lines:
            start = time.perf_counter()
            assert ask(line)["success"]
            waits.append(time.perf_counter() - start)
        scorer.stdin.close()
        scorer.wait()

        answers = folder / "answers.jsonl"
        answers.write_text("".join(lines))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([papert, "score", suite, "--data", folder / "data", "--answers", answers, "--out",
                        folder / "scores.jsonl"], check=True, stderr=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        one = json.loads((folder / "scores.jsonl").open().readline())
        assert one["success"], one
        waits.sort()
        return waits[len(waits) // 2], waits[len(waits) * 99 // 100], count / cpu


def main():
    papert = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 5000
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    print("| suite | one at a time, median / 99 % | all at once, per CPU second, start-up included |\n|---|---|---|")
    for suite in COUNTS:
        turtle = suite.startswith("turtle")
        median, slow, rate = measure(papert, suite, min(count, 2000) if turtle else count)
        print(f"| {suite} | {median * 1e3:.2f} / {slow * 1e3:.2f} ms | {rate:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
