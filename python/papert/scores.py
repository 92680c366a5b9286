"""What a reply was worth: scores, and rewards made from them."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from itertools import repeat
from typing import Any, Literal, Protocol

from . import errors

#: What can become of a reply, in the order of tables. The last three say that nothing was learnt about the model.
VERDICTS: tuple[str, ...] = (
    "right", "wrong", "no_answer", "invalid", "crashed", "step_limit", "memory_limit", "output_limit", "forbidden",
    "refused", "truncated", "request_failed", "host_slow", "internal_error",
)  # fmt: skip
UNSCORED = frozenset(VERDICTS[-3:])


class RawScores(Protocol):
    """The scores of a batch as an engine keeps them; a field of one is converted when it is read."""

    def __len__(self) -> int: ...
    def verdict(self, at: int) -> str: ...
    def metrics(self, at: int) -> dict[str, float | None]: ...
    def detail(self, at: int) -> dict[str, Any]: ...
    def answer(self, at: int) -> str: ...
    def rule(self, at: int) -> str: ...
    def line(self, at: int) -> str: ...
    def reward(self, at: int, policy: str) -> float | None: ...


class Score:
    """What a reply was worth. Equal scores have equal lines. It keeps the scores of its batch; a copy (copy.copy) or a
    pickled one stands alone."""

    __slots__ = ("_at", "_raw")

    def __init__(self, raw: RawScores, at: int) -> None:
        self._raw = raw
        self._at = at

    @property
    def verdict(self) -> str:
        """One of VERDICTS."""
        return self._raw.verdict(self._at)

    @property
    def success(self) -> bool | None:
        """None where nothing was learnt about the model."""
        verdict = self.verdict
        return None if verdict in UNSCORED else verdict == "right"

    @property
    def reward(self) -> float | None:
        """1.0 or 0.0, or None where nothing was learnt about the model; Reward has other policies."""
        success = self.success
        return None if success is None else float(success)

    @property
    def metrics(self) -> dict[str, float | None]:
        """Figures by name, those of Suite.metrics; None where one is not defined for this reply."""
        return self._raw.metrics(self._at)

    @property
    def detail(self) -> dict[str, Any]:
        """What else the suite says; "error" and "message" where the answer has a typed error."""
        return self._raw.detail(self._at)

    @property
    def answer(self) -> str:
        """What was found in the reply."""
        return self._raw.answer(self._at)

    @property
    def rule(self) -> str:
        """The rule that found it."""
        return self._raw.rule(self._at)

    @property
    def line(self) -> str:
        """The score as `papert score` writes it, one line of JSON."""
        return self._raw.line(self._at)

    def shaped(self) -> float | None:
        """The reward of the policy "shaped" (docs/rl.md)."""
        return self._raw.reward(self._at, "shaped")

    def __repr__(self) -> str:
        return f"<papert.Score {self.verdict}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Score) and self.line == other.line

    def __hash__(self) -> int:
        return hash(self.line)

    def __reduce__(self) -> tuple[Callable[[str, float | None], Score], tuple[str, float | None]]:
        return _from_line, (self.line, self.shaped())


class LineScores:
    """Scores that came as lines of JSON."""

    __slots__ = ("_fields", "_lines", "_shaped")

    def __init__(self, lines: Sequence[str], shaped: Sequence[float | None]) -> None:
        self._lines = lines
        self._shaped = shaped
        self._fields: dict[int, dict[str, Any]] = {}

    def __len__(self) -> int:
        return len(self._lines)

    def _field(self, at: int, name: str) -> Any:
        if at not in self._fields:
            self._fields[at] = json.loads(self._lines[at])
        return self._fields[at][name]

    def verdict(self, at: int) -> str:
        return str(self._field(at, "verdict"))

    def metrics(self, at: int) -> dict[str, float | None]:
        return dict(self._field(at, "metrics"))

    def detail(self, at: int) -> dict[str, Any]:
        return dict(self._field(at, "detail"))

    def answer(self, at: int) -> str:
        return str(self._field(at, "answer"))

    def rule(self, at: int) -> str:
        return str(self._field(at, "rule"))

    def line(self, at: int) -> str:
        return self._lines[at]

    def reward(self, at: int, policy: str) -> float | None:
        if policy == "shaped":
            return self._shaped[at]
        verdict = self.verdict(at)
        return None if verdict in UNSCORED else float(verdict == "right")


def scores_of(raw: RawScores) -> list[Score]:
    return list(map(Score, repeat(raw), range(len(raw))))


def _from_line(line: str, shaped: float | None) -> Score:
    return Score(LineScores([line], [shaped]), 0)


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
            value = self.policy(score) if callable(self.policy) else score._raw.reward(score._at, self.policy)
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
