"""A walk through the package, from a seed to a reward. Each step prints what it made."""

import pickle

import papert
from papert import errors

# The benchmarks, and what each lets you choose.
for suite in papert.suites():
    print(f"{suite.name}: {suite.title}; modes {', '.join(mode.key for mode in suite.modes)}")

# New tasks come from a seed: the same seed gives the same tasks on every machine.
tasks = papert.suite("xlogo").mint(seed=1_000_000, count=5)
task = tasks[0]
print(f"\n{len(tasks)} tasks, the first is {task.id}, its tags {task.tags}")
print(task.prompt.text[:200], "...")

# A score says what became of a reply. What a reply does is never an exception.
right = tasks.score(task.id, task.reference)
wrong = tasks.score(task.id, "I would rather not.")
print(f"\nthe reference is {right.verdict}, the other reply {wrong.verdict}; {right.metrics}")

# Any process can score by a reference, which is text: put it into a column of your data.
print(f"\n{task.ref}\n-> {papert.score_ref(task.ref, task.reference).verdict}")

# Everything pickles by where it comes from.
assert pickle.loads(pickle.dumps(tasks)) == tasks

# Programs run in a jail, whatever they try.
drawing = papert.run("from turtle import *\nfor _ in range(4):\n    forward(100)\n    left(90)")
print(f"\nthe square's program ended with {drawing.outcome} and drew {drawing.scene}")
print(f"another one: {papert.run('import os').outcome}")

# A picture is PNG bytes until somebody wants pixels.
picture = papert.render("from turtle import *\ncircle(50)", size=(64, 64))
print(f"a circle, {len(picture.png)} bytes of PNG")

# Mistakes of the caller are exceptions that say what to do.
try:
    papert.suite("turtleai").mint(seed=7, tiers=["impossible"])
except errors.UsageError as error:
    print(f"\n{error}")
