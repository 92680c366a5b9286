"""All TurtleBench programs, run and drawn by papert, against the published pictures.

    published_pictures.py PAPERT

Needs PAPERT_PUBLISHED_DATA; without it says so and exits with 77, which the test runner calls skipped.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
from PIL import Image

# Every turtle has a pen of 5, also one that the program makes itself.
PRELUDE = """import turtle
from math import *

class WidePen(turtle.Turtle):
    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.pensize(5)

turtle.Turtle = WidePen
t = turtle.Turtle()
"""
SKIPPED = 77


def ink(path):
    return np.asarray(Image.open(path).convert("L")) <= 200


def main():
    papert = sys.argv[1]
    data = pathlib.Path(os.environ.get("PAPERT_PUBLISHED_DATA", "")) / "turtlebench"
    if not (data / "dataset.jsonl").exists():
        print("published data 'turtlebench' not found: set PAPERT_PUBLISHED_DATA")
        return SKIPPED
    scores = {}
    with tempfile.TemporaryDirectory() as folder:
        program, picture = pathlib.Path(folder) / "p.py", pathlib.Path(folder) / "p.png"
        for line in open(data / "dataset.jsonl", encoding="utf-8"):
            item = json.loads(line)
            name = f"{item['id']}_{item['question_number']}"
            program.write_text(PRELUDE + item["variables"] + "\n" + item["base_shape_code"])
            subprocess.run(
                [papert, "render", program, "--view", "tk", "-o", picture],
                check=True,
                capture_output=True,
            )
            ours, theirs = ink(picture), ink(data / "source" / f"{name}.jpg")
            scores[name] = (ours & theirs).sum() / (ours | theirs).sum()
    worst = min(scores, key=scores.get)
    mean = sum(scores.values()) / len(scores)
    print(f"{len(scores)} pictures: mean IoU {mean:.5f}, least {scores[worst]:.5f} ({worst})")
    low = [name for name, score in scores.items() if score <= 0.99]
    if low:
        print("not above 0.99: " + ", ".join(low))
    return 1 if low or not scores else 0


if __name__ == "__main__":
    sys.exit(main())
