"""verifiers: papert.adapters.verifiers.load_environment(suite="turtleai", seed=7, count=50, max_turns=3)

A SingleTurnEnv, or with more turns a MultiTurnEnv whose model sees its own drawing and is told what was not right. This is
the older form of environments (v0), which has no word for a reply that could not be judged: the function raises, and the
framework logs it and counts 0. papert.adapters.verifiers_v1 has tasksets, where such a rollout is marked.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

import papert

from .judging import judged
from .shared import field_of, figures, last_reply, user_message

MEASURED = ("right", "runnable", "similarity")


def row(task: papert.Task) -> dict[str, Any]:
    """A task as a row of the data set: messages, pictures as data URIs, and the reference in `info`."""
    info = json.dumps({"id": task.id, "ref": task.ref})
    return {"prompt": [user_message(task.prompt)], "answer": task.reference, "info": info}


def ref_of(info: Any) -> str:
    """The reference in `info`, which may come back as a text or as what it holds."""
    return str((json.loads(info) if isinstance(info, str) else info)["ref"])


async def _judge(completion: Any, info: Any) -> papert.Score:
    return await asyncio.to_thread(judged, ref_of(info), last_reply(completion))


def reward_functions(policy: str) -> list[Any]:
    """The reward, and the figures beside it, which weigh nothing."""

    async def correct(completion: Any, info: Any, **_: Any) -> float:
        return float(papert.Reward(policy)(await _judge(completion, info)) or 0.0)  # type: ignore[arg-type]

    def measure(name: str) -> Any:
        async def figure(completion: Any, info: Any, **_: Any) -> float:
            return figures(await _judge(completion, info), None)[name]

        figure.__name__ = name
        return figure

    return [correct, *(measure(name) for name in MEASURED)]


def load_environment(
    suite: str = "shapecode", seed: int = 7, count: int = 50, policy: str = "success", max_turns: int = 1, **kwargs: Any
) -> Any:
    import datasets
    import verifiers as vf

    tasks = papert.suite(suite).mint(seed=seed, count=count)
    dataset = datasets.Dataset.from_list([row(task) for task in tasks])
    functions = reward_functions(policy)
    rubric = vf.Rubric(funcs=functions, weights=[1.0] + [0.0] * (len(functions) - 1))
    if max_turns == 1:
        return vf.SingleTurnEnv(dataset=dataset, eval_dataset=dataset, rubric=rubric, **kwargs)

    newer = hasattr(vf, "stop")  # env_response gives messages alone, and says in the state that these are the last

    class RefineEnv(vf.MultiTurnEnv):  # type: ignore[misc]
        async def env_response(self, messages: Any, state: Any, **_: Any) -> Any:
            pictured = not isinstance(field_of(messages[0], "content"), str)  # else the model may not see any
            told = await asyncio.to_thread(papert.feedback_ref, ref_of(state["info"]), last_reply(messages), pictured)
            said = [user_message(told)] if told.text else []
            if not newer:
                state["papert_right"] = not said
            elif not said:
                state["final_env_response"] = said
            return said if newer else (said, state)

        if not newer:

            async def is_completed(self, messages: Any, state: Any, **more: Any) -> bool:
                over = await super().is_completed(messages, state, **more)
                return bool(over or state.get("papert_right"))

    return RefineEnv(dataset=dataset, eval_dataset=dataset, rubric=rubric, max_turns=max_turns, **kwargs)
