"""Modules that stand in for frameworks while a test imports an adapter's classes."""

from __future__ import annotations

import contextlib
import sys
import types
from collections.abc import Iterator
from typing import Any


@contextlib.contextmanager
def installed(**modules: dict[str, Any]) -> Iterator[None]:
    """`a__b={"C": ...}` is module a.b with a name C; parents come along."""
    before = dict(sys.modules)
    for name, members in modules.items():
        path = name.split("__")
        for depth in range(1, len(path) + 1):
            sys.modules.setdefault(".".join(path[:depth]), types.ModuleType(".".join(path[:depth])))
        sys.modules[".".join(path)].__dict__.update(members)
    try:
        yield
    finally:
        for name in set(sys.modules) - set(before):
            del sys.modules[name]


class Record:
    """Any class that keeps what it is given."""

    def __init__(self, *args: Any, **fields: Any) -> None:
        self.args = args
        self.__dict__.update(fields)
