"""Modules that stand in for frameworks while a test imports an adapter's classes."""

from __future__ import annotations

import contextlib
import sys
import types
from collections.abc import Iterator
from typing import Any


@contextlib.contextmanager
def installed(**modules: dict[str, Any]) -> Iterator[None]:
    """`a__b={"C": ...}` is module a.b with a name C; parents come along."""
    before = dict(sys.modules)
    for name, members in modules.items():
        path = name.split("__")
        for depth in range(1, len(path) + 1):
            sys.modules.setdefault(".".join(path[:depth]), types.ModuleType(".".join(path[:depth])))
        sys.modules[".".join(path)].__dict__.update(members)
    try:
        yield
    finally:
        for name in set(sys.modules) - set(before):
            del sys.modules[name]


class Record:
    """Any class that keeps what it is given."""

    def __init__(self, *args: Any, **fields: Any) -> None:
        self.args = args
        self.__dict__.update(fields)


class BaseTextEnv:
    """SkyRL-gym's: no arguments."""

    def __init__(self) -> None:
        self.turns = 0
        self.max_turns = 1


class ProceduralDataset:
    """reasoning-gym's: a sequence with a seed and a size."""

    def __init__(self, config: Any, seed: int | None = None, size: int = 500) -> None:
        config.validate()
        self.config, self.seed, self.size = config, 0 if seed is None else seed, size

    def __len__(self) -> int:
        return self.size


class MultiTurnEnv(Record):
    """verifiers' (v0): asks until is_completed, what the environment says in between."""

    async def is_completed(self, messages: Any, state: Any, **_: Any) -> bool:
        return int(state["turn"]) >= int(self.__dict__["max_turns"])

    async def rollout(self, row: dict[str, Any], replies: list[str]) -> list[dict[str, Any]]:
        messages, state = list(row["prompt"]), {"turn": 0, "info": row["info"]}
        for reply in replies:
            messages.append({"role": "assistant", "content": reply})
            state["turn"] += 1
            if await self.is_completed(messages, state):
                break
            said, state = await self.env_response(messages, state)  # type: ignore[attr-defined]
            if await self.is_completed(messages, state):
                break
            messages += said
        return messages
