"""Tasks as rows of a training set, in the forms that trainers read.

    trl         {"prompt": [user], "images": [PIL], "papert": ref}
    verl        {"data_source", "prompt", "images": [{"bytes"}], "ability", "reward_model", "extra_info"}
    openrlhf    {"input": [user], "papert": ref}; text only
    messages    {"id", "messages": [user], "images": [PNG bytes], "papert": ref}

`papert`, or extra_info.ref, names the task for scoring in any process (score_ref).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from . import errors
from .optional import wanted

if TYPE_CHECKING:
    from .tasks import Task, TaskSet

Row = dict[str, Any]

ABILITIES = {"xlogo": "planning", "sgp": "question_answering"}


def _user(text: str) -> list[dict[str, str]]:
    return [{"role": "user", "content": text}]


def _trl(tasks: TaskSet, place: int) -> Row:
    task = tasks[place]
    row: Row = {"prompt": _user(task.prompt.text)}
    if task.prompt.images:
        row["images"] = task.prompt.pil()
    row["papert"] = task.ref
    return row


def _verl(tasks: TaskSet, place: int) -> Row:
    task = tasks[place]
    row: Row = {
        "data_source": f"papert/{tasks.suite}",
        "prompt": _user("<image>" * len(task.prompt.images) + task.prompt.text),
    }
    if task.prompt.images:
        row["images"] = [{"bytes": each} for each in task.prompt.images]
    row["ability"] = ABILITIES.get(tasks.suite, "drawing")
    row["reward_model"] = {"style": "rule", "ground_truth": task.reference}
    row["extra_info"] = {"index": place, "split": "train", "id": task.id, "suite": tasks.suite, "ref": task.ref}
    return row


def _openrlhf(tasks: TaskSet, place: int) -> Row:
    task = tasks[place]
    if task.prompt.images:
        raise errors.UsageError("OpenRLHF reads text only, and this task shows a picture", task.id)
    return {"input": _user(task.prompt.text), "papert": task.ref}


def _messages(tasks: TaskSet, place: int) -> Row:
    task = tasks[place]
    return {
        "id": task.id,
        "messages": _user(task.prompt.text),
        "images": list(task.prompt.images),
        "papert": task.ref,
    }


FORMATS: dict[str, Callable[[TaskSet, int], Row]] = {
    "trl": _trl,
    "verl": _verl,
    "openrlhf": _openrlhf,
    "messages": _messages,
}


class Rows(Sequence[Row]):
    """A sequence of rows, each made when it is asked for: what torch's DataLoader takes as a dataset."""

    def __init__(self, tasks: TaskSet, format: str) -> None:  # noqa: A002, as everybody calls it
        if format not in FORMATS:
            raise errors.UsageError(f"there is no format {format!r}; the formats are: {', '.join(FORMATS)}", "format")
        self.tasks = tasks
        self.format = format

    def __len__(self) -> int:
        return len(self.tasks)

    @overload
    def __getitem__(self, key: int) -> Row: ...
    @overload
    def __getitem__(self, key: slice) -> list[Row]: ...
    def __getitem__(self, key: int | slice) -> Row | list[Row]:
        if isinstance(key, slice):
            return [self[place] for place in range(*key.indices(len(self)))]
        place = key + len(self) if key < 0 else key
        if not 0 <= place < len(self):
            raise IndexError(f"there is no row {key}")
        return FORMATS[self.format](self.tasks, place)

    def __iter__(self) -> Iterator[Row]:
        return (self[place] for place in range(len(self)))

    def to_hf(self) -> Any:
        """A Dataset of Hugging Face's `datasets`."""
        datasets = wanted("datasets", "datasets", "to_hf()")
        return datasets.Dataset.from_list(list(self))

    def __repr__(self) -> str:
        return f"<papert.Rows {self.format} of {self.tasks!r}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rows) and (self.format, self.tasks) == (other.format, other.tasks)

    def __hash__(self) -> int:
        return hash((self.format, self.tasks))
