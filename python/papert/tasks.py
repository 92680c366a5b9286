"""Benchmarks and their tasks."""

from __future__ import annotations

import base64
import functools
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

from . import errors
from .engines import Engine, Json, OpenTasks, Scoring, connect, default_engine
from .optional import pillow_image
from .scores import Score

if TYPE_CHECKING:
    from PIL import Image

    from .rows import Rows

PAGE = 4096  # tasks that one request lists


@dataclass(frozen=True)
class Mode:
    """What a suite lets one choose; the first value is the default."""

    key: str
    values: tuple[str, ...]
    title: str


@dataclass(frozen=True)
class Prompt:
    """What a model is sent: text, and pictures as PNG files."""

    text: str
    images: tuple[bytes, ...] = ()

    def pil(self) -> list[Image.Image]:
        """The pictures, for Pillow."""
        return [pillow_image(each) for each in self.images]


class Suite:
    """A benchmark. Equal to any other of its name."""

    def __init__(self, facts: Json, engine: Engine) -> None:
        self._facts = facts
        self._engine = engine

    @property
    def name(self) -> str:
        return str(self._facts["name"])

    @property
    def title(self) -> str:
        """What is asked, in a line."""
        return str(self._facts["title"])

    @property
    def tiers(self) -> tuple[str, ...]:
        """Empty: it has none."""
        return tuple(self._facts["tiers"])

    @property
    def metrics(self) -> tuple[str, ...]:
        """The first is primary."""
        return tuple(each["name"] for each in self._facts["metrics"])

    @property
    def modes(self) -> tuple[Mode, ...]:
        return tuple(Mode(each["key"], tuple(each["values"]), each["title"]) for each in self._facts["modes"])

    def load(
        self, data: str | os.PathLike[str], modes: Mapping[str, str] | None = None, tiers: Sequence[str] = ()
    ) -> TaskSet:
        """The tasks of a data folder. The engine must see the folder: a server knows its own."""
        src = {"data": os.path.abspath(data), "tiers": list(tiers)}
        return self._open(modes, src)

    def mint(
        self,
        seed: int,
        count: int = 1,
        tiers: Sequence[str] = (),
        modes: Mapping[str, str] | None = None,
        split: str = "fresh",
    ) -> TaskSet:
        """New tasks: seeds seed .. seed + count - 1 of each tier. The same seed gives the same tasks everywhere."""
        return self._open(modes, {"mint": {"seed": seed, "count": count, "tiers": list(tiers), "split": split}})

    def _open(self, modes: Mapping[str, str] | None, src: Json) -> TaskSet:
        source = {"suite": self.name, "modes": dict(modes or {}), "src": src}
        listed = _list(self._engine, source)
        return TaskSet({key: listed[key] for key in ("suite", "modes", "src")}, self._engine, listed["tasks"])

    def __repr__(self) -> str:
        return f"papert.suite({self.name!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Suite) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[Any, tuple[str, str]]:
        return _suite_again, (self.name, self._engine.spec)


def _list(engine: Engine, source: Json) -> Json:
    """All pages of the list of a set's tasks."""
    listed = engine.ask("tasks", {**source, "limit": PAGE})
    page = listed
    while page.get("next"):
        page = engine.ask("tasks", {**source, "limit": PAGE, "after": page["next"]})
        listed["tasks"] += page["tasks"]
    return listed


class Task:
    """One task of a set. What takes work (prompt, reference) is made when it is first read."""

    def __init__(self, tasks: TaskSet, facts: Json) -> None:
        self._tasks = tasks
        self._facts = facts

    @property
    def id(self) -> str:
        return str(self._facts["id"])

    @property
    def base(self) -> str:
        """The task that this one was made from; empty for an original."""
        return str(self._facts.get("base", ""))

    @property
    def tags(self) -> dict[str, Any]:
        """Properties by which results are broken down."""
        return dict(self._facts["tags"])

    def _ask(self, **wanted: bool) -> Json:
        return self._tasks._engine.ask("task", {"ref": self._tasks._ref(self.id), **wanted})

    @functools.cached_property
    def prompt(self) -> Prompt:
        prompt = self._ask(prompt=True)["prompt"]
        return Prompt(prompt["text"], tuple(base64.b64decode(each) for each in prompt["images"]))

    @functools.cached_property
    def reference(self) -> str:
        """A reply that is right. A server of rewards shows none."""
        return str(self._ask(prompt=False, reference=True)["reference"])

    @property
    def ref(self) -> str:
        """Names the task for any process (score_ref). A task of a folder needs that folder there."""
        return json.dumps(self._tasks._ref(self.id), ensure_ascii=False, separators=(",", ":"))

    def inline_ref(self) -> str:
        """The same with the task itself in it, for a machine that has no data; at most 256 kB."""
        return str(self._ask(prompt=False, inline=True)["ref"])

    def score(self, reply: str, extract: str = "lenient") -> Score:
        return self._tasks.score(self.id, reply, extract)

    def feedback(self, reply: str, picture: bool = True) -> Prompt:
        """What a model that may try again is told about its reply (feedback_ref)."""
        return _feedback(self._tasks._engine, self._tasks._ref(self.id), reply, picture)

    def __repr__(self) -> str:
        return f"<papert.Task {self._tasks.suite} {self.id}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Task) and self.ref == other.ref

    def __hash__(self) -> int:
        return hash(self.ref)

    def __reduce__(self) -> tuple[Any, tuple[TaskSet, Json]]:
        return Task, (self._tasks, self._facts)


class TaskSet(Sequence[Task]):
    """Tasks in the order of their ids; found by number or by id. Pickled and compared by where they come from."""

    def __init__(self, source: Json, engine: Engine, listed: list[Json] | None = None) -> None:
        self._source = source
        self._engine = engine
        self._listed = listed

    @property
    def suite(self) -> str:
        return str(self._source["suite"])

    @property
    def modes(self) -> dict[str, str]:
        return dict(self._source["modes"])

    @property
    def source(self) -> Json:
        """Where they come from: {"suite", "modes", "src"}."""
        return json.loads(json.dumps(self._source))  # type: ignore[no-any-return]

    @functools.cached_property
    def _tasks(self) -> list[Task]:
        listed = self._listed
        if listed is None:  # made from a pickle
            listed = _list(self._engine, self._source)["tasks"]
        return [Task(self, facts) for facts in listed]

    @functools.cached_property
    def _places(self) -> dict[str, int]:
        return {task.id: place for place, task in enumerate(self._tasks)}

    @functools.cached_property
    def _opened(self) -> OpenTasks:
        return self._engine.open(self._source)

    def _ref(self, task_id: str) -> Json:
        source = self._source
        return {"v": 1, "suite": source["suite"], "modes": source["modes"], "id": task_id, "src": source["src"]}

    @property
    def ids(self) -> list[str]:
        return list(self._places)

    def __len__(self) -> int:
        return len(self._tasks)

    @overload
    def __getitem__(self, key: int | str) -> Task: ...
    @overload
    def __getitem__(self, key: slice) -> list[Task]: ...
    def __getitem__(self, key: int | str | slice) -> Task | list[Task]:
        if isinstance(key, str):
            if key not in self._places:
                raise errors.NotFoundError(f"there is no task {key!r}", self.suite)
            return self._tasks[self._places[key]]
        return self._tasks[key]

    def __iter__(self) -> Iterator[Task]:
        return iter(self._tasks)

    def __contains__(self, key: object) -> bool:
        return key in self._places if isinstance(key, str) else key in self._tasks

    def score(self, task_id: str, reply: str, extract: str = "lenient") -> Score:
        """What a reply to a task is worth."""
        return self._opened.score([task_id], [reply], Scoring(extract, jobs=1))[0]

    def score_batch(
        self,
        ids: Sequence[str],
        replies: Sequence[str],
        jobs: int | None = None,
        deadline_s: float | None = None,
        extract: str = "lenient",
    ) -> list[Score]:
        """Many at once, in the order of the input, on `jobs` threads (None: as many as programs may run at once).

        Never raises for what a reply did. What has not begun after deadline_s is `host_slow`, which is not scored; a
        program that still runs then is `step_limit`.
        """
        return self._opened.score(ids, replies, Scoring(extract, jobs or 0, deadline_s))

    def rows(self, format: str = "trl") -> Rows:  # noqa: A002, as everybody calls it
        """The tasks as rows of a training set: "trl", "verl", "openrlhf" or "messages"."""
        from .rows import Rows

        return Rows(self, format)

    def __repr__(self) -> str:
        return f"<papert.TaskSet {self.suite} {json.dumps(self._source['src'])}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TaskSet) and self._source == other._source

    def __hash__(self) -> int:
        return hash(json.dumps(self._source, sort_keys=True))

    def __reduce__(self) -> tuple[Any, tuple[Json, str]]:
        return _tasks_again, (self._source, self._engine.spec)


def _engine_again(spec: str) -> Engine:
    engine = default_engine()
    return engine if engine.spec == spec else connect(spec)


def _suite_again(name: str, spec: str) -> Suite:
    return suite(name, _engine_again(spec))


def _tasks_again(source: Json, spec: str) -> TaskSet:
    return TaskSet(source, _engine_again(spec))


def suites(engine: Engine | None = None) -> list[Suite]:
    """Every benchmark there is."""
    engine = engine or default_engine()
    return [Suite(facts, engine) for facts in engine.ask("info", {})["suites"]]


def suite(name: str, engine: Engine | None = None) -> Suite:
    """The benchmark of that name."""
    known = suites(engine)
    for each in known:
        if each.name == name:
            return each
    raise errors.UsageError(f"there is no suite {name!r}; the suites are: {', '.join(each.name for each in known)}")


def _feedback(engine: Engine, ref: Json | str, reply: str, picture: bool) -> Prompt:
    told = engine.ask("feedback", {"ref": ref, "text": reply, "picture": picture})
    return Prompt(told["text"], tuple(base64.b64decode(each) for each in told["images"]))


def feedback_ref(ref: str, reply: str, picture: bool = True) -> Prompt:
    """What a model that may try again is told about its reply: what is not right, never what would be, and with
    `picture` a picture of what it drew. Empty where the reply is right, or nothing was learnt about it."""
    return _feedback(default_engine(), ref, reply, picture)


def score_ref(ref: str, reply: str, extract: str = "lenient") -> Score:
    """What a reply to the task of a reference is worth, for reward functions that have no TaskSet in hand."""
    return score_refs([ref], [reply], jobs=1, extract=extract)[0]


def score_refs(
    refs: Sequence[str],
    replies: Sequence[str],
    jobs: int | None = None,
    deadline_s: float | None = None,
    extract: str = "lenient",
) -> list[Score]:
    """The same for many, as TaskSet.score_batch; the references may be of different sets."""
    return default_engine().score_refs(refs, replies, Scoring(extract, jobs or 0, deadline_s))
