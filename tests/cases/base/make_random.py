"""Writes random.jsonl: what CPython's random.Random draws, one call per line.

Run with Python 3.11 or later:  python3 make_random.py > random.jsonl
Every line is a new generator: {"seed", "call", "args", "result"}. Floats are written with repr, which
is exact; whole numbers that may exceed 64 bits are strings.
"""

import json
import random

SEEDS = [0, 1, -1, 42, 12345, 2**31 - 1, 2**31, 2**32 - 1, 2**32, -(2**32), 2**63 - 1, -(2**63), 2**64 + 1, 10**40]
POPULATIONS = [(1, 1), (5, 3), (21, 5), (22, 5), (85, 6), (86, 6), (100, 30), (2000, 7), (100000, 100), (50, 50)]


def line(seed, call, args, result):
    print(json.dumps({"seed": str(seed), "call": call, "args": args, "result": result}))


def integers(seed):
    rng = random.Random(seed)
    line(seed, "random", [], [rng.random() for _ in range(8)])
    for k in (0, 1, 7, 31, 32, 33, 63, 64):
        rng = random.Random(seed)
        line(seed, "getrandbits", [k], [str(rng.getrandbits(k)) for _ in range(4)])
    for k in (0, 1, 65, 96, 1000):
        value = random.Random(seed).getrandbits(k)
        line(seed, "getrandbits_words", [k], [value >> 32 * i & 0xFFFFFFFF for i in range((k + 31) // 32)])
    low, high = -(2**63), 2**63 - 1
    for a, b in ((0, 0), (0, 1), (1, 6), (0, 511), (-5, 5), (0, 2**32 - 1), (0, 2**32), (low, high), (low, high - 1), (high, high)):
        rng = random.Random(seed)
        line(seed, "randint", [a, b], [rng.randint(a, b) for _ in range(5)])
    for a, b, step in ((0, 10, 3), (10, 0, -3), (0, 1, 100), (low, high, 1), (low, high, high), (high, low, low), (high, low, -1), (-7, 8, 5)):
        rng = random.Random(seed)
        line(seed, "randrange", [a, b, step], [rng.randrange(a, b, step) for _ in range(5)])


def sequences(seed):
    rng = random.Random(seed)
    line(seed, "choice", [7], [rng.choice(range(7)) for _ in range(6)])
    line(seed, "choices", [9], random.Random(seed).choices(range(9), k=6))
    weights = [0.1, 2.5, 0.0, 1.0, 1e-9, 3.3]
    line(seed, "choices_weighted", [weights], random.Random(seed).choices(range(6), weights, k=12))
    cumulative = [1.0, 1.0, 4.0, 10.0]
    line(seed, "choices_cumulative", [cumulative], random.Random(seed).choices(range(4), cum_weights=cumulative, k=12))
    for n in (0, 1, 2, 10, 33):
        values = list(range(n))
        random.Random(seed).shuffle(values)
        line(seed, "shuffle", [n], values)
    for n, k in POPULATIONS:
        line(seed, "sample", [n, k], random.Random(seed).sample(range(n), k))


def reals(seed):
    rng = random.Random(seed)
    line(seed, "uniform", [-2.5, 10.0], [rng.uniform(-2.5, 10.0) for _ in range(5)])
    rng = random.Random(seed)
    line(seed, "gauss", [1.0, 3.0], [rng.gauss(1.0, 3.0) for _ in range(5)])
    rng = random.Random(seed)
    for _ in range(2000):
        rng.getrandbits(32)
    line(seed, "after_2000_words", [], rng.random())


for s in SEEDS:
    integers(s)
    sequences(s)
    reals(s)
