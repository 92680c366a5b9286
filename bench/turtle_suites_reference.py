#!/usr/bin/python3
"""TurtleBench's measure in the usual way: CPython started for each program, with a turtle that only keeps its
path; Pillow paints the paths, Pillow and NumPy compare the pictures.

    turtle_suites_bench programs | bench/turtle_suites_reference.py

Each program is compared with its own picture (right) and with the next program's (wrong). Prints JSON.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy
from PIL import Image, ImageDraw

PROGRAMS = 24
SIZE = (863, 836)
STUB = """
import atexit, json, math


class Turtle:
    def __init__(self):
        self.x = self.y = self.angle = 0.0
        self.down = True
        self.lines = []
        _all.append(self)

    def forward(self, distance):
        x, y = self.x, self.y
        self.x += distance * math.cos(math.radians(self.angle))
        self.y += distance * math.sin(math.radians(self.angle))
        if self.down:
            self.lines.append((x, y, self.x, self.y))

    def backward(self, distance):
        self.forward(-distance)

    def left(self, angle):
        self.angle += angle

    def right(self, angle):
        self.angle -= angle

    def setheading(self, angle):
        self.angle = angle

    def circle(self, radius, extent=360):
        steps = 1 + int(min(11 + abs(radius) / 6, 59) * abs(extent) / 360)
        turn = extent / steps
        length = 2 * radius * math.sin(math.radians(turn / 2))
        if radius < 0:
            length, turn = -length, -turn
        self.left(turn / 2)
        for _ in range(steps):
            self.forward(length)
            self.left(turn)
        self.left(-turn / 2)

    def penup(self):
        self.down = False

    def pendown(self):
        self.down = True

    fd, back, bk, lt, rt, seth, up, pu, pd = forward, backward, backward, left, right, setheading, penup, penup, pendown


_all = []
atexit.register(lambda: print(json.dumps([line for each in _all for line in each.lines])))
"""
PRELUDE = "import turtle\nfrom math import *\nt = turtle.Turtle()\n"


def drawn(folder, program):
    script = pathlib.Path(folder) / "program.py"
    script.write_text(PRELUDE + program)
    result = subprocess.run(["/usr/bin/python3", script], check=True, capture_output=True)
    image = Image.new("L", SIZE, 255)
    draw = ImageDraw.Draw(image)
    for x0, y0, x1, y1 in json.loads(result.stdout):
        ends = [(435 + x0, 423 - y0), (435 + x1, 423 - y1)]
        draw.line(ends, fill=0, width=5)
        for x, y in ends:
            draw.ellipse([x - 2.5, y - 2.5, x + 2.5, y + 2.5], fill=0)
    return image


def cut(image):
    ink = numpy.asarray(image) <= 200
    rows, columns = numpy.flatnonzero(ink.any(1)), numpy.flatnonzero(ink.any(0))
    return ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def iou(one, other):
    size = (other.shape[1], other.shape[0])
    stretched = numpy.asarray(Image.fromarray(one.astype(numpy.uint8) * 255).resize(size, Image.BILINEAR)) > 0
    return (stretched & other).sum() / (stretched | other).sum()


def main():
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    programs = [json.loads(line) for line in sys.stdin][:PROGRAMS]
    result = {}
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "turtle.py").write_text(STUB)
        targets = [cut(drawn(folder, program)) for program in programs]
        for name, shift in (("right", 0), ("wrong", 1)):
            begin = time.perf_counter()
            for i, target in enumerate(targets):
                answer = cut(drawn(folder, programs[(i + shift) % len(programs)]))
                max(iou(target, answer), iou(answer, target))
            result["turtlebench, " + name] = {"per_second": len(targets) / (time.perf_counter() - begin)}
    print(json.dumps(result))


if __name__ == "__main__":
    main()
