"""verifiers: environments of v0 in their older and newer form, and tasksets of v1, run with replies instead of a model."""

from __future__ import annotations

import asyncio
import inspect
from typing import Any

from .frameworks import Record


class Rubric(Record):
    """Functions are called on the event loop, older versions call all of them at once, and awaited where they are async.
    One that raises counts as 0, which is logged: here the second value."""

    def score(self, completion: Any, info: Any) -> tuple[float, bool]:
        async def one(function: Any) -> float | None:
            try:
                value = function(prompt=[], completion=completion, answer="", state={}, info=info)
                return float(await value if inspect.isawaitable(value) else value)
            except Exception:  # noqa: BLE001, as the framework does
                return None

        async def all_of_them() -> list[float | None]:
            return await asyncio.gather(*(one(function) for function in self.__dict__["funcs"]))

        values = asyncio.run(all_of_them())
        total = sum(weight * (value or 0.0) for value, weight in zip(values, self.__dict__["weights"], strict=True))
        return total, None in values


class SingleTurnEnv(Record):
    def rollout(self, row: dict[str, Any], reply: str) -> tuple[float, bool]:
        return self.__dict__["rubric"].score([{"role": "assistant", "content": reply}], row["info"])


class OlderMultiTurnEnv(Record):
    """env_response gives messages and the state; is_completed is asked before and after it."""

    async def is_completed(self, messages: Any, state: Any, **_: Any) -> bool:
        return int(state["turn"]) >= int(self.__dict__["max_turns"])

    async def rollout(self, row: dict[str, Any], replies: list[str]) -> list[Any]:
        messages, state = list(row["prompt"]), {"turn": 0, "info": row["info"]}
        for reply in replies:
            messages.append({"role": "assistant", "content": reply})
            state["turn"] += 1
            if await self.is_completed(messages, state):
                break
            said, state = await self.env_response(messages, state)  # type: ignore[attr-defined]
            messages += said
            if await self.is_completed(messages, state):
                break
        return messages


class NewerMultiTurnEnv(Record):
    """env_response gives messages alone, which are objects; state["final_env_response"] ends the rollout."""

    async def rollout(self, row: dict[str, Any], replies: list[str]) -> list[Any]:
        messages = [Record(**each) for each in row["prompt"]]
        state: dict[str, Any] = {"info": row["info"]}
        for turn, reply in enumerate(replies):
            messages.append(Record(role="assistant", content=reply))
            if turn + 1 >= self.__dict__["max_turns"]:
                break
            said = await self.env_response(messages, state)  # type: ignore[attr-defined]
            assert isinstance(said, list), said
            messages += [Record(**each) for each in said]
            if state.get("final_env_response") is not None:
                break
        return messages


# v1


def reward(function: Any) -> Any:
    function.is_reward = True
    return function


def metric(function: Any) -> Any:
    function.is_metric = True
    return function


class TaskData:
    """Fields are those that a class and its bases name with a type; others are refused."""

    idx: int | None = None
    prompt: Any = None

    def __init__(self, **fields: Any) -> None:
        named = {name for base in type(self).__mro__ for name in inspect.get_annotations(base)}
        assert set(fields) <= named, set(fields) - named
        missing = {name for name in named if name not in fields and not hasattr(type(self), name)}
        assert not missing, missing
        self.__dict__.update(fields)


class TasksetConfig(TaskData):
    id: str = ""


class Task:
    def __class_getitem__(cls, _: Any) -> type:
        return cls

    def __init__(self, data: Any, config: Any = None) -> None:
        self.data, self.config = data, config


class Taskset:
    INFINITE = False

    def __class_getitem__(cls, _: Any) -> type:
        return cls

    def __init__(self, config: Any) -> None:
        self.config = config


def score(task: Any, reply: str) -> tuple[dict[str, float], dict[str, float]]:
    """Rewards and metrics of one rollout."""

    async def all_of_them() -> tuple[dict[str, float], dict[str, float]]:
        trace = Record(last_reply=reply)
        members = [getattr(task, name) for name in dir(type(task)) if callable(getattr(type(task), name))]
        rewards = {each.__name__: await each(trace=trace) for each in members if hasattr(each, "is_reward")}
        metrics: dict[str, float] = {}
        for each in members:
            if hasattr(each, "is_metric"):
                metrics.update(await each(trace=trace))
        return rewards, metrics

    return asyncio.run(all_of_them())
