"""The request schema as both the worker and the server speak it: JSON objects, errors among them."""

from __future__ import annotations

import json
from collections.abc import Sequence

from . import errors
from .engines import Json, Scoring
from .scores import LineScores, Score, scores_of

ITEMS = 4096  # of one request
DECODER = json.JSONDecoder()


def read_answer(text: str | bytes) -> Json:
    """The answer; raises the error that it is."""
    try:
        answer = json.loads(text)
    except ValueError as error:
        raise errors.InternalError(f"the engine's answer is not JSON: {error}") from error
    if not isinstance(answer, dict):
        raise errors.InternalError("the engine's answer is not a JSON object")
    problem = answer.get("error")
    if isinstance(problem, dict):
        raise errors.error_of(str(problem.get("code")), str(problem.get("message")), str(problem.get("where", "")))
    if "scores" in answer:
        answer["scores"] = written_scores(text if isinstance(text, str) else text.decode())
    return answer


def written_scores(text: str) -> list[str]:
    """The lines of `papert score`, byte for byte: Python would write some numbers with other last digits."""
    mark = '"scores":['
    at = text.index(mark) + len(mark)
    lines = []
    while text[at] != "]":
        end = DECODER.raw_decode(text, at)[1]
        lines.append(text[at:end])
        at = end + (text[end] == ",")
    return lines


class WireEngine:
    """An engine that is sent requests; a subclass carries them."""

    def ask(self, operation: str, body: Json) -> Json:
        raise NotImplementedError

    def open(self, source: Json) -> WireTasks:
        return WireTasks(self, source)

    def score_refs(self, refs: Sequence[str], replies: Sequence[str], scoring: Scoring) -> list[Score]:
        if len(refs) != len(replies):
            raise ValueError("as many replies as references are needed")
        items = [{"ref": ref, "text": text} for ref, text in zip(refs, replies)]
        return self._score({}, items, scoring)

    def _score(self, common: Json, items: list[Json], scoring: Scoring) -> list[Score]:
        body = {**common, "extract": scoring.extract, "max_reply_bytes": scoring.max_reply_bytes, "policy": "shaped"}
        if scoring.deadline_s is not None:
            body["deadline_ms"] = max(1, round(scoring.deadline_s * 1000))
        scores: list[Score] = []
        for begin in range(0, len(items), ITEMS):
            answer = self.ask("score", {**body, "items": items[begin : begin + ITEMS]})
            scores += scores_of(LineScores(answer["scores"], answer["rewards"]))
        return scores


class WireTasks:
    """Tasks of an engine that is sent requests: it holds them itself."""

    def __init__(self, engine: WireEngine, source: Json) -> None:
        self._engine = engine
        self._source = source

    def score(self, ids: Sequence[str], replies: Sequence[str], scoring: Scoring) -> list[Score]:
        if len(ids) != len(replies):
            raise ValueError("as many replies as tasks are needed")
        items = [{"id": each, "text": text} for each, text in zip(ids, replies)]
        return self._engine._score(self._source, items, scoring)
