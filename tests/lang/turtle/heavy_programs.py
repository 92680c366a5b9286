"""Programs that draw a lot: what a person may write is drawn, what is beyond the limits is a verdict.

    heavy_programs.py PAPERT
"""

import pathlib
import subprocess
import sys
import tempfile

CROSSING = """import random
import turtle
random.seed(1)
t = turtle.Turtle()
for i in range(%d):
    t.pencolor(random.random(), 0, i %% 2)
    t.goto(random.uniform(-400, 400), 400 if i %% 2 else -400)
"""
FILLED_WALK = """import turtle
t = turtle.Turtle()
t.begin_fill()
for i in range(200_000):
    t.forward(i % 50)
    t.left(91)
t.end_fill()
"""
DOTS = """import turtle
t = turtle.Turtle()
t.penup()
for i in range(%d):
    t.goto(i %% 7, 0)
    t.dot(%d, "red" if i %% 2 else "blue")
"""
# The program, and the complaint that is expected.
PROGRAMS = {
    "200,000 lines across the window": (CROSSING % 200_000, ""),
    "330,000 lines across the window": (CROSSING % 330_000, "record_limit: the drawing is too much"),
    "200,000 steps with a fill": (FILLED_WALK, ""),
    "200,000 small dots": (DOTS % (200_000, 20), ""),
    "200,000 dots as large as the window": (DOTS % (200_000, 830), "record_limit: the drawing is"),
    "a million circles": ("import turtle\nfor i in range(10**6): turtle.circle(i % 90)",
                          "record_limit"),
}


def main():
    papert = sys.argv[1]
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "p.py"
        for name, (code, complaint) in PROGRAMS.items():
            program.write_text(code)
            command = [papert, "render", program, "--view", "tk", "-o", program.with_suffix(".png")]
            run = subprocess.run(command, capture_output=True, text=True)
            right = complaint in run.stderr if complaint else run.returncode == 0
            failures += not right
            print(f"{name}: {'as expected' if right else 'NOT as expected'} {run.stderr.strip()}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
