"""lm-eval and lmms-eval: documents become requests, replies become metrics, metrics become means."""

from __future__ import annotations

from typing import Any


class Dataset(list[Any]):
    """Stands for that of `datasets`."""

    @staticmethod
    def from_list(rows: list[Any]) -> Dataset:
        return Dataset(rows)


def means(process_results: Any, docs: list[Any], replies: list[str], metrics: tuple[str, ...]) -> dict[str, float]:
    """metric_list with aggregation: mean; a document without one of the metrics is an error there, too."""
    columns: dict[str, list[float]] = {name: [] for name in metrics}
    for doc, reply in zip(docs, replies, strict=True):
        found = process_results(doc, [reply])
        assert set(found) == set(metrics), found
        for name, value in found.items():
            assert isinstance(value, float), (name, value)
            columns[name].append(value)
    return {name: sum(values) / len(values) for name, values in columns.items()}


def lm_eval_requests(doc_to_image: Any, docs: list[Any]) -> list[tuple[str, list[Any]]]:
    """As many pictures as the text has places for them."""
    requests = [(doc["text"], doc_to_image(doc)) for doc in docs]
    for text, images in requests:
        assert text.count("<image>") == len(images), text
    return requests


def lmms_eval_requests(module: Any, docs: list[Any], kwargs: dict[str, str]) -> list[tuple[str, list[Any]]]:
    """Pictures apart from the text, all of them RGB; the same as messages."""
    requests = [(module.doc_to_text(doc, kwargs), module.doc_to_visual(doc)) for doc in docs]
    for doc, (text, images) in zip(docs, requests, strict=True):
        assert "<image>" not in text
        assert all(image.mode == "RGB" for image in images)
        content = module.doc_to_messages(doc, kwargs)[0]["content"]
        assert [part["type"] for part in content] == ["image"] * len(images) + ["text"]
    return requests
