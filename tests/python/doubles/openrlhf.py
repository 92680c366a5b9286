"""OpenRLHF's two ways to a reward: a file's reward_func, asked with lists of one, and agents that go on until `done`."""

from __future__ import annotations

import asyncio
import math
from typing import Any


def tensor(value: Any) -> list[float]:
    """Stands for torch.tensor: a scalar or a list of numbers, always as a list."""
    values = value if isinstance(value, list) else [value]
    assert all(isinstance(each, float) for each in values), values
    return values


def rewards(function: Any, samples: list[tuple[str, str, str]]) -> list[float]:
    """`samples`: query, prompt, label. Every sample is asked for alone; logs must have the same keys for all."""
    found, keys = [], set()
    for query, prompt, label in samples:
        answer = function(queries=[query], prompts=[prompt], labels=[label])
        assert set(answer) == {"rewards", "scores", "extra_logs"}, answer
        assert len(answer["rewards"]) == len(answer["scores"]) == 1
        assert all(len(values) == 1 for values in answer["extra_logs"].values())
        keys.add(tuple(answer["extra_logs"]))
        assert 0.0 <= answer["scores"][0] <= 1.0 and math.isfinite(answer["rewards"][0])
        found.append(answer["rewards"][0])
    assert len(keys) <= 1, keys
    return found


def rollout(agent_class: Any, prompt: str, label: str, replies: list[str], image_mark: str) -> dict[str, Any]:
    """What the model was shown, the images it came with, and the sum of rewards."""

    async def turns() -> dict[str, Any]:
        agent = agent_class()
        states = await agent.reset({"observation": prompt, "label": label})
        text, images, reward, keys = states["observation"], [], 0.0, set()
        for reply in replies:
            step = await agent.step({"observation_text": text, "action_text": reply + "<|im_end|>", "label": label})
            keys.add(tuple(step["extra_logs"]))
            feedback, shown = step["environment_feedback"], step.get("environment_images") or []
            assert feedback.count(image_mark) == len(shown), "one mark for each picture"
            text, images = text + reply + feedback, images + shown
            reward += step["rewards"][0]
            if step["done"]:
                break
        assert len(keys) == 1, keys
        return {"text": text, "images": images, "reward": reward, "done": step["done"]}

    return asyncio.run(turns())
