#!/usr/bin/env python3
"""How fast `papert score` is the way a training loop calls it: one process kept open, a line in, a line out.

For every suite: mint tasks, take the oracle's replies, every second one sent to another task, where it is wrong (with --right none), and
(1) send one reply at a time and wait for its line, (2) send them all at once, through pipes. Everything runs on one core together with
this client; (2) counts the CPU seconds of the scorer alone, those of its start, which ends with the first reply, apart. With a second
program, its rate stands beside the first one's, and both must write the same bytes.

    bench/score_pipe.py build/release/papert [--right] [--replies 40000] [--other other/papert] [suite ...]
"""
import argparse
import ctypes
import json
import os
import pathlib
import subprocess
import tempfile
import time

MOST_ALONE = 5000
COUNTS = {"shapecode": 100, "xlogo": 200, "sgp": 100, "turtleai": 40, "turtlebench": 60}


def replies_of(papert, suite, folder, right):
    subprocess.run([papert, "mint", suite, "--seed", "7", "--count", str(COUNTS[suite]), "--out", folder / "data",
                    "--display", "none"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([papert, "eval", suite, "--data", folder / "data", "--model", "baseline/oracle", "--log-dir",
                    folder / "runs", "--display", "none"], check=True, stdout=subprocess.DEVNULL)
    log = next((folder / "runs").glob("*/samples.jsonl"))
    samples = [json.loads(line) for line in log.open()]
    texts = [sample["reply"] for sample in samples]
    pairs = [pair for i, sample in enumerate(samples)
             for pair in ((sample["id"], texts[i]), (sample["id"], texts[i if right else i - 1]))]
    return [json.dumps({"id": name, "text": text}) + "\n" for name, text in pairs]


def score_all(papert, suite, data, answers, scores):
    """CPU seconds of the scorer between two pipes, and what it wrote."""
    with answers.open() as source, scores.open("w") as sink:
        feed = subprocess.Popen(["cat"], stdin=source, stdout=subprocess.PIPE)
        scorer = subprocess.Popen([papert, "score", suite, "--data", data, "--answers", "-"], stdin=feed.stdout,
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        drain = subprocess.Popen(["cat"], stdin=scorer.stdout, stdout=sink)
        feed.stdout.close()
        scorer.stdout.close()
        _, status, usage = os.wait4(scorer.pid, 0)
        assert status == 0, status
        feed.wait()
        drain.wait()
    return usage.ru_utime + usage.ru_stime + seconds_of_orphans(), scores.read_bytes()


def seconds_of_orphans():
    """CPU seconds of the scorer's jails: they are nobody's children, so they become those of this process (adopt_orphans)."""
    seconds = 0
    while True:
        try:
            _, _, usage = os.wait4(-1, 0)
        except ChildProcessError:
            return seconds
        seconds += usage.ru_utime + usage.ru_stime


def adopt_orphans():
    if ctypes.CDLL(None, use_errno=True).prctl(36, 1, 0, 0, 0) != 0:  # PR_SET_CHILD_SUBREAPER
        raise OSError(ctypes.get_errno(), "prctl")


def measure(papers, suite, count, right):
    papert = papers[0]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        replies = replies_of(papert, suite, folder, right)
        lines = [replies[i % len(replies)] for i in range(count)]
        scorer = subprocess.Popen([papert, "score", suite, "--data", folder / "data", "--answers", "-"], text=True,
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

        def ask(line):
            scorer.stdin.write(line)
            scorer.stdin.flush()
            return json.loads(scorer.stdout.readline())

        ask(lines[0])  # started and warm
        waits = []
        for i, line in enumerate(lines[:MOST_ALONE]):
            start = time.perf_counter()
            success = ask(line)["success"]
            waits.append(time.perf_counter() - start)
            assert success or (i % 2 == 1 and not right)
        scorer.stdin.close()
        scorer.wait()

        answers = folder / "answers.jsonl"
        answers.write_text("".join(lines))
        first = folder / "first.jsonl"
        first.write_text(lines[0])
        starts = [min(score_all(each, suite, folder / "data", first, folder / "scores.jsonl")[0] for _ in range(3))
                  for each in papers]
        results = [score_all(each, suite, folder / "data", answers, folder / "scores.jsonl") for each in papers]
        assert len({written for _, written in results}) == 1, "the programs write different bytes"
        one = json.loads(results[0][1].split(b"\n", 1)[0])
        assert one["success"], one
        waits.sort()
        rates = [(count - 1) / (cpu - start) for (cpu, _), start in zip(results, starts)]
        return waits[len(waits) // 2], waits[len(waits) * 99 // 100], starts[0], rates


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("papert")
    parser.add_argument("suites", nargs="*", default=list(COUNTS))
    parser.add_argument("--replies", type=int, default=40000)
    parser.add_argument("--other")
    parser.add_argument("--right", action="store_true")
    given = parser.parse_args()
    papers = [os.path.abspath(path) for path in (given.papert, given.other) if path]
    adopt_orphans()
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    other = " other program | times |" if len(papers) > 1 else ""
    print(f"| suite | one at a time, median / 99 % | start-up, CPU time | all at once, per CPU second |{other}")
    print("|---" * (4 + 2 * (len(papers) - 1)) + "|")
    for suite in given.suites:
        turtle = suite.startswith("turtle")
        median, slow, start, rates = measure(papers, suite, min(given.replies, 2000) if turtle else given.replies, given.right)
        more = f" {rates[1]:,.0f} | {rates[0] / rates[1]:.2f} |" if len(rates) > 1 else ""
        print(f"| {suite} | {median * 1e3:.2f} / {slow * 1e3:.2f} ms | {start * 1e3:.0f} ms | {rates[0]:,.0f} |{more}", flush=True)


if __name__ == "__main__":
    main()
