"""A data set and a reward function in the form of TRL's GRPOTrainer, tried out without TRL.

TRL calls a reward function by keyword with the whole batch and every column of the data set; here a stand-in does.
With TRL installed:

    trainer = GRPOTrainer(model=..., reward_funcs=reward, train_dataset=rows.to_hf(), args=...)
"""

from typing import Any

import papert

shaped = papert.Reward("shaped")


def reward(completions: list[list[dict[str, str]]], papert: list[str], **_: Any) -> list[float | None]:
    """None where nothing was learnt: TRL leaves such a row out of its group."""
    replies = [messages[-1]["content"] for messages in completions]
    return shaped.of(_score(papert, replies))


def _score(refs: list[str], replies: list[str]) -> list[papert.Score]:
    return papert.score_refs(refs, replies, deadline_s=120)


def main() -> None:
    tasks = papert.suite("turtlebench").mint(seed=1_000_000, count=4)
    rows = tasks.rows(format="trl")
    print(f"{len(rows)} rows with the columns {', '.join(rows[0])}")
    completions = [[{"role": "assistant", "content": task.reference}] for task in tasks]
    completions[-1][0]["content"] = "no idea"
    columns = {name: [row[name] for row in rows] for name in ("prompt", "papert")}
    print(reward(completions=completions, completion_ids=None, trainer_state=None, **columns))


if __name__ == "__main__":
    main()
