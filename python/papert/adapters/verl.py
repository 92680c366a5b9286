"""verl: reward.custom_reward_function.path=pkg://papert.adapters.verl reward.custom_reward_function.name=compute_score

reward_kwargs: policy ("success" or "shaped"), extract, deadline_s. The task is extra_info["ref"], as TaskSet.rows("verl")
and `papert export --format verl` write it. verl has no word for "not scored": such a sample is score 0 with scored 0.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import papert

from .shared import Unscored, figures

_unscored = Unscored()


def _ref(extra_info: Mapping[str, Any] | None) -> str:
    ref = (extra_info or {}).get("ref")
    if not isinstance(ref, str):
        raise papert.errors.UsageError("extra_info has no 'ref'; make the rows with TaskSet.rows('verl')", "extra_info")
    return ref


def compute_score(
    data_source: str,
    solution_str: str,
    ground_truth: Any,
    extra_info: Mapping[str, Any] | None = None,
    **reward_kwargs: Any,
) -> dict[str, float]:
    """One sample; what a reward model adds (reward_router_address, ...) is not needed."""
    return compute_score_batch([data_source], [solution_str], [ground_truth], [extra_info], **reward_kwargs)[0]


async def compute_score_async(
    data_source: str, solution_str: str, ground_truth: Any, extra_info: Mapping[str, Any] | None = None, **more: Any
) -> dict[str, float]:
    """The same beside the event loop."""
    return await asyncio.to_thread(compute_score, data_source, solution_str, ground_truth, extra_info, **more)


def compute_score_batch(
    data_sources: Sequence[str],
    solution_strs: Sequence[str],
    ground_truths: Sequence[Any],
    extra_infos: Sequence[Mapping[str, Any] | None],
    policy: str = "success",
    extract: str = "lenient",
    deadline_s: float | None = None,
    **_: Any,
) -> list[dict[str, float]]:
    """The manager `batch`."""
    reward = papert.Reward(policy)  # type: ignore[arg-type]
    refs = [_ref(each) for each in extra_infos]
    scores = papert.score_refs(refs, list(solution_strs), extract=extract, deadline_s=deadline_s)
    for score in scores:
        _unscored.note(score)
    return [figures(score, reward(score)) for score in scores]


def compute_score_float(
    data_source: str, solution_str: str, ground_truth: Any, extra_info: Mapping[str, Any] | None = None, **more: Any
) -> float:
    """The manager `prime`, which calls by position and takes only numbers."""
    return compute_score(data_source, solution_str, ground_truth, extra_info, **more)["score"]
