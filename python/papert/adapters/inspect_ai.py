"""Inspect: tasks and a scorer. The entry point of the group inspect_ai is papert.adapters.inspect_registry.

    inspect eval papert/turtleai -T mint=7 -T count=50
"""

from __future__ import annotations

import asyncio
import base64
from typing import Any

import papert

from .shared import FIGURES, explanation, figures

VALUES = tuple(name for name in FIGURES if name not in ("verdict", "acc"))


def sample(task: papert.Task) -> Any:
    """A task as Inspect has it; its pictures travel inline."""
    from inspect_ai.dataset import Sample
    from inspect_ai.model import ChatMessageUser, ContentImage, ContentText

    content: list[Any] = [ContentText(text=task.prompt.text)]
    for image in task.prompt.images:
        content.append(ContentImage(image="data:image/png;base64," + base64.b64encode(image).decode()))
    message = ChatMessageUser(content=content)
    return Sample(input=[message], target=task.reference, id=task.id, metadata={"papert": task.ref})


def papert_score(policy: str = "shaped") -> Any:
    """The scorer; the work is done in a thread."""
    from inspect_ai.scorer import Score, mean, scorer, stderr

    reward = papert.Reward(policy)  # type: ignore[arg-type]

    @scorer(metrics={name: [mean(), stderr()] for name in VALUES})
    def papert_scorer() -> Any:
        async def score(state: Any, target: Any) -> Any:
            ref, reply = state.metadata["papert"], state.output.completion
            judged = await asyncio.to_thread(papert.score_ref, ref, reply)
            metadata = {"verdict": judged.verdict, "rule": judged.rule}
            if judged.success is None:
                return Score.unscored(explanation=judged.verdict, metadata=metadata)
            row = figures(judged, reward(judged))
            value = {name: row[name] for name in VALUES}
            return Score(value=value, answer=judged.answer, explanation=explanation(judged), metadata=metadata)

        return score

    return papert_scorer()


def task(suite: str, mint: int = 7, count: int = 50, policy: str = "shaped", **modes: str) -> Any:
    """A whole evaluation of freshly minted tasks."""
    from inspect_ai import Task
    from inspect_ai.solver import generate

    tasks = papert.suite(suite).mint(seed=mint, count=count, modes=modes)
    return Task(dataset=[sample(each) for each in tasks], solver=generate(), scorer=papert_score(policy))
