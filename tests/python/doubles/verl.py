"""verl's reward loop: one sample by keyword in a thread, columns by the keys of the first, and its older managers."""

from __future__ import annotations

import asyncio
import inspect
import multiprocessing
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any


def reward_loop(function: Any, rows: list[dict[str, Any]], replies: list[str], **reward_kwargs: Any) -> dict[str, list[float]]:
    async def one(row: dict[str, Any], reply: str) -> dict[str, Any]:
        extra = {**row["extra_info"], "num_turns": 2, "rollout_reward_scores": {}}
        given = {
            "data_source": row["data_source"],
            "solution_str": reply,
            "ground_truth": row["reward_model"]["ground_truth"],
            "extra_info": extra,
            **reward_kwargs,
        }
        if inspect.iscoroutinefunction(function):
            result = await function(**given)
        else:
            result = await asyncio.get_running_loop().run_in_executor(pool, lambda: function(**given))
        return result if isinstance(result, dict) else {"score": result}

    async def all_of_them() -> list[dict[str, Any]]:
        return await asyncio.gather(*(one(row, reply) for row, reply in zip(rows, replies, strict=True)))

    with ThreadPoolExecutor(8) as pool:
        results = asyncio.run(all_of_them())
    return {key: [result[key] for result in results] for key in results[0]}


def batch_manager(function: Any, rows: list[dict[str, Any]], replies: list[str]) -> list[float]:
    results = function(
        data_sources=[row["data_source"] for row in rows],
        solution_strs=replies,
        ground_truths=[row["reward_model"]["ground_truth"] for row in rows],
        extra_infos=[row["extra_info"] for row in rows],
    )
    return [result["score"] for result in results]


def prime_manager(function: Any, rows: list[dict[str, Any]], replies: list[str]) -> list[float]:
    """By position, in forked processes, each with a time limit; a dict is more than it can take."""
    context = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(4, mp_context=context) as pool:
        asked = [
            pool.submit(function, row["data_source"], reply, row["reward_model"]["ground_truth"], row["extra_info"])
            for row, reply in zip(rows, replies, strict=True)
        ]
        return [float(each.result(timeout=300)) for each in asked]
