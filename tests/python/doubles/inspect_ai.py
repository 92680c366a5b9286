"""Inspect: a task's samples are answered, scored by its scorer, and their values reduced key by key."""

from __future__ import annotations

import asyncio
from typing import Any

from .frameworks import Record


class Score(Record):
    @classmethod
    def unscored(cls, **fields: Any) -> Score:
        return cls(value=None, **fields)


def scorer(metrics: dict[str, list[Any]]) -> Any:
    """Remembers by which names values are reduced."""

    def decorate(function: Any) -> Any:
        def make(*args: Any, **kwargs: Any) -> Any:
            score = function(*args, **kwargs)
            score.metrics = metrics
            return score

        return make

    return decorate


MODULES: dict[str, dict[str, Any]] = {
    "inspect_ai": {"Task": Record, "task": lambda function: function},
    "inspect_ai__dataset": {"Sample": Record},
    "inspect_ai__model": {"ChatMessageUser": Record, "ContentImage": Record, "ContentText": Record},
    "inspect_ai__scorer": {"Score": Score, "mean": Record, "stderr": Record, "scorer": scorer},
    "inspect_ai__solver": {"generate": Record},
}


def evaluate(task: Any, replies: list[str]) -> tuple[dict[str, float], int]:
    """The mean of every value over the samples that were scored, and how many were not. Keys that differ are an error."""

    async def one(sample: Any, reply: str) -> Any:
        return await task.scorer(Record(metadata=sample.metadata, output=Record(completion=reply)), Record(text=sample.target))

    async def all_of_them() -> list[Any]:
        return await asyncio.gather(*(one(task.dataset[i % len(task.dataset)], each) for i, each in enumerate(replies)))

    scores = asyncio.run(all_of_them())
    known = [score.value for score in scores if score.value is not None]
    for value in known:
        assert list(value) == list(task.scorer.metrics), value
    means = {name: sum(value[name] for value in known) / len(known) for name in task.scorer.metrics} if known else {}
    return means, len(scores) - len(known)
