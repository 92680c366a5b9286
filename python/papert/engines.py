"""The engines: the same requests (docs/rl.md) answered in this process, by a child process, or by a server.

    PAPERT_ENGINE=native | worker | http://host:port      unset: native, else worker where `papert` is on the PATH
"""

from __future__ import annotations

import importlib
import os
import shutil
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from . import errors
from .scores import Score

Json = dict[str, Any]

MAX_REPLY_BYTES = 64 << 10  # a longer reply is `truncated`


@dataclass(frozen=True)
class Scoring:
    """How replies are scored. extract: lenient or strict. jobs, of the native engine alone: 0 is as many as
    programs may run at once; a worker or a server decides for itself."""

    extract: str = "lenient"
    jobs: int = 0
    deadline_s: float | None = None
    max_reply_bytes: int = MAX_REPLY_BYTES


class OpenTasks(Protocol):
    """A set of tasks that an engine holds open."""

    def score(self, ids: Sequence[str], replies: Sequence[str], scoring: Scoring) -> list[Score]:
        """In the order of the input; never raises for what a reply did."""
        ...


class Engine(Protocol):
    """What answers requests."""

    @property
    def spec(self) -> str:
        """What connect() takes to make another one like it."""
        ...

    def ask(self, operation: str, body: Json) -> Json:
        """One request of the schema; an error in the answer is raised."""
        ...

    def open(self, source: Json) -> OpenTasks:
        """The tasks of {"suite", "modes", "src"}."""
        ...

    def score_refs(self, refs: Sequence[str], replies: Sequence[str], scoring: Scoring) -> list[Score]:
        """The same for tasks of any set."""
        ...

    def warm_up(self, jobs: int) -> None:
        """Starts what the first program would have to wait for."""
        ...

    def shutdown(self) -> None:
        """Ends it; the next request starts it again."""
        ...

    def stats(self) -> dict[str, int]:
        """Counters since the engine began."""
        ...


def connect(spec: str) -> Engine:
    """The engine of that name: "native", "worker", or the address of a server, "http://host:port"."""
    if spec == "native":
        return _native()
    if spec == "worker" or spec.startswith("worker:"):
        from .worker import WorkerEngine

        return WorkerEngine(spec.partition(":")[2] or None)
    if spec.startswith(("http://", "https://")):
        from .http import HttpEngine

        return HttpEngine(spec)
    raise errors.UsageError(f"there is no engine {spec!r}; give native, worker or http://host:port", "PAPERT_ENGINE")


def _native() -> Engine:
    from .native import NativeEngine

    return NativeEngine()


def _chosen() -> Engine:
    spec = os.environ.get("PAPERT_ENGINE", "")
    if spec:
        return connect(spec)
    try:
        importlib.import_module("papert._core")
    except ImportError as error:
        if shutil.which("papert"):
            return connect("worker")
        raise ImportError(
            f"papert has no engine here: its module cannot be loaded ({error}); `papert` is not on the PATH "
            "(PAPERT_ENGINE=worker); and no server is named (PAPERT_ENGINE=http://host:port)"
        ) from error
    return _native()


_lock = threading.Lock()
_default: Engine | None = None


def default_engine() -> Engine:
    """The engine of this process, chosen at first use."""
    global _default
    engine = _default
    if engine is not None:
        return engine
    with _lock:
        if _default is None:
            _default = _chosen()
        return _default


def use_engine(engine: Engine | str | None) -> None:
    """Makes it the engine of this process; None: chosen again at next use."""
    global _default
    chosen = connect(engine) if isinstance(engine, str) else engine
    with _lock:
        _default = chosen


def _after_fork() -> None:
    # Another thread may have held it.
    global _lock
    _lock = threading.Lock()


os.register_at_fork(after_in_child=_after_fork)
