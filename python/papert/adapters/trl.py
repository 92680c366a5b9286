"""TRL: GRPOTrainer(reward_funcs=papert.adapters.trl.reward("shaped"), train_dataset=tasks.rows("trl").to_hf(), ...)

The column `papert` names the tasks. What was not scored is None, which TRL leaves out of the group's baseline.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import papert

from .shared import last_reply

VERDICTS = papert.VERDICTS  # the name of the package is that of a column below


class PapertReward:
    """A reward function; pickled by its settings."""

    def __init__(self, policy: str, name: str, extract: str) -> None:
        self.policy = policy
        self.extract = extract
        self.__name__ = name
        self._reward = papert.Reward(policy)  # type: ignore[arg-type]

    def __call__(
        self,
        prompts: Sequence[Any],
        completions: Sequence[Any],
        papert: Sequence[str],  # noqa: A002, the column's name
        log_metric: Callable[[str, float], None] | None = None,
        **_: Any,
    ) -> list[float | None]:
        scores = _score(list(papert), [last_reply(each) for each in completions], self.extract)
        if log_metric is not None:
            # All of them at every step: processes must agree on the keys.
            for verdict in VERDICTS:
                share = sum(score.verdict == verdict for score in scores) / max(len(scores), 1)
                log_metric(f"{self.__name__}/{verdict}", share)
        return self._reward.of(scores)

    def __reduce__(self) -> tuple[Any, tuple[str, str, str]]:
        return PapertReward, (self.policy, self.__name__, self.extract)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PapertReward) and self.__reduce__() == other.__reduce__()

    def __hash__(self) -> int:
        return hash((self.policy, self.__name__, self.extract))


def _score(refs: list[str], replies: list[str], extract: str) -> list[papert.Score]:
    return papert.score_refs(refs, replies, extract=extract)


def reward(policy: str = "success", name: str | None = None, extract: str = "lenient") -> PapertReward:
    """For GRPOTrainer's reward_funcs; the name is the key in its logs."""
    return PapertReward(policy, name or f"papert_{policy}", extract)


class _WithOptions(type):
    # Of the class alone: public methods of an environment are tools for the model.
    def with_options(cls, max_turns: int = 3, policy: str = "success", pictures: bool | None = None) -> Any:
        return _WithOptions(cls.__name__, (cls,), {"max_turns": max_turns, "policy": policy, "pictures": pictures})


class PapertEnv(metaclass=_WithOptions):
    """For GRPOTrainer's environment_factory: the model draws with a tool, sees what it drew and may try again.

    PapertEnv.with_options(max_turns=3, policy="shaped", pictures=True) makes a class with other settings. pictures: whether
    the model is shown its drawing; None: if its task showed it a picture, for one that was asked in words may not see any.
    """

    max_turns = 3
    policy = "success"
    pictures: bool | None = None

    def __init__(self) -> None:
        self._ref = ""
        self._turns = 0
        self._last: float | None = None
        self._over = False
        self._shows = False

    def reset(self, papert: str = "", **columns: Any) -> None:
        """Begins with the task of a row."""
        self.__init__()  # type: ignore[misc]
        self._ref = papert
        seen = bool(columns.get("images") or columns.get("image"))
        self._shows = seen if self.pictures is None else self.pictures

    def draw(self, program: str) -> Any:
        """Runs a program and says whether it draws what was asked for.

        Args:
            program: The whole program, in the language of the task.

        Returns:
            What was not right, with a picture of what was drawn.
        """
        if self._over:
            return "The task is over."
        self._turns += 1
        reply = program if "```" in program else f"```\n{program}\n```"
        score = _score([self._ref], [reply], "lenient")[0]
        self._last = papert.Reward(self.policy)(score)  # type: ignore[arg-type]
        self._over = score.success is not False or self._turns >= self.max_turns
        if self._over:
            return "The answer is right." if score.success else "The answer is not right. There are no tries left."
        told = papert.feedback_ref(self._ref, reply, self._shows)
        text = f"{told.text.strip()} Tries left: {self.max_turns - self._turns}."
        if not told.images:
            return text
        return [*({"type": "image", "image": each} for each in told.pil()), {"type": "text", "text": text}]

    def get_reward(self) -> float | None:
        """Of the last try; 0 where nothing was drawn."""
        return self._last if self._turns > 0 else 0.0
