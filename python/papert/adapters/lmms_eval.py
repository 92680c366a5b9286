"""lmms-eval: functions for a task's YAML over the parquet that `papert export --format verl` writes

dataset_path: parquet, dataset_kwargs: {data_files: ...}; doc_to_visual, doc_to_text, process_results: !function of these.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from . import lm_eval

METRICS = lm_eval.METRICS


def doc_to_visual(doc: Mapping[str, Any]) -> list[Any]:
    """RGB pictures of Pillow."""
    from papert.optional import pillow_image

    files = [each["bytes"] if isinstance(each, Mapping) else each for each in doc.get("images") or []]
    return [pillow_image(each).convert("RGB") for each in files]


def doc_to_text(doc: Mapping[str, Any], lmms_eval_specific_kwargs: Mapping[str, str] | None = None) -> str:
    """The prompt without the places of its pictures, which the model is given apart."""
    around = lmms_eval_specific_kwargs or {}
    text = doc["prompt"][0]["content"].replace("<image>", "")
    return f"{around.get('pre_prompt', '')}{text}{around.get('post_prompt', '')}"


def doc_to_messages(
    doc: Mapping[str, Any], lmms_eval_specific_kwargs: Mapping[str, str] | None = None
) -> list[dict[str, Any]]:
    """Pictures first, then the text."""
    content: list[dict[str, Any]] = [{"type": "image", "url": each} for each in doc_to_visual(doc)]
    content.append({"type": "text", "text": doc_to_text(doc, lmms_eval_specific_kwargs)})
    return [{"role": "user", "content": content}]


def process_results(doc: Mapping[str, Any], results: Sequence[str]) -> dict[str, float]:
    """As for lm-eval."""
    return lm_eval.process_results({"papert": doc["extra_info"]["ref"]}, results)
