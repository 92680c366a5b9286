#!/usr/bin/env python3
"""What shards make, joined, is what one machine makes, byte for byte.

    shards_test.py PAPERT [eval] [mint] [dialect] [perturb] [score] [export] [kills]
                                                PAPERT_FULL=1: 1, 2, 7 and 16 shards, more tasks, 50 kills

Runs are asked of 'papert mock' with faults. Compared are summary.json, the canonical log and the pictures; of minted
folders and score lines everything. Exports are not joined: each is complete, and together they have the examples and
pictures of one machine's, each once and in the same split.
"""

import hashlib
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

FULL = os.environ.get("PAPERT_FULL") == "1"
PAPERT = sys.argv[1]
COUNTS = [1, 2, 7, 16] if FULL else [3]
SUITES = ["shapecode", "xlogo", "turtleai", "turtlebench", "sgp"]
FAULTS = "429:0.1,500:0.1,drop:0.1,malformed:0.05,cutoff:0.1,refusal:0.05"


def have(suite):
    """A build may lack what draws or solids are made with."""
    suites = subprocess.run([PAPERT, "list", "suites"], capture_output=True, text=True).stdout
    return suite in suites


def papert(*words, code=0, **options):
    done = subprocess.run([PAPERT, *map(str, words)], capture_output=True, text=True, **options)
    if done.returncode != code:
        raise SystemExit(f"papert {' '.join(map(str, words))}: exit code {done.returncode}\n{done.stderr}")
    return done


def tree(folder):
    """Every file of a folder, by its name, as a hash; shard.json says how it was made."""
    folder = pathlib.Path(folder)
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(folder.rglob("*")) if path.is_file() and path.name != "shard.json"}


def lines_of(path, or_none=False):
    if or_none and not pathlib.Path(path).exists():
        return []
    return [json.loads(line) for line in pathlib.Path(path).read_text().splitlines()]


def must_equal(what, one, other):
    if one != other:
        keys = [key for key in {*one, *other} if one.get(key) != other.get(key)] if isinstance(one, dict) else ""
        raise SystemExit(f"{what}: not equal {keys}")
    print(f"  {what}: equal", flush=True)


class Mock:
    def __init__(self, suite, seed, count, port=0, modes=()):
        self.process = subprocess.Popen(
            [PAPERT, "mock", "--suite", suite, "--mint", str(seed), "--count", str(count), "--port", str(port), "--json",
             "--faults", FAULTS, "--retry-after", "0.01", *modes], stdout=subprocess.PIPE, text=True)
        self.port = int(json.loads(self.process.stdout.readline())["url"].rsplit(":", 1)[1].split("/")[0])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


def eval_words(suite, seed, count, port, folder):
    return ["eval", suite, "--mint", seed, "--count", count, "--model", "openai/any", "--no-cache", "-n", 2,
            "--base-url", f"http://127.0.0.1:{port}/v1", "--display", "none", "--log-dir", folder]


def run_folder(done):
    return next(line[5:] for line in done.stdout.splitlines() if line.startswith("run: "))


def contents(run):
    """What must be equal of two runs."""
    return {"summary.json": pathlib.Path(run, "summary.json").read_bytes(),
            "canonical log": papert("merge", run, "--canonical").stdout,
            "pictures": tree(pathlib.Path(run, "images"))}


def check_eval(suite, folder, modes=()):
    seed, count = 7, 6 if FULL else 3
    environment = {**os.environ, "OPENAI_API_KEY": "any"}

    def words(log_dir):
        return [*eval_words(suite, seed, count, port, log_dir), *modes]

    with Mock(suite, seed, count, modes=modes) as mock:
        port = mock.port
        whole = contents(run_folder(papert(*words(folder / "one"), env=environment)))
    for n in COUNTS:
        with Mock(suite, seed, count, port, modes):  # a new one has its faults before it
            for i in range(n):
                papert(*words(folder / f"of{n}"), "--shard", f"{i}/{n}", env=environment)
        parts = sorted((folder / f"of{n}").iterdir())
        assert len(parts) == n, parts
        papert("merge", *parts, "--out", folder / f"joined{n}")
        must_equal(f"eval {' '.join((suite, *modes[1:]))}, {n} shards", whole, contents(folder / f"joined{n}"))


def check_mint(suite, folder, modes=()):
    count = {"xlogo": 200, "turtleai": 40, "turtlebench": 60, "sgp": 40, "shapecode": 40}[suite] if FULL else 8
    words = ["mint", suite, "--seed", 1, "--count", count, "--display", "none", *modes]
    papert(*words, "--out", folder / "one")
    whole = tree(folder / "one")
    for n in COUNTS:
        for i in range(n):
            papert(*words, "--out", folder / f"of{n}", "--shard", f"{i}/{n}")
        parts = sorted(folder.glob(f"of{n}.s*")) if n > 1 else [folder / f"of{n}"]
        if n == 1:
            must_equal(f"mint {' '.join((suite, *modes[1:]))}, 1 shard", whole, tree(parts[0]))
            continue
        papert("merge", *parts, "--out", folder / f"joined{n}")
        must_equal(f"mint {' '.join((suite, *modes[1:]))}, {n} shards", whole, tree(folder / f"joined{n}"))


def check_dialect(suite, folder):
    """A run of the second dialect: minted, asked for and scored in parts."""
    modes = ("--mode", "dialect=v2")
    for name, check in (("mint", check_mint), ("eval", check_eval)):
        (folder / name).mkdir()
        check(suite, folder / name, modes)
    tasks = folder / "mint/one"
    replies = []
    papert("export", tasks, *modes, "--format", "messages", "--out", folder / "sft", "--display", "none")
    for task in lines_of(folder / "sft/train.jsonl"):
        replies.append({"id": task["id"], "text": task["messages"][-1]["content"]})
        replies.append({"id": task["id"], "text": "no program", "epoch": 1})
    (folder / "replies.jsonl").write_text("".join(json.dumps(reply) + "\n" for reply in replies))
    words = ["score", suite, "--data", tasks, *modes, "--answers", folder / "replies.jsonl"]
    papert(*words, "--out", folder / "one.jsonl")
    scores = lines_of(folder / "one.jsonl")
    assert sum(bool(score["success"]) for score in scores) == len(scores) / 2 > 0, f"{len(scores)} scores"
    for n in COUNTS:
        for i in range(n):
            papert(*words, "--out", folder / f"of{n}.jsonl", "--shard", f"{i}/{n}")
        parts = sorted(folder.glob(f"of{n}.jsonl.s*[0-9]")) if n > 1 else [folder / f"of{n}.jsonl"]
        joined = folder / f"joined{n}.jsonl"
        papert("merge", *parts, "--out", joined)
        must_equal(f"score {suite} dialect=v2, {n} shards", (folder / "one.jsonl").read_bytes(), joined.read_bytes())


def check_export(suite, folder):
    """Every example and picture of the whole is in exactly one part, in the same split; each part is complete by itself.
    A part without an example of a split has no file for it."""
    papert("mint", suite, "--seed", 1000000, "--count", 120 if FULL else 40, "--out", folder / "tasks", "--display", "none")
    words = ["export", folder / "tasks", "--format", "sharegpt", "--split", "0.7,0.3", "--limit", 100 if FULL else 20, "--display", "none"]
    papert(*words, "--out", folder / "one")
    whole = {split: lines_of(folder / f"one/{split}.jsonl") for split in ("train", "validation")}
    assert all(whole.values()) and sum(map(len, whole.values())) <= 100, "nothing to compare"
    for n in COUNTS:
        for i in range(n):
            papert(*words, "--out", folder / f"of{n}", "--shard", f"{i}/{n}")
        parts = sorted(folder.glob(f"of{n}.s*")) if n > 1 else [folder / f"of{n}"]
        assert len(parts) == n, parts
        for part in parts:
            papert("export", "--check", part, "--display", "none")
        for split, lines in whole.items():
            together = [line for part in parts for line in lines_of(part / f"{split}.jsonl", or_none=True)]
            must_equal(f"export {suite}, {split}, {n} shards", sorted(map(json.dumps, lines)), sorted(map(json.dumps, together)))
        pictures = {name: sha for part in parts for name, sha in tree(part / "images").items()}
        must_equal(f"export {suite}, pictures, {n} shards", tree(folder / "one/images"), pictures)


def check_perturb(suite, kinds, folder):
    """Chance draws for every task, so that a task has the same versions in any shard."""
    papert("mint", suite, "--seed", 1, "--count", 30 if FULL else 6, "--out", folder / "tasks", "--display", "none")
    words = ["perturb", suite, "--data", folder / "tasks", "--kinds", kinds, "--count", 2, "--display", "none"]
    code = 65 if suite == "sgp" else 0  # solids cannot be moved
    papert(*words, "--out", folder / "one", code=code)
    for n in COUNTS[-1:]:
        for i in range(n):
            subprocess.run([PAPERT, *map(str, words), "--out", folder / f"of{n}", "--shard", f"{i}/{n}"],
                           capture_output=True, check=False)
        papert("merge", *sorted(folder.glob(f"of{n}.s*")), "--out", folder / f"joined{n}")
        must_equal(f"perturb {suite} {kinds}, {n} shards", tree(folder / "one"), tree(folder / f"joined{n}"))


def check_score(folder):
    papert("mint", "xlogo", "--seed", 1, "--count", 20, "--out", folder / "tasks", "--display", "none")
    replies = []
    for k in range(500 if not FULL else 20000):
        replies.append(json.dumps({"id": f"fresh-{1 + k % 21:08}", "epoch": k, "key": k,
                                   "text": "```\nforward()\n```" * (k % 3)}))
        if k % 97 == 0:
            replies.append("" if k % 2 else "{not json")
    (folder / "replies.jsonl").write_text("\n".join(replies) + "\n")
    words = ["score", "xlogo", "--data", folder / "tasks", "--answers", folder / "replies.jsonl"]
    papert(*words, "--out", folder / "one.jsonl", code=65)
    for n in [7] if not FULL else [2, 7, 16]:
        for i in range(n):
            subprocess.run([PAPERT, *map(str, words), "--out", folder / f"of{n}.jsonl", "--shard", f"{i}/{n}"],
                           capture_output=True, check=False)
        papert("merge", *sorted(folder.glob(f"of{n}.jsonl.s*")), "--out", folder / f"joined{n}.jsonl")
        must_equal(f"score, {n} shards", (folder / "one.jsonl").read_bytes(), (folder / f"joined{n}.jsonl").read_bytes())


def check_kills(folder):
    """kill -9 of shards at any moment; repeating their command resumes them."""
    kills, n = (50, 8) if FULL else (4, 2)
    words = ["eval", "shapecode", "--mint", "7", "--count", "60" if FULL else "20", "--model", "baseline/heuristic", "--display", "none"]
    whole = contents(run_folder(papert(*words, "--log-dir", folder / "one")))
    chance = random.Random(1)
    parts = folder / "parts"
    for k in range(kills):
        shard = f"{chance.randrange(n)}/{n}"
        process = subprocess.Popen([PAPERT, *words, "--log-dir", parts, "--shard", shard], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(0.05, 0.4))
        process.kill()
        process.wait()
    for i in range(n):
        papert(*words, "--log-dir", parts, "--shard", f"{i}/{n}")
    papert("merge", *sorted(parts.iterdir()), "--out", folder / "joined")
    must_equal(f"{kills} kills", whole, contents(folder / "joined"))


def main():
    chosen = sys.argv[2:] or ["eval", "mint", "dialect", "perturb", "score", "export", "kills"]
    suites = [suite for suite in SUITES if have(suite)]
    with tempfile.TemporaryDirectory(prefix="papert-shards-") as name:
        root = pathlib.Path(name)

        def fresh(name):
            (root / name).mkdir()
            return root / name

        if "eval" in chosen:
            for suite in suites if FULL else ["xlogo"]:
                check_eval(suite, fresh("eval-" + suite))
        if "mint" in chosen:
            for suite in suites if FULL else ["xlogo", "turtleai"]:
                check_mint(suite, fresh("mint-" + suite))
        if "dialect" in chosen:
            for suite in ["shapecode", "xlogo"]:
                check_dialect(suite, fresh("dialect-" + suite))
        if "perturb" in chosen:
            check_perturb("xlogo", "turn", fresh("turn"))
            if FULL:
                check_perturb("xlogo", "A,B,C", fresh("changed"))
            if FULL and "sgp" in suites:
                check_perturb("sgp", "t,se2", fresh("moved"))
        if "score" in chosen:
            check_score(fresh("score"))
        if "export" in chosen:
            for suite in suites if FULL else ["xlogo", "shapecode"]:
                check_export(suite, fresh("export-" + suite))
        if "kills" in chosen:
            check_kills(fresh("kills"))


main()
