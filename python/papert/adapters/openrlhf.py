"""OpenRLHF: --reward.remote_url FILE.py with `from papert.adapters.openrlhf import reward_func` in it, --data.label_key papert

The label is the task's reference (TaskSet.rows("openrlhf")). What was not scored is 0, with a warning: tensors have no None.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import papert

from .shared import FIGURES, Unscored, figures

_unscored = Unscored()

#: Where the reply begins in a query whose prompt is not its beginning, by chat template. The server has the same.
ASSISTANT_MARKS = (
    "<|im_start|>assistant\n", "<|start_header_id|>assistant<|end_header_id|>\n\n",
    "<|header_start|>assistant<|header_end|>\n\n", "<start_of_turn>model\n", "<|assistant|>\n", "<|assistant|>",
    "<｜Assistant｜>", "[/INST]", "ASSISTANT:",
)  # fmt: skip
END_MARKS = (
    "<|im_end|>", "<|endoftext|>", "<|end_of_text|>", "<|eot_id|>", "<|eot|>", "<|end|>", "<end_of_turn>", "<eos>",
    "<pad>", "</s>", "<｜end▁of▁sentence｜>",
)  # fmt: skip


def reply_in(query: str, prompt: str) -> str:
    """What follows the prompt, or the last mark of the assistant, without special tokens at the end."""
    if prompt and query.startswith(prompt):
        reply = query[len(prompt) :]
    else:
        ends = [(at + len(mark)) for mark in ASSISTANT_MARKS if (at := query.rfind(mark)) >= 0]
        reply = query[max(ends) :] if ends else query
    while True:
        bare = reply.rstrip()
        mark = next((each for each in END_MARKS if bare.endswith(each)), None)
        if mark is None:
            return reply
        reply = bare[: -len(mark)]


def rewards(
    queries: Sequence[str], prompts: Sequence[str], labels: Sequence[str], policy: str = "success"
) -> dict[str, Any]:
    """Lists of numbers: what a server of rewards answers. Empty where nothing was asked."""
    reward = papert.Reward(policy)  # type: ignore[arg-type]
    replies = [reply_in(query, prompt) for query, prompt in zip(queries, prompts, strict=True)]
    scores = papert.score_refs(list(labels), replies) if replies else []
    for score in scores:
        _unscored.note(score)
    rows = [figures(score, reward(score)) for score in scores]
    given = [row["score"] for row in rows]
    return {"rewards": given, "scores": list(given), "extra_logs": {key: [row[key] for row in rows] for key in FIGURES}}


def reward_func(queries: Sequence[str], prompts: Sequence[str], labels: Sequence[str], **_: Any) -> dict[str, Any]:
    """The same as tensors, for a reward file."""
    import torch

    answer = rewards(queries, prompts, labels)
    logs = {key: torch.tensor(values) for key, values in answer["extra_logs"].items()}
    return {
        "rewards": torch.tensor(answer["rewards"]),
        "scores": torch.tensor(answer["scores"]),
        "extra_logs": logs,
    }


class RefineAgent:
    """An agent whose model sees what it drew, is told what was not right, and may try again.

    In an agent file: class AgentInstance(RefineAgent, AgentInstanceBase): pass
    """

    max_turns = 3
    policy = "success"
    #: Around what the environment says, in the model's chat template.
    feedback = "<|im_end|>\n<|im_start|>user\n{}<|im_end|>\n<|im_start|>assistant\n"
    #: Where a picture stands in a text of that template; empty: the model sees none.
    image_mark = "<|vision_start|><|image_pad|><|vision_end|>"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._turns = 0
        self._shows = False

    async def reset(self, states: Mapping[str, Any], **_: Any) -> dict[str, Any]:
        self._turns = 0
        # A model that was asked without pictures may not see any.
        self._shows = bool(self.image_mark) and self.image_mark in str(states["observation"])
        return {"observation": states["observation"]}

    async def step(self, states: Mapping[str, Any], **_: Any) -> dict[str, Any]:
        import torch

        self._turns += 1
        ref, reply = states["label"], reply_in(states["action_text"], "")
        score = await asyncio.to_thread(papert.score_ref, ref, reply)
        _unscored.note(score)
        row = figures(score, papert.Reward(self.policy)(score))  # type: ignore[arg-type]
        done = score.success is not False or self._turns >= self.max_turns
        told = papert.Prompt("") if done else await asyncio.to_thread(papert.feedback_ref, ref, reply, self._shows)
        marks = f"{self.image_mark}\n" * len(told.images)
        return {
            "rewards": torch.tensor(row["score"] if done else 0.0),
            "scores": torch.tensor(row["score"]),
            "environment_feedback": "" if done else self.feedback.format(marks + told.text.strip()),
            "environment_images": told.pil(),
            "done": done,
            "extra_logs": {key: torch.tensor(row[key]) for key in FIGURES},
        }
