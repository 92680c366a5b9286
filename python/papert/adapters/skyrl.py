"""SkyRL-gym: register(id="papert", entry_point="papert.adapters.skyrl:PapertEnv")

reward_spec.ground_truth of a row is the task's reference; env_config may have max_turns (1) and policy ("success").
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import papert

from .shared import Unscored, figures

_unscored = Unscored()


class _Env:
    """What the environment does, without its base class."""

    def __init__(self, env_config: Any = None, extras: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        config = env_config if isinstance(env_config, Mapping) else {}
        self._ref = str((extras or {})["reward_spec"]["ground_truth"])
        self.max_turns = int((extras or {}).get("max_turns", config.get("max_turns", 1)))
        self._reward = papert.Reward(config.get("policy", "success"), unscored="zero")
        self.turns = 0

    def step(self, action: str) -> dict[str, Any]:
        self.turns += 1
        score = papert.score_ref(self._ref, action)
        _unscored.note(score)
        reward = self._reward(score)
        done = score.success is not False or self.turns >= self.max_turns
        # Text only: its environments have no place for a picture.
        told = [] if done else [{"role": "user", "content": papert.feedback_ref(self._ref, action, picture=False).text}]
        return {
            "observations": told,
            "reward": reward if done else 0.0,
            "done": done,
            "metadata": figures(score, reward),
        }


def make_env(env_config: Any = None, extras: Mapping[str, Any] | None = None) -> Any:
    """An environment of the framework's own class."""
    from skyrl_gym.envs.base_text_env import BaseTextEnv

    env_class = type("PapertEnv", (_Env, BaseTextEnv), {})
    return env_class(env_config, extras or {})


#: The entry point: called like a class.
PapertEnv = make_env
