"""reasoning-gym: data sets by name, endless ones that go on with the next seed, answers scored by their entry."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


class ProceduralDataset:
    """A sequence with a seed and a size."""

    def __init__(self, config: Any, seed: int | None = None, size: int = 500) -> None:
        config.validate()
        self.config, self.seed, self.size = config, 0 if seed is None else seed, size

    def __len__(self) -> int:
        return self.size


class Registry:
    """What register_dataset fills and create_dataset reads."""

    def __init__(self) -> None:
        self.known: dict[str, tuple[Any, Any]] = {}

    def register_dataset(self, name: str, dataset: Any, config: Any) -> None:
        assert issubclass(dataset, ProceduralDataset), dataset
        assert name not in self.known, name
        self.known[name] = (dataset, config)

    def create_dataset(self, name: str, **settings: Any) -> Any:
        dataset, config = self.known[name]
        return dataset(config=config(**settings))


def reseeding(registry: Registry, name: str, seed: int, chunk: int) -> Iterator[dict[str, Any]]:
    """Chunk after chunk, of seed, seed + 1, ..."""
    while True:
        items = registry.create_dataset(name, seed=seed, size=chunk)
        for place in range(len(items)):
            entry = items[place]
            assert set(entry) == {"question", "answer", "metadata"}, entry
            assert entry["metadata"]["source_dataset"] == name
            assert entry["metadata"]["source_index"] == place
            yield entry
        seed += 1
