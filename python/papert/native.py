"""The engine in this process."""

from __future__ import annotations

import atexit
import json
from collections.abc import Sequence

from . import _core, errors
from .engines import Engine, Json, OpenTasks, Scoring, connect
from .scores import Score, scores_of
from .wire import read_answer


def _batch(scoring: Scoring) -> _core.Batch:
    return _core.Batch(scoring.extract, scoring.jobs, scoring.deadline_s, scoring.max_reply_bytes)


class NativeTasks:
    """An open set."""

    def __init__(self, source: Json) -> None:
        self._tasks = _core.TaskSet(json.dumps(source))

    def score(self, ids: Sequence[str], replies: Sequence[str], scoring: Scoring) -> list[Score]:
        return scores_of(self._tasks.score_batch(list(ids), list(replies), _batch(scoring)))


class NativeEngine:
    """papert._core. What it leaves out (solids of CAD, ONNX encoders), a worker does where `papert` is installed."""

    spec = "native"

    def __init__(self) -> None:
        self._helper: Engine | None = None

    def _worker(self, error: errors.UsageError) -> Engine:
        """Who can do what this error says is left out here."""
        if "this build has no" not in error.message:
            raise error
        if self._helper is None:
            self._helper = connect("worker")
        return self._helper

    def ask(self, operation: str, body: Json) -> Json:
        try:
            return read_answer(_core.answer(operation, json.dumps(body), 0))
        except errors.UsageError as error:
            return self._worker(error).ask(operation, body)

    def open(self, source: Json) -> OpenTasks:
        try:
            return NativeTasks(source)
        except errors.UsageError as error:
            return self._worker(error).open(source)

    def score_refs(self, refs: Sequence[str], replies: Sequence[str], scoring: Scoring) -> list[Score]:
        try:
            return scores_of(_core.score_refs(list(refs), list(replies), _batch(scoring)))
        except errors.UsageError as error:
            return self._worker(error).score_refs(refs, replies, scoring)

    def warm_up(self, jobs: int) -> None:
        _core.warm_up(jobs)

    def shutdown(self) -> None:
        _core.end_idle_jails()
        if self._helper is not None:
            self._helper.shutdown()

    def stats(self) -> dict[str, int]:
        return _core.stats()


# Not left to static destructors, which run while other threads may still score.
atexit.register(_core.end_idle_jails)
