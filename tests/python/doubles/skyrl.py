"""SkyRL-gym: an environment is made from its configuration and a row's extras, and stepped until it is done."""

from __future__ import annotations

from typing import Any


class BaseTextEnv:
    """No arguments; init() begins with the prompt."""

    def __init__(self) -> None:
        self.turns = 0
        self.max_turns = 1

    def init(self, prompt: list[dict[str, str]]) -> tuple[list[dict[str, str]], dict[str, Any]]:
        return prompt, {}


def rollout(make: Any, row: dict[str, Any], replies: list[str], **env_config: Any) -> tuple[float, list[dict[str, str]]]:
    """The sum of rewards, and the whole conversation."""
    env = make(env_config=env_config, extras=row)
    conversation, _ = env.init([{"role": "user", "content": "prompt"}])
    total = 0.0
    for reply in replies:
        output = env.step(reply)
        assert set(output) == {"observations", "reward", "done", "metadata"}, output
        assert isinstance(output["reward"], float)
        assert all(isinstance(value, float) for value in output["metadata"].values())
        conversation = [*conversation, {"role": "assistant", "content": reply}, *output["observations"]]
        total += output["reward"]
        if output["done"]:
            break
    return total, conversation
