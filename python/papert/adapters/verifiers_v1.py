"""verifiers v1: tasksets. A package of one's own whose __init__.py has these two lines is one:

    from papert.adapters.verifiers_v1 import PapertTaskset
    __all__ = ["PapertTaskset"]

PapertTaskset has `count` tasks of a suite, PapertStream never ends (its runs need -n). A reply that could not be judged raises:
the framework marks the rollout instead of counting it as 0. The classes are made when they are first asked for.
"""

# Without postponed annotations: the framework reads the types of fields when a class is made.
import asyncio
from collections.abc import Iterator
from typing import Any, ClassVar

import papert

from .judging import judged
from .shared import figures, user_message

NAMES = ("PapertData", "PapertConfig", "PapertTask", "PapertTaskset", "PapertStream")


def _classes() -> dict[str, type]:
    import verifiers.v1 as vf

    class PapertData(vf.TaskData):  # type: ignore[misc]
        ref: str
        task: str
        reference: str
        policy: str = "success"

    class PapertConfig(vf.TasksetConfig):  # type: ignore[misc]
        suite: str = "shapecode"
        seed: int = 7
        count: int = 50
        policy: str = "success"

    class PapertTask(vf.Task[PapertData]):  # type: ignore[misc]
        @property
        def key(self) -> str:
            return str(self.data.task)

        @vf.reward  # type: ignore[misc]
        async def correct(self, trace: Any) -> float:
            score = await asyncio.to_thread(judged, self.data.ref, trace.last_reply)
            return float(papert.Reward(self.data.policy)(score) or 0.0)

        @vf.metric  # type: ignore[misc]
        async def papert(self, trace: Any) -> dict[str, float]:
            score = await asyncio.to_thread(judged, self.data.ref, trace.last_reply)
            row = figures(score, None)
            return {name: row[name] for name in ("right", "runnable", "similarity", "verdict")}

        async def validate(self, runtime: Any = None) -> bool:
            return (await asyncio.to_thread(judged, self.data.ref, self.data.reference)).success is True

    def task_of(place: int, task: papert.Task, config: Any) -> Any:
        asked: Any = [user_message(task.prompt)] if task.prompt.images else task.prompt.text
        return PapertTask(
            PapertData(
                idx=place, prompt=asked, ref=task.ref, task=task.id, reference=task.reference, policy=config.policy
            )
        )

    class PapertTaskset(vf.Taskset[PapertTask, PapertConfig]):  # type: ignore[misc]
        def load(self) -> Iterator[Any]:
            config = self.config
            tasks = papert.suite(config.suite).mint(seed=config.seed, count=config.count)
            for place, task in enumerate(tasks):
                yield task_of(place, task, config)

    class PapertStream(PapertTaskset):
        INFINITE: ClassVar[bool] = True

        def load(self) -> Iterator[Any]:
            suite, place, seed = papert.suite(self.config.suite), 0, self.config.seed
            while True:
                for task in suite.mint(seed=seed):
                    yield task_of(place, task, self.config)
                    place += 1
                seed += 1

    made = (PapertData, PapertConfig, PapertTask, PapertTaskset, PapertStream)
    for each in made:
        each.__qualname__ = each.__name__  # they are found here under their names
    return dict(zip(NAMES, made))


def __getattr__(name: str) -> Any:
    if name not in NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals().update(_classes())
    return globals()[name]
