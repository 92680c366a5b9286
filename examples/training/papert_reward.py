"""Rewards for reinforcement learning: 1 for a right reply, else 0, by `papert score` through a pipe.

PAPERT_DATA is the data folder that was exported, PAPERT the program (default: papert on the PATH).
"""
import json
import os
import subprocess

_scorers = {}


def _scorer(suite):
    if suite not in _scorers:
        words = [os.environ.get("PAPERT", "papert"), "score", suite, "--data", os.environ["PAPERT_DATA"], "--answers", "-"]
        _scorers[suite] = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    return _scorers[suite]


def score(suite, task, reply):
    """What a reply is worth; a task that is not in the folder is an error, not a wrong answer."""
    scorer = _scorer(suite)
    scorer.stdin.write(json.dumps({"id": task, "text": reply}) + "\n")
    scorer.stdin.flush()
    line = json.loads(scorer.stdout.readline())
    if "error" in line:
        raise ValueError(line["message"])
    return 1.0 if line["success"] else 0.0


def compute_score(data_source, solution_str, ground_truth, extra_info=None):
    """verl's form."""
    return score(extra_info["suite"], extra_info["task"], solution_str)


def trl_reward(completions, suite, task, **columns):
    """TRL's form: all columns of the data come as lists."""
    texts = [c if isinstance(c, str) else c[-1]["content"] for c in completions]
    return [score(*each) for each in zip(suite, task, texts)]
