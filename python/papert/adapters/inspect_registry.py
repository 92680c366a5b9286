"""What Inspect finds by the entry point: one task for each suite, as papert/NAME."""

from __future__ import annotations

from typing import Any

from inspect_ai import task

from . import inspect_ai as adapter


@task
def sgp(mint: int = 7, count: int = 50, policy: str = "shaped") -> Any:
    return adapter.task("sgp", mint, count, policy)


@task
def shapecode(mint: int = 7, count: int = 50, policy: str = "shaped") -> Any:
    return adapter.task("shapecode", mint, count, policy)


@task
def turtleai(mint: int = 7, count: int = 50, policy: str = "shaped") -> Any:
    return adapter.task("turtleai", mint, count, policy)


@task
def turtlebench(mint: int = 7, count: int = 50, policy: str = "shaped") -> Any:
    return adapter.task("turtlebench", mint, count, policy)


@task
def xlogo(mint: int = 7, count: int = 50, policy: str = "shaped") -> Any:
    return adapter.task("xlogo", mint, count, policy)
