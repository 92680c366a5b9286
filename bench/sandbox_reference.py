#!/usr/bin/python3
"""Turtle programs run in the usual ways: an interpreter started for each program.

    bench/sandbox_reference.py stub   CPython with a turtle module that only keeps the positions
    bench/sandbox_reference.py real   CPython's turtle with Tk on a virtual display, tracer(0)

Neither confines the program. Prints JSON: per program the rate and the median time of a run; exit code 3
with a message if something needed is not installed.
"""

import importlib.util
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

PROGRAMS = pathlib.Path(__file__).resolve().parent / "sandbox_programs"
RUNS = {
    "stub": {"trivial": 50, "medium": 50, "heavy": 15},
    "real": {"trivial": 12, "medium": 8, "heavy": 3},
}
PYTHON = "/usr/bin/python3"

STUB = """
import math


class Turtle:
    def __init__(self):
        self.x = self.y = self.angle = 0.0
        self.line = [(0.0, 0.0)]

    def forward(self, distance):
        self.x += distance * math.cos(math.radians(self.angle))
        self.y += distance * math.sin(math.radians(self.angle))
        self.line.append((self.x, self.y))

    def left(self, angle):
        self.angle += angle

    def hideturtle(self):
        pass


_pen = Turtle()
forward = _pen.forward
left = _pen.left
"""


def measure(kind, folder, environment, before="", after=""):
    result = {}
    for name, runs in RUNS[kind].items():
        script = pathlib.Path(folder) / "program.py"
        script.write_text(before + (PROGRAMS / (name + ".py")).read_text() + after)
        times = []
        for _ in range(runs):
            begin = time.perf_counter()
            subprocess.run([PYTHON, script], check=True, env=environment)
            times.append(time.perf_counter() - begin)
        result[name] = {"per_second": runs / sum(times), "p50_ms": statistics.median(times) * 1e3}
    return result


def measure_stub():
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "turtle.py").write_text(STUB)
        return measure("stub", folder, {})


def start_display():
    """A virtual display and its name."""
    reader, writer = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"],
        pass_fds=[writer],
        stderr=subprocess.DEVNULL,
    )
    os.close(writer)
    with os.fdopen(reader) as answer:
        number = answer.readline().strip()
    return server, ":" + number


def measure_real():
    if shutil.which("Xvfb") is None or importlib.util.find_spec("_tkinter") is None:
        print("Xvfb and python3-tk are not installed", file=sys.stderr)
        sys.exit(3)
    server, display = start_display()
    try:
        with tempfile.TemporaryDirectory() as folder:
            start = "import turtle as _turtle\n_turtle.tracer(0)\n"
            return measure("real", folder, {"DISPLAY": display}, start, "\n_turtle.update()\n")
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    print(json.dumps(measure_stub() if sys.argv[1] == "stub" else measure_real()))
