"""What a reply was worth: scores, and rewards made from them."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol

from . import errors

#: What can become of a reply, in the order of tables. The last three say that nothing was learnt about the model.
VERDICTS: tuple[str, ...] = (
    "right", "wrong", "no_answer", "invalid", "crashed", "step_limit", "memory_limit", "output_limit", "forbidden",
    "refused", "truncated", "request_failed", "host_slow", "internal_error",
)  # fmt: skip
UNSCORED = frozenset(VERDICTS[-3:])


class RawScore(Protocol):
    """A score as an engine keeps it; a field is converted when it is read."""

    @property
    def verdict(self) -> str: ...
    @property
    def metrics(self) -> dict[str, float | None]: ...
    @property
    def detail(self) -> dict[str, Any]: ...
    @property
    def answer(self) -> str: ...
    @property
    def rule(self) -> str: ...
    @property
    def line(self) -> str: ...
    def reward(self, policy: str) -> float | None: ...


class Score:
    """What a reply was worth. Equal scores have equal lines."""

    __slots__ = ("_raw",)

    def __init__(self, raw: RawScore) -> None:
        self._raw = raw

    @property
    def verdict(self) -> str:
        """One of VERDICTS."""
        return self._raw.verdict

    @property
    def success(self) -> bool | None:
        """None where nothing was learnt about the model."""
        verdict = self._raw.verdict
        return None if verdict in UNSCORED else verdict == "right"

    @property
    def reward(self) -> float | None:
        """1.0 or 0.0, or None where nothing was learnt about the model; Reward has other policies."""
        success = self.success
        return None if success is None else float(success)

    @property
    def metrics(self) -> dict[str, float | None]:
        """Figures by name, those of Suite.metrics; None where one is not defined for this reply."""
        return self._raw.metrics

    @property
    def detail(self) -> dict[str, Any]:
        """What else the suite says; "error" and "message" where the answer has a typed error."""
        return self._raw.detail

    @property
    def answer(self) -> str:
        """What was found in the reply."""
        return self._raw.answer

    @property
    def rule(self) -> str:
        """The rule that found it."""
        return self._raw.rule

    @property
    def line(self) -> str:
        """The score as `papert score` writes it, one line of JSON."""
        return self._raw.line

    def shaped(self) -> float | None:
        """The reward of the policy "shaped" (docs/rl.md)."""
        return self._raw.reward("shaped")

    def __repr__(self) -> str:
        return f"<papert.Score {self.verdict}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Score) and self.line == other.line

    def __hash__(self) -> int:
        return hash(self.line)

    def __reduce__(self) -> tuple[Callable[[str, float | None], Score], tuple[str, float | None]]:
        return _from_line, (self.line, self.shaped())


class LineScore:
    """A score that came as a line of JSON."""

    __slots__ = ("_fields", "_shaped", "line")

    def __init__(self, line: str, shaped: float | None) -> None:
        self.line = line
        self._fields: dict[str, Any] | None = None
        self._shaped = shaped

    def _field(self, name: str) -> Any:
        if self._fields is None:
            self._fields = json.loads(self.line)
        return self._fields[name]

    @property
    def verdict(self) -> str:
        return str(self._field("verdict"))

    @property
    def metrics(self) -> dict[str, float | None]:
        return dict(self._field("metrics"))

    @property
    def detail(self) -> dict[str, Any]:
        return dict(self._field("detail"))

    @property
    def answer(self) -> str:
        return str(self._field("answer"))

    @property
    def rule(self) -> str:
        return str(self._field("rule"))

    def reward(self, policy: str) -> float | None:
        if policy == "shaped":
            return self._shaped
        verdict = self.verdict
        return None if verdict in UNSCORED else float(verdict == "right")


def _from_line(line: str, shaped: float | None) -> Score:
    return Score(LineScore(line, shaped))


Policy = Literal["success", "shaped"]
Unscored = Literal["none", "zero", "raise"]


class Reward:
    """Turns scores into numbers from 0 to 1.

    policy: "success" (1 or 0), "shaped" (docs/rl.md says how each suite grades what is nearly right), or a function of
    the Score, whose result is clamped to [0, 1] and must be a number. unscored: what verdicts that say nothing about
    the model give: None, 0.0, or an exception (errors.Unscored).
    """

    __slots__ = ("policy", "unscored")

    def __init__(
        self, policy: Policy | Callable[[Score], float | None] = "success", unscored: Unscored = "none"
    ) -> None:
        if not callable(policy) and policy not in ("success", "shaped"):
            raise errors.UsageError(f"there is no policy {policy!r}; give 'success', 'shaped' or a function", "policy")
        if unscored not in ("none", "zero", "raise"):
            raise errors.UsageError(f"{unscored!r} is not 'none', 'zero' or 'raise'", "unscored")
        self.policy = policy
        self.unscored = unscored

    def __call__(self, score: Score) -> float | None:
        if score.verdict not in UNSCORED:
            value = self.policy(score) if callable(self.policy) else score._raw.reward(self.policy)
            if value is not None:
                return _clamped(value)
        if self.unscored == "raise":
            raise errors.Unscored(str(score.detail.get("message", "nothing was learnt")), score.verdict)
        return 0.0 if self.unscored == "zero" else None

    def of(self, scores: Sequence[Score]) -> list[float | None]:
        """The reward of each."""
        return [self(score) for score in scores]

    def __repr__(self) -> str:
        return f"papert.Reward({self.policy!r}, unscored={self.unscored!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reward) and (self.policy, self.unscored) == (other.policy, other.unscored)

    def __hash__(self) -> int:
        return hash((self.policy, self.unscored))

    def __reduce__(self) -> tuple[type[Reward], tuple[Any, str]]:
        return Reward, (self.policy, self.unscored)


def _clamped(value: float) -> float:
    number = float(value)
    if math.isnan(number):
        raise errors.UsageError("the policy gave NaN for a score; a reward must be a number", "policy")
    return min(max(number, 0.0), 1.0)
