#!/usr/bin/env python3
"""How fast the Python package scores, beside `papert score` through a pipe and the same batches in C++ (reward_bench), in
the same run on one core.

For every suite: mint tasks, take the references, every second one sent to another task, where it is wrong; score them
with score_batch(jobs=1), by CPU time, jails included. Then how much of its speed a counter in Python keeps beside a
batch (the interpreter lock is released), and what two threads gain over one.

    PYTHONPATH=build/release/python bench/python_rates.py build/release/papert [--bench build/release/bin/reward_bench]
        [--replies 20000] [suite ...]
"""
import argparse
import json
import multiprocessing
import os
import pathlib
import resource
import statistics
import subprocess
import tempfile
import threading
import time

import papert
import score_pipe

RUNS_PROGRAMS = ("turtleai", "turtlebench")


def cpu_seconds():
    """Of this process and the jails that ended."""
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def pairs_of(name, count, tiers=()):
    tasks = papert.suite(name).mint(seed=7, count=score_pipe.COUNTS[name], tiers=tiers)
    texts = [task.reference for task in tasks]
    pairs = [(task.id, texts[place - turn]) for place, task in enumerate(tasks) for turn in (0, 1)]
    return tasks, [pairs[i % len(pairs)] for i in range(count)]


def rate(tasks, pairs):
    """Replies per CPU second."""
    ids, replies = [each for each, _ in pairs], [text for _, text in pairs]
    tasks.score_batch(ids[:200], replies[:200], jobs=1)
    papert.shutdown()
    began = cpu_seconds()
    scores = tasks.score_batch(ids, replies, jobs=1)
    papert.shutdown()  # a jail's time counts once it has ended
    time.sleep(0.2)
    return len(scores) / (cpu_seconds() - began)


def like_bench(name, tiers, seconds=3, batch=512):
    """Replies per second on the one core that this process may use: the batches of reward_bench.cc, repeated as there."""
    tasks = papert.suite(name).mint(seed=7, count=20 if name in RUNS_PROGRAMS else 200, tiers=tiers)
    texts = [task.reference for task in tasks]
    places = [i % len(tasks) for i in range(batch)]
    ids = [tasks[place].id for place in places]
    replies = [texts[(place + i % 2) % len(texts)] for i, place in enumerate(places)]
    tasks.score_batch(ids, replies, jobs=1)
    began, scored = time.perf_counter(), 0
    while time.perf_counter() < began + seconds:
        scored += len(tasks.score_batch(ids, replies, jobs=1))
    return scored / (time.perf_counter() - began)


def count(seconds):
    end, turns = time.perf_counter() + seconds, 0
    while time.perf_counter() < end:
        turns += 1
    return turns


def score_until(stop, tasks, ids, replies):
    while not stop.is_set():
        tasks.score_batch(ids, replies, jobs=1)


def counter_share(tasks, pairs, rounds=5):
    """What a counter in Python keeps of its speed beside a batch in a thread, and beside the same batch in a process of
    its own, where there is no lock to share: what is missing there is the machine's. Medians of rounds in turn."""
    ids, replies = [each for each, _ in pairs], [text for _, text in pairs]
    shares = ([], [])
    for _ in range(rounds):
        for place, kind in enumerate((threading, multiprocessing.get_context("fork"))):
            alone = count(1)
            stop = kind.Event()
            beside = (threading.Thread if kind is threading else kind.Process)(
                target=score_until, args=(stop, tasks, ids, replies))
            beside.start()
            time.sleep(0.3)
            shares[place].append(count(2) / 2 / alone)
            stop.set()
            beside.join()
    return [statistics.median(each) for each in shares]


def two_threads(tasks, pairs):
    """How many times as many replies two threads score as one, where there are two cores."""
    ids, replies = [each for each, _ in pairs], [text for _, text in pairs]

    def rounds(threads, seconds=5):
        done = [0] * threads
        end = time.perf_counter() + seconds

        def work(place):
            while time.perf_counter() < end:
                tasks.score_batch(ids, replies, jobs=1)
                done[place] += len(ids)
        workers = [threading.Thread(target=work, args=(place,)) for place in range(threads)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        return sum(done)
    return rounds(2) / rounds(1)


def beside(name, batches, tiers=()):
    row = batches.get(" ".join([name, *tiers]))
    if not row:
        return "- | - | -"
    own = like_bench(name, tiers)
    return f"{own:,.0f} | {row['batch']:,.0f} | {own / row['batch']:.2f}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("papert")
    parser.add_argument("--bench", help="reward_bench, whose batches stand beside ours; PAPERT_ZYGOTE must be set for it")
    parser.add_argument("--replies", type=int, default=20000)
    parser.add_argument("suites", nargs="*", default=["shapecode", "xlogo", "sgp", "turtleai", "turtlebench"])
    options = parser.parse_args()
    os.environ.setdefault("PAPERT_PROGRAM", os.path.abspath(options.papert))  # the worker that solids need
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    batches = {}
    if options.bench:
        batches = json.loads(subprocess.run([options.bench], check=True, capture_output=True, text=True).stdout)
    print("| suite | score_batch, replies per CPU second | papert score | ratio | batches of 512, per second of one core | in C++ | ratio |\n|---|---|---|---|---|---|---|")
    for name in options.suites:
        count = options.replies // 20 if name in RUNS_PROGRAMS else options.replies
        tasks, pairs = pairs_of(name, count)
        if name in RUNS_PROGRAMS:  # what jails use is counted in other ways by the two
            print(f"| {name} | - | - | - | {beside(name, batches)} |", flush=True)
            continue
        own = rate(tasks, pairs)
        with tempfile.TemporaryDirectory() as folder:
            lines = score_pipe.replies_of(options.papert, name, pathlib.Path(folder), False)
            answers, scores = pathlib.Path(folder, "answers"), pathlib.Path(folder, "scores")
            few, all_ = lines[:1], [lines[i % len(lines)] for i in range(count)]
            seconds = []
            for part in (few, all_):
                answers.write_text("".join(part))
                used, _ = score_pipe.score_all(options.papert, name, pathlib.Path(folder, "data"), answers, scores)
                seconds.append(used)
            other = (count - 1) / (seconds[1] - seconds[0])
        print(f"| {name} | {own:,.0f} | {other:,.0f} | {own / other:.2f} | {beside(name, batches)} |", flush=True)
    easy, pairs = pairs_of("shapecode", options.replies, ["easy"])
    print(f"| shapecode easy | {rate(easy, pairs):,.0f} | - | - | {beside('shapecode', batches, ['easy'])} |")
    os.sched_setaffinity(0, range(os.cpu_count()))
    drawn, drawn_pairs = pairs_of("turtleai", 1000)
    for name, tasks, each in (("shapecode easy", easy, pairs), ("turtleai", drawn, drawn_pairs)):
        thread, process = counter_share(tasks, each)
        print(f"a counter in Python keeps {thread:.0%} of its speed beside a batch ({name}), {process:.0%} beside one in "
              f"another process: {thread / process:.2f}", flush=True)
    print(f"two threads score {two_threads(easy, pairs[:2000]):.2f} times as many as one")


if __name__ == "__main__":
    main()
