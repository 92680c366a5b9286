"""Scores a batch of replies and turns the scores into rewards.

    python3 -m venv v && v/bin/pip install . && v/bin/python examples/python/score_batch.py
"""

from collections import Counter

import papert


def replies_to(tasks: papert.TaskSet) -> tuple[list[str], list[str]]:
    """What a model might say: the right program, another task's, one that never ends, and nothing."""
    ids: list[str] = []
    replies: list[str] = []
    for place, task in enumerate(tasks):
        other = tasks[(place + 1) % len(tasks)]
        loop = "```python\nimport turtle\nwhile True:\n    turtle.forward(1)\n    turtle.undo()\n```"
        for reply in (task.reference, other.reference, loop if place == 0 else "I cannot draw this.", ""):
            ids.append(task.id)
            replies.append(reply)
    return ids, replies


def main() -> None:
    tasks = papert.suite("turtleai").mint(seed=1_000_000, count=3)
    ids, replies = replies_to(tasks)
    scores = tasks.score_batch(ids, replies, deadline_s=60)
    shaped = papert.Reward("shaped")
    for task_id, score in zip(ids, scores):
        print(f"{task_id:24} {score.verdict:10} reward {score.reward} shaped {shaped(score):.2f}")
    print(", ".join(f"{count} {verdict}" for verdict, count in sorted(Counter(each.verdict for each in scores).items())))


if __name__ == "__main__":
    main()
