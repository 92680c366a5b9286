"""TRL's GRPO trainer: the whole batch by keyword with every column, None as NaN, a baseline over what was scored."""

from __future__ import annotations

import inspect
import math
from typing import Any


def step(function: Any, rows: list[dict[str, Any]], replies: list[str], logged: dict[str, list[float]]) -> list[float]:
    """The advantages of one group."""
    columns = {key: [row[key] for row in rows] for key in rows[0] if key not in ("prompt", "completion", "completion_ids")}
    rewards = function(
        prompts=[row["prompt"] for row in rows],
        completions=[[{"role": "assistant", "content": reply}] for reply in replies],
        completion_ids=[[1, 2, 3] for _ in replies],
        **columns,
        trainer_state=object(),
        log_extra=lambda column, values: None,
        log_metric=lambda name, value: logged.setdefault(name, []).append(value),
    )
    values = [math.nan if reward is None else float(reward) for reward in rewards]
    scored = [value for value in values if not math.isnan(value)]
    mean = sum(scored) / len(scored) if scored else 0.0
    return [0.0 if math.isnan(value) else value - mean for value in values]


def rollout(environment: Any, row: dict[str, Any], programs: list[str]) -> tuple[list[Any], float | None]:
    """An environment's tools are its public methods but reset and get_reward. A tool gives a text, or content blocks."""
    env = environment()
    methods = inspect.getmembers(env, predicate=inspect.ismethod)
    tools = [name for name, _ in methods if not name.startswith("_") and name not in ("reset", "get_reward")]
    assert tools == ["draw"], tools
    assert "Args:" in env.draw.__doc__ and "program:" in env.draw.__doc__
    env.reset(**row)
    said = [env.draw(program=program) for program in programs]
    for each in said:
        blocks = [{"type": "text", "text": each}] if isinstance(each, str) else each
        assert {block["type"] for block in blocks} <= {"text", "image"}, blocks
        assert all(block[block["type"]] for block in blocks)
    return said, env.get_reward()
