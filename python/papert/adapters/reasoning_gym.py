"""reasoning-gym: papert.adapters.reasoning_gym.register() adds papert_xlogo and papert_sgp

    dataset = reasoning_gym.create_dataset("papert_xlogo", seed=1, size=100)

Text only, so only suites that can ask in words. Every item is minted from its own seed.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

import papert

TEXT_SUITES = ("xlogo", "sgp")


def item_seed(seed: int, index: int) -> int:
    """31 bits of a hash: data sets of seed, seed + 1, ... share no items."""
    digest = hashlib.sha256(f"{seed}:{index}".encode()).digest()
    return int.from_bytes(digest[:4], "big") >> 1


def item(suite: str, seed: int, index: int) -> dict[str, Any]:
    """The item of a place: the first task that its seed gives."""
    task = papert.suite(suite).mint(seed=item_seed(seed, index))[0]
    return {
        "question": task.prompt.text,
        "answer": task.reference,
        "metadata": {"source_dataset": f"papert_{suite}", "source_index": index, "ref": task.ref},
    }


def score_answer(answer: str | None, entry: dict[str, Any]) -> float:
    """From 0 to 1; what could not be judged is raised, as 0 would say that it is wrong."""
    if not answer:
        return 0.0
    return float(papert.Reward("shaped", unscored="raise")(papert.score_ref(entry["metadata"]["ref"], answer)) or 0.0)


def register() -> list[str]:
    """Adds a data set for each suite that needs no pictures; gives their names."""
    from reasoning_gym.factory import ProceduralDataset, register_dataset

    names = []
    for suite in TEXT_SUITES:

        @dataclass
        class Config:
            seed: int | None = None
            size: int = 500

            def validate(self) -> None:
                if self.size < 1:
                    raise ValueError("size must be at least 1")

        class Dataset(ProceduralDataset):  # type: ignore[misc]
            papert_suite = suite

            def __init__(self, config: Any) -> None:
                super().__init__(config=config, seed=config.seed, size=config.size)

            def __getitem__(self, index: int) -> dict[str, Any]:
                return item(self.papert_suite, self.seed, index)

            def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
                return score_answer(answer, entry)

        register_dataset(f"papert_{suite}", Dataset, Config)
        names.append(f"papert_{suite}")
    return names
