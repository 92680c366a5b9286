"""For frameworks that ask for every figure of a reply apart, and may ask for all at once: its program runs once."""

from __future__ import annotations

import functools
import os
import threading

import papert

#: Who asks for the same reply waits for the first to be done; others hardly ever share a lock.
_locks: list[threading.Lock] = []


def _renew() -> None:
    """A forked child has none of the threads that may hold them."""
    _locks[:] = [threading.Lock() for _ in range(256)]


_renew()
os.register_at_fork(after_in_child=_renew)


@functools.lru_cache(maxsize=256)
def _judged(ref: str, reply: str) -> papert.Score:
    score = papert.score_ref(ref, reply)
    if score.success is None:
        raise papert.errors.Unscored(str(score.detail.get("message", "nothing was learnt")), score.verdict)
    return score


def judged(ref: str, reply: str) -> papert.Score:
    """From any thread. Raises where nothing was learnt."""
    with _locks[hash((ref, reply)) % len(_locks)]:
        return _judged(ref, reply)
