"""What all adapters need: figures with constant keys, texts out of messages, words for a model that may try again."""

from __future__ import annotations

import base64
import logging
import threading
from collections.abc import Mapping, Sequence
from typing import Any

import papert

log = logging.getLogger("papert")

#: One number each for every sample, whatever became of it.
FIGURES = ("score", "acc", "right", "runnable", "similarity", "scored", "verdict")

_SIMILAR = ("similarity", "canonical_similarity", "foreground_iou", "goal")
_RUNNABLE = ("runnable", "execution_success", "no_crash")
#: Verdicts whose message is about the program alone, and says nothing about the reference.
_OWN_FAULT = ("invalid", "crashed", "step_limit", "memory_limit", "output_limit", "forbidden")


def _first(score: papert.Score, names: Sequence[str]) -> float | None:
    metrics = score.metrics
    return next((value for name in names if (value := metrics.get(name)) is not None), None)


def figures(score: papert.Score, reward: float | None) -> dict[str, float]:
    """The keys of FIGURES; what is not known is 0, and `scored` tells whether anything is."""
    right = float(score.verdict == "right")
    runnable = _first(score, _RUNNABLE)
    similarity = _first(score, _SIMILAR)
    return {
        "score": 0.0 if reward is None else reward,
        "acc": right,
        "right": right,
        "runnable": float(score.verdict in ("right", "wrong")) if runnable is None else runnable,
        "similarity": right if similarity is None else similarity,
        "scored": float(score.success is not None),
        "verdict": float(papert.VERDICTS.index(score.verdict)),
    }


def explanation(score: papert.Score) -> str:
    """A score in words for logs: the verdict, the program's own error, how alike the drawing is. What a model that may
    try again is told comes from papert.feedback_ref. Never the message of a wrong answer, which may name what is missing.
    """
    text = "The answer is right." if score.success else f"The answer is not right ({score.verdict})."
    message = score.detail.get("message")
    if score.verdict in _OWN_FAULT and isinstance(message, str):
        text += f" {message[:1000]}"
    alike = _first(score, _SIMILAR)
    if score.verdict == "wrong" and alike is not None:
        text += f" Likeness to what was asked for: {alike:.3f} of 1."
    return text


def user_message(prompt: papert.Prompt) -> dict[str, Any]:
    """What a user says: a plain text, or parts of one with pictures as data URIs."""
    urls = ["data:image/png;base64," + base64.b64encode(image).decode() for image in prompt.images]
    parts = [{"type": "text", "text": prompt.text}, *({"type": "image_url", "image_url": {"url": url}} for url in urls)]
    return {"role": "user", "content": parts if urls else prompt.text}


def field_of(thing: Any, name: str) -> Any:
    """Of a message or a part of one, which is a dict with some frameworks and an object with others."""
    return thing.get(name) if isinstance(thing, Mapping) else getattr(thing, name, None)


def text_of(content: Any) -> str:
    """The text of a message's content: a string, or a list of parts."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, Sequence) else []
    return "".join(str(field_of(part, "text") or "") for part in parts if field_of(part, "type") == "text")


def last_reply(completion: Any) -> str:
    """The last text of the assistant in a completion: a string, or a list of messages."""
    if isinstance(completion, str):
        return completion
    said = [each for each in completion if field_of(each, "role") == "assistant"]
    texts = [text_of(field_of(each, "content")) for each in said]
    return next((text for text in reversed(texts) if text), "")


class Unscored:
    """Counts samples that taught nothing, for frameworks that have no word for them, and warns with their share."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._all = 0
        self._unscored = 0

    def note(self, score: papert.Score) -> None:
        with self._lock:
            self._all += 1
            if score.success is not None:
                return
            self._unscored += 1
            often = self._unscored & (self._unscored - 1) == 0  # 1, 2, 4, 8, ...
            words = (self._unscored, self._all, 100 * self._unscored / self._all, score.verdict)
        if often:
            log.warning("%d of %d samples (%.2f %%) were not scored and count as 0; the last one: %s", *words)
