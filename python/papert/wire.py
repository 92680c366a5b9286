"""The request schema as both the worker and the server speak it: JSON objects, errors among them."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence

from . import errors
from .engines import Json, Scoring
from .scores import LineScores, Score, scores_of

ITEMS = 4096  # of one request
REQUEST_BYTES = 6 << 20  # of its items; a server reads 8 MB
REPLY_BYTES = 4 << 20  # of one item
LETTER_BYTES = 12  # the most that JSON needs for a character
LONGEST_S = 24 * 3600.0  # deadline of a request
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
        began = time.monotonic()
        scores: list[Score] = []
        for some in requests_of(items):
            if scoring.deadline_s is not None:
                left = scoring.deadline_s - (time.monotonic() - began)
                body["deadline_ms"] = round(1000 * min(max(0.001, left), LONGEST_S))
            answer = self.ask("score", {**body, "items": some})
            scores += scores_of(LineScores(answer["scores"], answer["rewards"]))
        return scores


def requests_of(items: list[Json]) -> Iterator[list[Json]]:
    """In the order of the input, as many as go into one request. A reply that goes into none is cut to a length that
    is `truncated` still, since no reply may fail a batch."""
    some: list[Json] = []
    size = 0
    for item in items:
        written = len(json.dumps(item))
        if written > REPLY_BYTES and isinstance(item["text"], str):
            item = {**item, "text": item["text"][: REPLY_BYTES // LETTER_BYTES]}
            written = len(json.dumps(item))
        if some and (len(some) == ITEMS or size + written > REQUEST_BYTES):
            yield some
            some, size = [], 0
        some.append(item)
        size += written
    if some:
        yield some


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
