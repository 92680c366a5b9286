"""Papert: one engine for visual-programming benchmarks.

    tasks = papert.suite("turtleai").mint(seed=7, count=50)
    scores = tasks.score_batch(ids, replies)
    rewards = papert.Reward("shaped").of(scores)

docs/python.md is the guide, docs/rl.md says what a reward is.
"""

from __future__ import annotations

from . import errors
from .drawings import Drawing, Limits, Picture, render, run
from .engines import Engine, Scoring, connect, default_engine, use_engine
from .errors import PapertError
from .rows import Rows
from .scores import UNSCORED, VERDICTS, Reward, Score
from .tasks import Mode, Prompt, Suite, Task, TaskSet, feedback_ref, score_ref, score_refs, suite, suites

__all__ = [
    "UNSCORED",
    "VERDICTS",
    "Drawing",
    "Engine",
    "Limits",
    "Mode",
    "PapertError",
    "Picture",
    "Prompt",
    "Reward",
    "Rows",
    "Score",
    "Scoring",
    "Suite",
    "Task",
    "TaskSet",
    "connect",
    "default_engine",
    "errors",
    "feedback_ref",
    "render",
    "run",
    "score_ref",
    "score_refs",
    "shutdown",
    "stats",
    "suite",
    "suites",
    "use_engine",
    "warm_up",
]


def warm_up(jobs: int = 1) -> None:
    """Starts so many jails, so that the first programs need not wait; best before a large model is loaded."""
    default_engine().warm_up(jobs)


def shutdown() -> None:
    """Ends idle jails, or the worker; the next program starts them again."""
    default_engine().shutdown()


def stats() -> dict[str, int]:
    """Counters of the engine in this process."""
    return default_engine().stats()
