"""Writes passk.jsonl, mcnemar.jsonl, clusters.json and paired.json: exact answers from whole
numbers, and numpy's to the clustered figures of a summary and of a comparison.

    python3 make_exact.py passk > passk.jsonl
    python3 make_exact.py mcnemar > mcnemar.jsonl
    python3 make_exact.py clusters > clusters.json
    python3 make_exact.py paired > paired.json
"""

import json
import random
import sys
from fractions import Fraction
from math import comb


def write_passk():
    rng = random.Random(3)
    cases = [(n, c, k) for n in range(1, 7) for c in range(n + 1) for k in range(1, n + 1)]
    for n in (10, 100, 1000, 5000):
        for _ in range(30):
            k = rng.choice([1, 3, 5, 10, n // 2, n, rng.randint(1, n)])
            cases.append((n, rng.choice([0, 1, n - 1, n, rng.randint(0, n)]), k))
    for n, c, k in cases:
        at = 1 - Fraction(comb(n - c, k), comb(n, k))
        every = Fraction(comb(c, k), comb(n, k))
        print(json.dumps({"n": n, "c": c, "k": k, "at": float(at), "all": float(every)}))


def write_mcnemar():
    cases = [(b, c) for b in range(13) for c in range(13)]
    cases += [(0, 60), (30, 45), (100, 130), (500, 620), (5000, 5200), (0, 1074), (3, 1200), (20000, 20300)]
    for b, c in cases:
        n, m = b + c, min(b, c)
        tail, term = 0, 1
        for i in range(m + 1):
            tail += term
            term = term * (n - i) // (i + 1)
        print(json.dumps({"b": b, "c": c, "p": float(min(Fraction(1), Fraction(2 * tail, 2**n)))}))


def clustered_stderr(values, clusters):
    """The sandwich of a regression on nothing but a constant, one residual block per cluster."""
    import numpy

    x = numpy.ones((len(values), 1))
    y = numpy.array(values)
    bread = numpy.linalg.inv(x.T @ x)
    residuals = y - x @ (bread @ x.T @ y)
    meat = numpy.zeros((1, 1))
    names = sorted(set(clusters))
    for name in names:
        rows = [i for i, cluster in enumerate(clusters) if cluster == name]
        score = x[rows].T @ residuals[rows]
        meat += numpy.outer(score, score)
    g = len(names)
    return float(numpy.sqrt((bread @ meat @ bread)[0, 0] * g / (g - 1)))


def interval(values, clusters, seed=0, resamples=1000):
    """The recipe of bootstrap.h, over clusters in the order of their names."""
    import numpy

    names = sorted(set(clusters))
    sums = numpy.array([sum(v for v, c in zip(values, clusters) if c == name) for name in names])
    counts = numpy.array([float(sum(c == name for c in clusters)) for name in names])
    rng = random.Random(seed)
    means = []
    for _ in range(resamples):
        drawn = numpy.array([rng.randrange(len(names)) for _ in names])
        means.append(sums[drawn].sum() / counts[drawn].sum())
    low, high = numpy.quantile(means, [0.025, 0.975])
    # Another generator and many more draws: where the percentiles converge to.
    other = numpy.random.default_rng(11).integers(0, len(names), size=(40000, len(names)))
    wide = sums[other].sum(axis=1) / counts[other].sum(axis=1)
    return [float(low), float(high)], [float(x) for x in numpy.quantile(wide, [0.025, 0.975])]


def figures(values, clusters):
    import numpy

    ours, converged = interval(values, clusters)
    return {
        "mean": float(numpy.mean(values)),
        "stderr": clustered_stderr(values, clusters),
        "interval": ours,
        "converged": converged,
        "n": len(values),
    }


def write_clusters():
    """40 originals with two derived tasks for every third, 1 to 6 epochs each."""
    rng = random.Random(5)
    samples = []
    for i in range(40):
        skill = rng.random()
        for version in range(3 if i % 3 == 0 else 1):
            name = f"t{i:02}" if version == 0 else f"t{i:02}-v{version}"
            base = "" if version == 0 else f"t{i:02}"
            for epoch in range(6 if i % 4 else rng.randint(1, 6)):
                right = rng.random() < skill
                samples.append({"id": name, "base": base, "epoch": epoch, "right": right, "size": round(rng.gauss(1 + skill, 0.2), 6)})
    clusters = [s["base"] or s["id"] for s in samples]
    want = {
        "hit": figures([float(s["right"]) for s in samples], clusters),
        "size": figures([s["size"] for s in samples], clusters),
        "passk": [],
    }
    for k in (1, 3, 5, 6):
        at, every, of = [], [], []
        excluded = 0
        for name in sorted({s["id"] for s in samples}):
            own = [s for s in samples if s["id"] == name]
            n, c = len(own), sum(s["right"] for s in own)
            if n < k:
                excluded += 1
                continue
            at.append(float(1 - Fraction(comb(n - c, k), comb(n, k))))
            every.append(float(Fraction(comb(c, k), comb(n, k))))
            of.append(own[0]["base"] or name)
        # Clusters without a task of k epochs are drawn, too, and add nothing: those intervals are
        # checked only where no task was left out.
        want["passk"].append({"k": k, "excluded": excluded, "at": figures(at, of), "all": figures(every, of)})
    print(json.dumps({"samples": samples, "want": want}))


def write_paired():
    """Two runs: 30 tasks, some of one base, different epochs, failed requests, undefined values."""
    import numpy

    rng = random.Random(8)
    runs = ([], [])
    for i in range(30):
        skill = rng.random()
        base = f"t{i // 2 * 2:02}" if i % 6 == 1 else ""
        for side, run in enumerate(runs):
            if (i, side) in ((28, 0), (29, 1)):
                continue
            for epoch in range(2 if side == 0 else 3):
                failed = rng.random() < 0.05
                right = rng.random() < min(1, skill + 0.15 * side)
                ratio = None if rng.random() < 0.2 else round(rng.random() + skill, 6)
                verdict = "request_failed" if failed else "right" if right else "wrong"
                metrics = {} if failed else {"exact_match": float(right), "foreground_iou": ratio}
                run.append({"id": f"t{i:02}", "base": base, "epoch": epoch, "verdict": verdict, "metrics": metrics})
    want = {}
    bases = {s["id"]: s["base"] or s["id"] for run in runs for s in run}
    common = sorted({s["id"] for s in runs[0]} & {s["id"] for s in runs[1]}, key=lambda t: (bases[t], t))
    for metric in ("exact_match", "foreground_iou"):
        values = [{}, {}]
        for side, run in enumerate(runs):
            for s in run:
                if s["metrics"].get(metric) is not None:
                    values[side].setdefault(s["id"], []).append(s["metrics"][metric])
        kept = [t for t in common if t in values[0] and t in values[1]]
        a = [float(numpy.mean(values[0][t])) for t in kept]
        b = [float(numpy.mean(values[1][t])) for t in kept]
        figure = figures([y - x for x, y in zip(a, b)], [bases[t] for t in kept])
        want[metric] = {"a": float(numpy.mean(a)), "b": float(numpy.mean(b)), "complete": kept == common, **figure}
    table = {(x, y): 0 for x in (False, True) for y in (False, True)}
    other = {(s["id"], s["epoch"]): s for s in runs[1]}
    for s in runs[0]:
        partner = other.get((s["id"], s["epoch"]))
        if partner and "request_failed" not in (s["verdict"], partner["verdict"]):
            table[s["verdict"] == "right", partner["verdict"] == "right"] += 1
    b, c = table[True, False], table[False, True]
    p = Fraction(2 * sum(comb(b + c, i) for i in range(min(b, c) + 1)), 2 ** (b + c))
    want["mcnemar"] = {"both": table[True, True], "only_a": b, "only_b": c, "neither": table[False, False], "p": float(min(p, Fraction(1)))}
    want["tasks"] = {"both": len(common), "only_a": 1, "only_b": 1}
    print(json.dumps({"runs": runs, "want": want}))


{"passk": write_passk, "mcnemar": write_mcnemar, "clusters": write_clusters, "paired": write_paired}[sys.argv[1]]()
