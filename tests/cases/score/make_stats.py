"""Writes sums.jsonl and bootstrap.jsonl, the answers of Python and numpy to the recipes of src/score.

Run with Python 3.12 or later (whose sum() compensates) for sums, any with numpy for the bootstrap:
    python3.12 make_stats.py sums > sums.jsonl
    python3 make_stats.py bootstrap > bootstrap.jsonl
"""

import json
import math
import random
import sys


def write_sums():
    rng = random.Random(1)
    cases = [[], [0.1] * 10, [1e308, 1e308], [1e308, 1e308, -1e308, -1e308], [1.0, 1e100, 1.0, -1e100], [-0.0], [-0.0, -0.0]]
    for n in (1, 2, 3, 10, 100, 1000):
        cases.append([rng.random() for _ in range(n)])
        cases.append([rng.uniform(-1, 1) * 10.0 ** rng.randint(-30, 30) for _ in range(n)])
    for values in cases:
        total = sum(values, 0.0)
        line = {"values": values, "sum": total if math.isfinite(total) else str(total)}
        print(json.dumps(line))


def draw_means(rng, n, resamples, metrics):
    means = [[] for _ in metrics]
    for _ in range(resamples):
        weight = [0] * n
        for _ in range(n):
            weight[rng.randrange(n)] += 1
        for mean, (sums, counts) in zip(means, metrics):
            total = items = 0.0
            for i in range(n):
                total += weight[i] * sums[i]
                items += weight[i] * counts[i]
            if items > 0:
                mean.append(total / items)
    return means


def write_bootstrap():
    import numpy

    rng = random.Random(2)
    for n, resamples, seed, level in ((1, 10, 0, 0.95), (2, 100, 1, 0.95), (5, 7, 2, 0.9), (30, 1000, 3, 0.95), (200, 101, -4, 0.99), (3, 1, 5, 0.5)):
        metrics = []
        for kind in range(5):
            counts = [float(rng.randint(0 if kind == 4 else 1, 3)) for _ in range(n)]
            sums = [sum(rng.random() if kind else float(rng.random() < 0.3) for _ in range(int(c))) for c in counts]
            metrics.append((sums, counts))
        means = draw_means(random.Random(seed), n, resamples, metrics)
        tail = (1 - level) / 2
        intervals = [[float(x) for x in numpy.quantile(m, [tail, 1 - tail])] if m else None for m in means]
        print(json.dumps({"resamples": resamples, "seed": seed, "level": level, "metrics": metrics, "intervals": intervals}))


{"sums": write_sums, "bootstrap": write_bootstrap}[sys.argv[1]]()
