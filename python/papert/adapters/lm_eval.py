"""lm-eval: in a task's YAML  custom_dataset: !function papert.adapters.lm_eval.load  (metadata: suite, seed, count)

output_type: generate_until, doc_to_text: "{{text}}", doc_to_target: "{{reference}}", process_results: this module's;
metric_list with aggregation: mean over METRICS. lmms-eval has functions of its own in papert.adapters.lmms_eval.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import papert

from .shared import figures

#: Neither harness knows "not scored": such a reply counts as 0, and in papert_unscored.
METRICS = ("success", "shaped", "runnable", "similarity", "papert_unscored")


def docs(suite: str, seed: int = 7, count: int = 50, modes: Mapping[str, str] | None = None) -> list[dict[str, Any]]:
    """One document for each task, with one <image> in the text for each picture."""
    made = []
    for task in papert.suite(suite).mint(seed=seed, count=count, modes=modes):
        text = "<image>" * len(task.prompt.images) + task.prompt.text
        images = list(task.prompt.images)
        made.append({"id": task.id, "text": text, "images": images, "reference": task.reference, "papert": task.ref})
    return made


def load(metadata: Mapping[str, Any] | None = None, **kwargs: Any) -> dict[str, Any]:
    """{"test": a Dataset of `datasets`}."""
    import datasets

    settings = {**(metadata or {}), **kwargs}
    names = ("suite", "seed", "count", "modes")
    return {"test": datasets.Dataset.from_list(docs(**{key: settings[key] for key in names if key in settings}))}


def doc_to_image(doc: Mapping[str, Any]) -> list[Any]:
    """Pictures as Pillow has them."""
    from papert.optional import pillow_image

    return [pillow_image(each) for each in doc["images"]]


def process_results(doc: Mapping[str, Any], results: Sequence[str]) -> dict[str, float]:
    """The same keys for every document."""
    score = papert.score_ref(doc["papert"], results[0] if results else "")
    row = figures(score, papert.Reward("shaped")(score))
    return {
        "success": row["right"],
        "shaped": row["score"],
        "runnable": row["runnable"],
        "similarity": row["similarity"],
        "papert_unscored": 1.0 - row["scored"],
    }
